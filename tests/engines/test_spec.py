"""Engines are described by a text or a file, and found where they are installed."""

from pathlib import Path

import pytest

from tabiya.engines import EngineFileError, EngineSpec, find_engine, load_engines


def test_spec_text_with_options() -> None:
    spec = EngineSpec.parse("toga2?King Safety=150&Book File=a%26b.bin")
    assert spec.options == {"King Safety": "150", "Book File": "a&b.bin"}
    assert spec.name == "toga2?King Safety=150&Book File=a%26b.bin"


def test_spec_command_with_arguments() -> None:
    spec = EngineSpec.parse("'my engine' --level 3?Hash=1")
    assert spec.command == ("my engine", "--level", "3")


@pytest.mark.parametrize(
    ("text", "protocol"), [("fairymax", "xboard"), ("stockfish", "uci"), ("xboard:x", "xboard")]
)
def test_spec_protocol_of_known_programs(text: str, protocol: str) -> None:
    assert EngineSpec.parse(text).protocol == protocol


@pytest.mark.parametrize("text", ["", "?Hash=1", "toga2?Hash", "toga2?=3", "'unclosed"])
def test_spec_text_of_another_form(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        EngineSpec.parse(text)


def test_find_engine_in_the_folders_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "some-engine"
    program.write_text("#!/bin/sh\n")
    monkeypatch.setattr("tabiya.engines._find.GAME_FOLDERS", (str(tmp_path),))
    with pytest.raises(ValueError, match="'some-engine'"):
        find_engine("some-engine")
    program.chmod(0o755)
    assert find_engine("some-engine") == str(program)


def test_find_engine_that_may_not_be_run(tmp_path: Path) -> None:
    program = tmp_path / "some-engine"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(ValueError, match="may be run"):
        find_engine(str(program))


def test_engine_file_in_full(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(
        '[engines.safe]\ncommand = "toga2"\noptions = { "King Safety" = 150, Ponder = false }\n'
        '[engines.max]\ncommand = ["/opt/my max", "-v"]\nprotocol = "xboard"\n'
    )
    engines = load_engines(path)
    assert list(engines) == ["safe", "max"]
    assert engines["safe"].options == {"King Safety": 150, "Ponder": False}
    assert engines["max"] == EngineSpec("max", ("/opt/my max", "-v"), "xboard")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[engines", "TOML"),
        ("name = 1", "name"),
        ("engines = {a = 1}", "found 1"),
        ("[engines.a]\noptions = {}", "found None"),
        ('[engines.a]\ncommand = "x"\nprotocol = "gtp"', "'gtp'"),
        ('[engines.a]\ncommand = "x"\nhash = 3', "'hash'"),
        ('[engines.a]\ncommand = "x"\noptions = 3', "found 3"),
        ('[engines.a]\ncommand = "x"\noptions = {A = 1.5}', "1.5"),
    ],
)
def test_engine_file_with_a_mistake(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(text)
    with pytest.raises(EngineFileError, match=found) as error:
        load_engines(path)
    assert str(path) in str(error.value)
