"""What a player's moves and scores depend on, as one short text."""

import hashlib
import json
from pathlib import Path

from tabiya._core import VERSION
from tabiya.files import read_toml
from tabiya.players._player import Player
from tabiya.players._pruning_file import digest


def player_identity(player: Player) -> str:
    """Return a text that is the same for the same player, and no other.

    >>> import tabiya
    >>> one, same, other = (tabiya.Player("chess", weights={"knight": w}) for w in (310, 310, 311))
    >>> player_identity(one) == player_identity(same) != player_identity(other)
    True
    """
    decisions, network = player.decisions, player.network
    parts = {
        "game": repr(player.game),
        # The defaults too: another version may have others, and it may search in another way.
        "version": VERSION,
        "weights": dict(player.weights),
        "params": decisions.params,
        "preset": decisions.preset,
        "widths": [decisions.widths_by, decisions.widths],
        "hash_mib": player.hash_mib,
        "resolution": player.resolution,
        "network": None if network is None else hashlib.sha256(network.read_bytes()).hexdigest(),
    }
    if player.combination is not None:
        parts["combination"] = _files_digest(player.combination)
    if player.pruning is not None and decisions.widths is None:
        parts["pruning"] = digest(player.pruning)
    if player.patterns is not None:
        parts["patterns"] = player.patterns.digest
    if player.clock is not None:
        parts["clock"] = player.clock.text
    if player.ordering is not None:
        used = player.ordering
        parts["ordering"] = repr((used.map.digest, *used.raw[1]))
    text = json.dumps(parts, sort_keys=True, default=dict)
    return f"tabiya {hashlib.sha256(text.encode()).hexdigest()[:24]}"


def _files_digest(combination: Path) -> str:
    """Return a digest of a combination and of the tables that it names."""
    digest = hashlib.sha256(combination.read_bytes())
    tables = read_toml(combination).get("tables")
    if isinstance(tables, str):
        digest.update((combination.parent / tables).read_bytes())
    return digest.hexdigest()
