"""The view of a seat of the Duel: everything except the order of the unseen tokens.

Both seats and the public know the same, since every token is face up when it is won.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from saqqara_engine.chance import permutation
from saqqara_engine.duel.actions import BOATS, cell_text
from saqqara_engine.duel.legality import MEEPLES
from saqqara_engine.duel.options import Options
from saqqara_engine.duel.scoring import NOTHING, score_of
from saqqara_engine.duel.state import State
from saqqara_engine.duel.tokens import COUNTS, EMPTY, KIND, WORDS
from saqqara_engine.errors import UnknownName
from saqqara_engine.game import ChanceOutcome, Score
from saqqara_engine.terms import Vocabulary

TOKEN_NAMES: Final = Vocabulary(
    "DuelToken",
    "A kind of token.",
    {
        "obelisk": "A stone of an obelisk.",
        **{f"temple-{number}": f"A Temple token, symbols: {number}." for number in range(1, 5)},
        "pyramid-light": "A stone of the light colour.",
        "pyramid-dark": "A stone of the dark colour.",
        **{f"tomb-{number}": f"The Burial Chamber's number {number}." for number in range(1, 13)},
        "action-take": "Lets its seat take one token from any boat.",
        "action-place": "Lets its seat place two or three meeples.",
        "action-unload": "Lets its seat place a meeple, then unload one or two boats.",
        "action-swap": "Lets its seat swap two tokens of a boat, then unload one.",
    },
)
TokenName: TypeAlias = Annotated[str, TOKEN_NAMES]

BOAT_NAMES: Final = Vocabulary(
    "DuelBoatName",
    "One of the six boats.",
    {
        **{f"r{row}": f"The boat of row {row}, at the right." for row in (1, 2, 3)},
        **{f"c{column}": f"The boat of column {column}, at the bottom." for column in (1, 2, 3)},
    },
)
BoatName: TypeAlias = Annotated[str, BOAT_NAMES]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The number of tokens of one kind."""

    token: TokenName
    """The token's name in the notation."""
    count: int
    """The number of tokens."""


@dataclass(frozen=True, slots=True)
class Boat:
    """One boat and its tokens, starting next to the harbour."""

    name: BoatName
    """The boat's name in the notation: r1 to r3 at the right, c1 to c3 at the bottom."""
    moored: bool
    """Whether the boat is still in the harbour; it leaves when the supply cannot load it again."""
    tokens: tuple[TokenName | None, ...]
    """The boat's tokens, starting next to the harbour; null for an empty space."""


@dataclass(frozen=True, slots=True)
class Builder:
    """One seat: its meeples in hand and on cells, the tokens it has won, and its points."""

    seat: int
    """The number of the seat, from 0."""
    meeples_in_hand: int
    """The number of meeples in its hand."""
    cells: tuple[str, ...]
    """The cells of the seat's other meeples, as in the notation, row by row."""
    won: tuple[Tokens, ...]
    """The tokens that the seat has won and not used, in the order of the token table."""
    scored: Score
    """The points scored so far: none before the end, since the Duel counts all points then."""
    projected: Score
    """The points that the seat would have if the game ended now."""

    def count(self, token: str) -> int:
        """Return the number of won tokens of a kind, by its word; raises `UnknownName`."""
        if token not in TOKEN_NAMES.words:
            raise UnknownName("token", token, TOKEN_NAMES.words)
        return next((one.count for one in self.won if one.token == token), 0)


@dataclass(frozen=True, slots=True)
class View:
    """The game as a seat or the public sees it; `unseen` is in the supply or the reserve."""

    seat: int | None
    """The seat that has this view; null for the public."""
    options: Options
    """The options of the game."""
    to_act: int | None
    """The seat that decides now; null when the game is over."""
    unloads: int
    """The number of boats unloaded so far in the game."""
    boats: tuple[Boat, ...]
    """The six boats, in the order of the notation, including those that have left."""
    builders: tuple[Builder, ...]
    """The state of each seat."""
    supply: int
    """The number of tokens left in the supply."""
    reserve: int
    """The number of tokens left in the reserve."""
    unseen: tuple[Tokens, ...]
    """The tokens of supply and reserve, in the order of the token table."""
    removed: tuple[Tokens, ...]
    """The tokens that are out of the game, in the order of the token table."""
    first_to_five: int | None
    """The first seat with five obelisks, on either side; null if none has them."""

    def boat(self, name: str) -> Boat:
        """Return the boat with a name from `r1` to `c3`; raises `UnknownName`."""
        for boat in self.boats:
            if boat.name == name:
                return boat
        raise UnknownName("boat", name, (boat.name for boat in self.boats))


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of the public for None."""
    return View(
        seat=seat,
        options=state.options,
        to_act=None if state.over else state.turn,
        unloads=state.unloads,
        boats=tuple(_boat(state, boat) for boat in range(6)),
        builders=tuple(_builder(state, each) for each in (0, 1)),
        supply=len(state.supply) - state.drawn,
        reserve=len(state.reserve) - state.taken,
        unseen=_counted(_unseen(state)),
        removed=_counted(state.box),
        first_to_five=None if state.first_to_five < 0 else state.first_to_five,
    )


def _boat(state: State, boat: int) -> Boat:
    tokens = state.boats[boat * 3 : boat * 3 + 3]
    return Boat(
        BOATS[boat],
        bool(state.moored >> boat & 1),
        tuple(None if token == EMPTY else WORDS[token] for token in tokens),
    )


def _builder(state: State, seat: int) -> Builder:
    mask = state.meeples[seat]
    cells = tuple(cell_text(cell) for cell in range(9) if mask >> cell & 1)
    projected = score_of(state, seat)
    return Builder(
        seat=seat,
        meeples_in_hand=MEEPLES - len(cells),
        cells=cells,
        won=_counted(state.won[seat]),
        scored=projected if state.over else NOTHING,
        projected=projected,
    )


def _counted(counts: bytearray | bytes) -> tuple[Tokens, ...]:
    return tuple(Tokens(WORDS[kind], count) for kind, count in enumerate(counts) if count)


def _unseen(state: State) -> bytearray:
    counts = bytearray(len(WORDS))
    for token in state.supply[state.drawn :] + state.reserve[state.taken :]:
        counts[token] += 1
    return counts


def sample(view: View, seed: bytes) -> State:
    """Return a full state with an equal view; supply and reserve in a uniformly random order."""
    unseen = bytes(KIND[each.token] for each in view.unseen for _ in range(each.count))
    order = permutation(seed, "sample", 0, unseen)
    state = State()
    state.options = view.options
    state.reserve = order[: view.reserve]
    state.taken = 0
    state.supply = order[view.reserve :]
    state.drawn = 0
    state.outcomes = (
        ChanceOutcome("reserve", 0, tuple(WORDS[token] for token in state.reserve)),
        ChanceOutcome("supply", 0, tuple(WORDS[token] for token in state.supply)),
    )
    state.boats = bytearray(
        EMPTY if token is None else KIND[token] for boat in view.boats for token in boat.tokens
    )
    state.moored = sum(1 << boat for boat, each in enumerate(view.boats) if each.moored)
    state.meeples = [sum(1 << _cell(cell) for cell in each.cells) for each in view.builders]
    state.won = [_counts(each.won) for each in view.builders]
    state.box = _counts(view.removed)
    state.first_to_five = -1 if view.first_to_five is None else view.first_to_five
    state.turn = view.to_act or 0
    state.unloads = view.unloads
    state.over = view.to_act is None
    return state


def _cell(text: str) -> int:
    return (int(text[0]) - 1) * 3 + int(text[2]) - 1


def _counts(tokens: tuple[Tokens, ...]) -> bytearray:
    counts = bytearray(len(COUNTS))
    for each in tokens:
        counts[KIND[each.token]] = each.count
    return counts
