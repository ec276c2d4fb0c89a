"""The table of commands: the line that lists each, and where its function is.

To add a command, write a function ``name`` in ``tabiya/cli/_name.py`` and a line here. The file
says ``import tabiya`` and then ``tabiya.play.match(...)``: a room is loaded when it is used, and so
the help of every command is quick. A test holds the lines here against the docstrings.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A command.

    Parameters
    ----------
    line : str
        What it does: the first line of the function's docstring.
    place : str
        ``file:function`` in this folder; ``_name:name`` if it is not given.
    takes_positions : bool
        Whether an argument may be an Othello position, which may start with a dash, and be no
        option then.
    """

    line: str
    place: str = ""
    takes_positions: bool = False


@dataclass(frozen=True)
class Group:
    """Commands that share their first word."""

    line: str
    commands: Mapping[str, Command]


POSITIONS = Group(
    "Make and look at sets of labelled positions.",
    {
        "import": Command(
            "Read labelled positions from files and write them as a set.", "_set_import:import_set"
        ),
        "show": Command(
            "Show what is in a set: labels by side to move, sources, annotators and some rows.",
            "_set_show:show_set",
        ),
        "sample": Command("Take a random sample.", "_set_sample:sample_set"),
        "stratify": Command(
            "Take as many positions of each label and side to move.", "_set_sample:stratify_set"
        ),
        "split": Command("Split a set in two, a whole game on one side.", "_set_sample:split_set"),
        "quiet": Command(
            "Keep quiet positions, or replace each by the leaf of its quiescence line.",
            "_set_quiet:quiet_set",
        ),
        "weigh": Command(
            "Give weights in inverse proportion to how often a label occurs.",
            "_set_sample:weigh_set",
        ),
        "label": Command(
            "Label positions by a deeper search or a stronger engine, a pseudo-oracle.",
            "_set_label:label_set",
        ),
        "selfplay": Command(
            "Play games from all openings of some length, with errors, and label them by results.",
            "_set_selfplay:selfplay_set",
        ),
        "theory": Command(
            "Solve positions with a theoretical score, and list those that the solver denies.",
            "_set_theory:check_theory_set",
        ),
        "correct": Command(
            "Correct results by exact search near the end and by propagation through all games.",
            "_set_correct:correct_set",
        ),
    },
)

GAMES = Group(
    "Keep games of masters in a database.",
    {
        "build": Command(
            "Add games to a database; one that was interrupted goes on.", "_games:build"
        ),
        "book": Command("Write an opening book in Polyglot's format.", "_games:book"),
        "export": Command("Write games, all or some, as PGN.", "_games:export"),
    },
)

CHUNKS = Group(
    "Describe patterns of chess positions and see where they stand.",
    {
        "check": Command(
            "Read files of chunks and say what is in them, or what is wrong and where.",
            "_chunks_check:check_chunks",
        ),
        "explain": Command(
            "Say what a chunk means, and why it stands in a position or what is missing.",
            "_chunks_explain:explain_chunks",
        ),
        "match": Command(
            "Say which chunks stand in a position, and which pieces are in none.",
            "_chunks_match:match_chunks",
        ),
        "lint": Command(
            "Hold a library against games: coverage, too general, too specific, duplicates.",
            "_chunks_lint:lint_chunks",
        ),
        "suggest": Command(
            "Suggest chunks: groups that stand together more often than chance, and tell apart.",
            "_chunks_suggest:suggest_chunks",
        ),
    },
)

PATTERNS = Group(
    "Make pattern evaluations of Othello from games.",
    {
        "label": Command(
            "Make examples of games: every position, solved where that is cheap.",
            "_patterns:label_examples",
        ),
        "fit": Command(
            "Fit weights to examples by regularised least squares, a phase after the other.",
            "_patterns:fit_examples",
        ),
        "deepen": Command(
            "Fit weights to what searches say, from the end of the game to its beginning.",
            "_patterns:deepen_examples",
        ),
        "measure": Command(
            "Measure which patterns help: the error on held-out games without each of them.",
            "_patterns:measure_patterns",
        ),
    },
)

PROBCUT = Group(
    "Shallow searches in place of deep ones.",
    {
        "fit": Command(
            "Fit ProbCut: how deep scores follow from shallow ones; the weights stay as they are.",
            "_patterns:fit_probcut",
        ),
    },
)

PRUNE = Group(
    "Learn what a search may skip: forward pruning and reductions.",
    {
        "learn": Command(
            "Learn what a search may skip, and keep everything that was measured.",
            "_prune:learn_pruning",
        ),
        "test": Command(
            "Test what was learned on positions of other games, or against a population.",
            "_prune:examine_pruning",
        ),
        "show": Command(
            "Show what a file says: widths in their triangle, reductions, the largest weights.",
            "_prune:show_pruning",
        ),
    },
)

CLUSTER = Group(
    "Share work between processes and machines.",
    {
        "scheduler": Command(
            "Run a scheduler, which hands work to workers; on this machine alone unless told "
            "otherwise.",
            "_cluster:scheduler",
        ),
        "worker": Command("Run workers for a scheduler, a process each.", "_cluster:worker"),
    },
)

POPULATION = Group(
    "Neural players that learned by playing, to learn and to play against.",
    {
        "make": Command(
            "Make neural players by TD learning and evolution, and choose the best of them.",
            "_population:make_population",
        ),
    },
)

CLOCK = Group(
    "Where the time of a game goes: learned, tried and shown.",
    {
        "learn": Command(
            "Learn where to spend the time of a game, by Meta-Actor-Critic, SANE or SPSA.",
            "_clock:learn_clock",
        ),
        "test": Command(
            "Say what a test player scores with clocks, against opponents who have all the time.",
            "_clock:try_clocks",
        ),
        "cost": Command(
            "Show what clocks scored while they learned, over the tournaments that it took.",
            "_clock:draw_cost",
        ),
        "show": Command(
            "Show where the time went in a game: depth, score and share of the clock per move.",
            "_clock:show_clock",
        ),
    },
)

ORDER = Group(
    "Learn which moves to look at first: the Neural MoveMap.",
    {
        "collect": Command(
            "Make examples: positions of games with the move played, found or cut off with.",
            "_order:collect_examples",
        ),
        "train": Command(
            "Learn a map of moves from examples; an interrupted run goes on.",
            "_order:train_ordering",
        ),
        "test": Command(
            "Test a map: how often it is right, how many nodes and how much time it saves.",
            "_order:measure_ordering",
        ),
        "show": Command(
            "Show how a map ranks the moves of a position, beside the order of history.",
            "_order:show_ordering",
        ),
    },
)

COMMANDS: dict[str, Command | Group] = {
    "demo": Command("Tune eleven chess weights from 50 on games of our own, and prove it by play."),
    "play": Command("Play against the program in the terminal."),
    "match": Command(
        "Play a match between A and B: each opening twice, with the players exchanged."
    ),
    "tournament": Command(
        "Play a tournament: everybody against everybody, one against all, or by the swiss system."
    ),
    "odds": Command(
        "Play at several odds and say where the players would be even, with the interval."
    ),
    "verdict": Command(
        "Say what games mean: score, Elo with its interval, superiority, a sequential test."
    ),
    "positions": POSITIONS,
    "games": GAMES,
    "advise": Command(
        "Show positions of masters like this one, what they played, and why it is alike."
    ),
    "measure": Command(
        "Measure how well analysts order labelled positions: Kendall's tau with its interval."
    ),
    "tune": Command(
        "Tune weights until they order labelled positions better, and prove it by play."
    ),
    "predict": Command("Say which offline measure ranks weight vectors as games do."),
    "chunks": CHUNKS,
    "fit": Command("Fit evaluations that mean a winning probability, and make players of them."),
    "patterns": PATTERNS,
    "probcut": PROBCUT,
    "prune": PRUNE,
    "population": POPULATION,
    "clock": CLOCK,
    "order": ORDER,
    "analyse": Command(
        "Search positions, or every move of games, and say what they are worth.",
        takes_positions=True,
    ),
    "solve": Command(
        "Solve positions: exact disc scores in Othello, forced wins in chess and Lines of Action.",
        takes_positions=True,
    ),
    "weights": Command(
        "List the weights of a game's evaluation: value, default, bounds and meaning."
    ),
    "export": Command(
        "Write weights as C or Rust constants, JSON or UCI options for another program."
    ),
    "bench": Command("Search fixed positions of every game and print nodes and speed."),
    "cluster": CLUSTER,
    "uci": Command("Speak UCI, the protocol of chess interfaces, on standard input and output."),
    "nboard": Command(
        "Speak NBoard, the protocol of Othello interfaces, on standard input and output."
    ),
}
