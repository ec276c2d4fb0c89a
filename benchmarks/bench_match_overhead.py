"""What a ply costs in a match of moves that take no time, beside fastchess and c-chess-cli.

All tools play the same games, which is checked. Their players are

- two null engines (``crates/tabiya-core/examples/null_engine.rs``), which answer at once, so that
  what a ply takes is the tool's: writing a question, waking up at the answer, the rules, keeping
  the game. Here fastchess must take 2.5 times as long, with one game at a time and with two.
- two stockfish at one node per move, where most of it is the engine's own time.

A long match less a short one, over the plies between them, leaves out the start. The floor is what
the same dialogue takes where nothing else is done (``bare_dialogue.rs``: write, block, read; no
clock, no rules, no record), with as many games at a time; a tool's own work is what it takes beyond
that. The tools and the bare dialogue take turns; these are medians of the rounds, and of the ratios
within each round, for a machine is not the same all the time. fastchess looks about once a second
whether its games are over, so that the long match has to take several. c-chess-cli knows no most
plies: a draw by scores, which null engines give as 0, ends its games at the same ply. Those of
stockfish it plays to their ends, and they are not compared.
"""

import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import chess.pgn

import tabiya
from _peers import figure, find_engine, skip, timed
from tabiya.play import Adjudication, match

ROUNDS = 3
MOST_PLIES = 200
REQUIRED = 2.5
TOOLS = ("fastchess", "c-chess-cli")
REPOSITORY = Path(__file__).parent.parent
EXAMPLES = REPOSITORY / "target" / "proof" / "examples"


@dataclass(frozen=True)
class Played:
    """Moves of games, and how long they took together."""

    games: list[tuple[str, ...]]
    seconds: float

    @property
    def plies(self) -> int:
        """Return how many moves they are."""
        return sum(len(game) for game in self.games)


@dataclass(frozen=True)
class Setting:
    """Who plays against itself, and how many games at a time."""

    name: str
    engine: str
    options: dict[str, str]
    n_short: int
    n_long: int
    concurrency: int

    def per_ply(self, tool: str) -> tuple[float, Played]:
        """Return the seconds of a ply without the start, and the long match."""
        short, long = (self.play(tool, n_games) for n_games in (self.n_short, self.n_long))
        return (long.seconds - short.seconds) / (long.plies - short.plies), long

    def play(self, tool: str, n_games: int) -> Played:
        """Play by a tool."""
        if tool == "tabiya":
            return self._play_here(n_games)
        path = find_engine(tool)
        assert path is not None, tool
        return self._play_by(path, n_games)

    def _play_here(self, n_games: int) -> Played:
        words = "&".join(f"{name}={value}" for name, value in self.options.items())
        spec = f"{self.engine}?{words}" if words else self.engine
        result, seconds = timed(
            lambda: match(
                spec,
                spec,
                nodes=1,
                games=n_games,
                concurrency=self.concurrency,
                openings=openings(),
                adjudication=Adjudication(max_plies=MOST_PLIES),
            )
        )
        return Played([game.moves for game in result.games], seconds)

    def _play_by(self, tool: str, n_games: int) -> Played:
        """Play by another tool, and read what it writes."""
        with tempfile.TemporaryDirectory() as folder:
            book, games = Path(folder, "book.epd"), Path(folder, "games.pgn")
            book.write_text("\n".join(openings()) + "\n", encoding="ascii")
            command = self._command(tool, n_games, book, games)
            done, seconds = timed(
                lambda: subprocess.run(command, check=False, capture_output=True, cwd=folder)
            )
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr
            return Played(read_games(games, n_games), seconds)

    def _command(self, tool: str, n_games: int, book: Path, games: Path) -> list[str]:
        command = [tool]
        for name in "ab":
            command += ["-engine", f"cmd={self.engine}", f"name={name}"]
        is_fastchess = Path(tool).name == "fastchess"
        command += ["-each", *(["tc=inf"] if is_fastchess else []), "nodes=1"]
        command += [f"option.{name}={value}" for name, value in self.options.items()]
        command += ["-concurrency", str(self.concurrency), "-repeat"]
        command += ["-openings", f"file={book}", "order=sequential"]
        if is_fastchess:
            command += ["format=epd", "-rounds", str(n_games // 2), "-games", "2"]
            return [*command, "-maxmoves", str(MOST_PLIES // 2), "-pgnout", f"file={games}"]
        command += ["-rounds", "1", "-games", str(n_games), "-pgn", str(games)]
        return [*command, "-draw", f"number={MOST_PLIES // 2 + 1}", "count=1", "score=0"]

    def floor(self, games: list[tuple[str, ...]]) -> float:
        """Return the seconds of a ply in the bare dialogue of these games."""
        command = [str(EXAMPLES / "bare_dialogue"), self.engine]
        command += [f"{name}={value}" for name, value in self.options.items()]
        starts = openings()
        lines = [
            f"fen {starts[number // 2]} moves {' '.join(moves)}"
            for number, moves in enumerate(games)
        ]
        drivers = []
        for place in range(self.concurrency):
            driver = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            drivers.append((driver, "\n".join(lines[place :: self.concurrency])))
        for driver, text in drivers:
            assert driver.stdin is not None
            driver.stdin.write(text + "\n")
            driver.stdin.close()
            driver.stdin = None
        seconds = max(float(driver.communicate()[0]) for driver, _ in drivers)
        return seconds / sum(len(moves) for moves in games)


def openings() -> list[str]:
    """Return the positions after all two first moves."""
    start = tabiya.game("chess").initial()
    after = [start.play(move) for move in start.legal_moves()]
    return [str(each.play(move)) for each in after for move in each.legal_moves()]


def read_games(path: Path, n_games: int) -> list[tuple[str, ...]]:
    """Return the moves of all games, in the order of their openings."""
    places = {text: 2 * number for number, text in enumerate(openings())}
    games = {}
    with path.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            start = game.board().fen(en_passant="fen")
            place = places[start] + (game.headers["White"] != "a")
            games[place] = tuple(move.uci() for move in game.mainline_moves())
    assert len(games) == n_games
    return [games[place] for place in sorted(games)]


def measure(setting: Setting, tools: list[str]) -> None:
    """Let the tools take turns, and print what the rounds took."""
    rounds = [play_round(setting, tools) for _ in range(ROUNDS)]
    bare = median(each["bare"] for each in rounds)
    figure(
        f"a ply, {setting.name}, {setting.concurrency} at a time: the bare dialogue",
        f"{bare * 1e6:.1f} us",
    )
    for tool in tools:
        seconds = median(each[tool] for each in rounds)
        more = median(each[tool] - each["bare"] for each in rounds)
        figure(f"  {tool}", f"{seconds * 1e6:.1f} us, {more * 1e6:+.1f} us over the bare")
    for tool in tools[1:]:
        ratio = median(each[tool] / each["tabiya"] for each in rounds)
        verdict = ""
        if tool == "fastchess" and setting.name == "null":
            verdict = f" (at least {REQUIRED}: {'met' if ratio >= REQUIRED else 'MISSED'})"
        figure(f"  {tool} over tabiya", f"{ratio:.2f}{verdict}")


def play_round(setting: Setting, tools: list[str]) -> dict[str, float]:
    """Return the seconds of a ply by each tool, and of the bare dialogue of the same games."""
    seconds, known = setting.per_ply(tools[0])
    round_ = {tools[0]: seconds, "bare": setting.floor(known.games)}
    for tool in tools[1:]:
        round_[tool], played = setting.per_ply(tool)
        if tool != "c-chess-cli" or setting.name == "null":
            assert played.games == known.games, f"{tool} plays other games"
    return round_


def main() -> None:
    """Measure and print."""
    cargo = find_engine("cargo")
    if cargo is None:
        skip("overhead per ply", "cargo, which makes the null engine")
        return
    make = [cargo, "build", "--quiet", "--profile", "proof", "-p", "tabiya-core", "--examples"]
    subprocess.run(make, check=True, cwd=REPOSITORY)
    tools = ["tabiya"]
    for name in TOOLS:
        if find_engine(name) is None:
            skip(f"overhead per ply, {name}", name)
        else:
            tools.append(name)
    null = str(EXAMPLES / "null_engine")
    for concurrency in (1, 2):
        measure(Setting("null", null, {}, 20, 800, concurrency), tools)
    stockfish = find_engine("stockfish")
    if stockfish is None:
        skip("overhead per ply, stockfish", "stockfish")
        return
    options = {"Threads": "1", "Hash": "1", "Use NNUE": "false"}
    measure(Setting("stockfish", stockfish, options, 4, 40, 1), tools)


if __name__ == "__main__":
    main()
