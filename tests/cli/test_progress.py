"""What is said of long work where no terminal shows a bar."""

import pytest

from tabiya.cli import _progress


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that is set by hand: its last number."""
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[-1])
    return clock


def test_the_time_left_is_that_of_the_stage(
    seconds: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with _progress.show_stages() as progress:
        progress("games", 1, 101)
        seconds.append(50.0)
        progress("games", 51, 101)
        seconds.append(100.0)
        progress("labels", 1, 1001)
        seconds.append(150.0)
        progress("labels", 501, 1001)
    assert capsys.readouterr().err.splitlines() == [
        "games 51 of 101, 0:50 left",
        "labels 501 of 1,001, 0:50 left",
    ]


def test_what_was_done_before_does_not_count_as_speed(
    seconds: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    with _progress.show_progress("positions") as progress:
        progress(900, 1000)
        seconds.append(60.0)
        progress(950, 1000)
    assert capsys.readouterr().err.splitlines() == ["positions 950 of 1,000, 1:00 left"]
