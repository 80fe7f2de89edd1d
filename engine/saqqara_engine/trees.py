"""Counted game trees, like perft in chess: numbers of action sequences, hashes of positions.

Compare another implementation of the rules with them level by level. `engine/RULES.md` defines the
hash of a position, and `trees.json` in this folder holds the levels of `TREES`.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, Final, Protocol, TypeAlias

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.wire import canonical, view_json

SEED: Final = bytes(range(SEED_BYTES))
"""The seed of the published trees, as in the test vectors of `engine/RECORD.md`."""


class StateFields(Protocol):
    """A state that lists its fields."""

    holds: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """All sequences with the same number of actions, and the positions after them."""

    actions: int
    """The number of actions of each sequence; sequences that end the game sooner do not count."""
    sequences: int
    """The number of sequences."""
    positions: int
    """The number of different positions after them, as far as all views together can tell."""
    hash: str
    """The SHA-256 of the sorted hashes of these positions; 64 lower-case hex digits."""


@dataclass(frozen=True, slots=True)
class Tree:
    """One tree of the published table."""

    game: str
    preset: str
    players: int
    depth: int
    """The number of actions of the longest sequences."""


@dataclass(frozen=True, slots=True)
class PublishedLevel:
    """One level of a published tree."""

    game: str
    preset: str
    players: int
    seed: str
    actions: int
    sequences: int
    positions: int
    hash: str


TREES: Final = (
    Tree("imhotep", "base", 2, 4),
    Tree("imhotep", "base", 3, 3),
    Tree("imhotep", "base", 4, 3),
    Tree("imhotep", "b-sides", 2, 3),
    Tree("imhotep", "b-sides", 3, 3),
    Tree("imhotep", "b-sides", 4, 3),
    Tree("imhotep", "minis", 2, 2),
    Tree("imhotep", "minis", 3, 1),
    Tree("imhotep", "minis", 4, 1),
    Tree("imhotep", "new-dynasty", 2, 3),
    Tree("imhotep", "new-dynasty", 3, 3),
    Tree("imhotep", "new-dynasty", 4, 2),
    Tree("imhotep", "everything", 2, 2),
    Tree("imhotep", "everything", 3, 1),
    Tree("imhotep", "everything", 4, 1),
    Tree("duel", "a", 2, 5),
    Tree("duel", "b", 2, 5),
)
"""The published trees, as deep as all of them can be counted in a minute."""

Reached: TypeAlias = dict[Hashable, tuple[StateFields, int]]
"""States by their fields, each with the number of sequences that lead to it."""


def counted(
    game: AnyGame, options: Options, beginning: StateFields, depth: int
) -> Iterator[TreeLevel]:
    """Yield the levels 1 to `depth` of the tree below a state; fewer if all games end before.

    Sequences that lead to equal states are merged and counted. States are equal if all their fields
    are, hidden ones too; equal views are not enough. At side D of the Market, for example, a seat
    takes a face-up card, which the front card of the draw pile replaces, or the back card of the
    pile. Both can lead to the same view, but not to the same next cards.
    """
    reached: Reached = {_identity(beginning): (beginning, 1)}
    for actions in range(1, depth + 1):
        reached = _one_action_on(game, reached)
        if not reached:
            return
        sequences = sum(count for _, count in reached.values())
        hashes = {position_hash(game, options, state) for state, _ in reached.values()}
        yield TreeLevel(actions, sequences, len(hashes), _hash_of_set(hashes))


def position_hash(game: AnyGame, options: Options, state: StateFields) -> bytes:
    """Return the SHA-256 of a position."""
    return sha256(position_json(game, options, state).encode()).digest()


def position_json(game: AnyGame, options: Options, state: StateFields) -> str:
    """Return a position as canonical JSON: the views of all seats, then the public view."""
    seats = (*range(options.players), None)
    return canonical([view_json(game.view(state, seat)) for seat in seats])


def rows_of(tree: Tree) -> Iterator[PublishedLevel]:
    """Yield the levels of a tree of the published table."""
    game = find_game(tree.game)
    options = game.parse_options({"preset": tree.preset, "players": tree.players})
    for level in counted(game, options, game.new_game(options, SEED), tree.depth):
        yield PublishedLevel(
            game=tree.game,
            preset=tree.preset,
            players=tree.players,
            seed=SEED.hex(),
            actions=level.actions,
            sequences=level.sequences,
            positions=level.positions,
            hash=level.hash,
        )


def table_json(rows: Iterable[PublishedLevel]) -> str:
    """Return the text of `trees.json`: an array with one row per line."""
    lines = ",\n".join(json.dumps(view_json(row)) for row in rows)
    return f"[\n{lines}\n]\n"


def _one_action_on(game: AnyGame, reached: Reached) -> Reached:
    """Return the states after one more action, and empty `reached` to save memory."""
    after: Reached = {}
    while reached:
        _, (state, sequences) = reached.popitem()
        for action in game.legal_actions(state):
            draft = game.copy(state)
            game.advance(draft, action)
            identity = _identity(draft)
            same, earlier = after.get(identity, (draft, 0))
            after[identity] = (same, earlier + sequences)
    return after


def _identity(state: StateFields) -> Hashable:
    """Return all fields of a state, hidden ones too, as a hashable value."""
    return tuple([_frozen(getattr(state, name)) for name in state.holds])


def _frozen(value: object) -> Hashable:
    """Return a hashable copy of a value; equal lists and arrays give equal copies."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return bytes(value) if isinstance(value, bytearray) else value


def _hash_of_set(hashes: Iterable[bytes]) -> str:
    """Return the SHA-256 of the sorted, concatenated hashes."""
    return sha256(b"".join(sorted(hashes))).hexdigest()
