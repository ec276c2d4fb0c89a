"""The command line in this process: quicker than a new one for every test."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tabiya.cli import main


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with some input; return its exit status and what it wrote."""

    def call(*arguments: str, text: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["tabiya", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return call
