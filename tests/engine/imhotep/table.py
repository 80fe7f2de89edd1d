"""Tables laid out by hand, as a test case names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import CARGO_SLED, KINDS
from saqqara_engine.imhotep.cards.piles import card_words, count, gather, spread
from saqqara_engine.imhotep.figures import CARGO_SLED_CAPACITY, MINIMUM_LOAD, SITES, SLED_CAPACITY
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import NONE, State, Step
from saqqara_engine.imhotep.steps import TURN, put_out

SEED = bytes(range(32))


@dataclass(frozen=True)
class Table:
    """A table in round `round`; what is not said is as in a new game.

    Ships are written from the bow, seats as digits and `.` for an empty space: `01..`. A ship that
    has sailed has its site in `sailed`. Stones at sites are written in order of arrival. `sides`
    are those of the sites from the Market down; `options` are others, as JSON.
    """

    players: int = 2
    options: Mapping[str, Json] = field(default_factory=dict)
    round: int = 1
    turn: int = 0
    start: int = 0
    sled: Sequence[int] | None = None
    quarry: Sequence[int] | None = None
    ships: Sequence[str] | None = None
    sailed: Mapping[int, str] = field(default_factory=dict)
    hands: Mapping[int, Sequence[str]] = field(default_factory=dict)
    sites: Mapping[str, str] = field(default_factory=dict)
    market: Sequence[str | None] | None = None
    deck: Sequence[str] | None = None
    discard: Sequence[str] = ()
    sides: str = "AAAAA"

    def state(self) -> State:
        """The table as a state."""
        sides = dict(zip(SITES, self.sides, strict=True))
        asked = {"players": self.players, "sides": sides, **self.options}
        state = IMHOTEP.new_game(IMHOTEP.parse_options(asked), SEED)
        state.round = self.round
        state.start = self.start
        state.steps = [TURN[self.turn]]
        state.sled = list(self.sled or state.sled)
        state.quarry = list(self.quarry if self.quarry is not None else state.quarry)
        for seat, cards in self.hands.items():
            state.hands[seat] = pile(cards)
        state.capacity = tuple(
            SLED_CAPACITY + CARGO_SLED_CAPACITY * count(hand, CARGO_SLED) for hand in state.hands
        )
        for site, owners in self.sites.items():
            state.stones[SITES.index(site)] = bytes(map(int, owners))
        if self.market is not None:
            slots = tuple(NONE if card is None else KINDS[card] for card in self.market)
            market(state).lay_out(state, slots)
        if self.deck is not None:
            state.deck = bytes(KINDS[card] for card in self.deck)
        state.discard = pile(self.discard)
        if self.ships is not None:
            _put_out(state, self.ships)
        for ship, site in self.sailed.items():
            _dock(state, ship, SITES.index(site))
        return state


def happen(state: State, step: Step) -> None:
    """Lets a step that needs no choice happen now, whatever waits."""
    state.steps.append(step)
    step.run(state)


def _put_out(state: State, ships: Sequence[str]) -> None:
    put_out(state, tuple(map(len, ships)))
    for ship, spaces in enumerate(ships):
        load = 0
        for space, owner in enumerate(spaces):
            if owner != ".":
                load += 1
                state.cargo[4 * ship + space] = int(owner)
                state.free &= ~(1 << 4 * ship + space)
        if load >= MINIMUM_LOAD[len(spaces)]:
            state.ready |= 1 << ship


def _dock(state: State, ship: int, site: int) -> None:
    state.docks[ship] = site
    state.ready &= ~(1 << ship)
    state.free &= ~(15 << 4 * ship)
    state.sites_open &= ~(1 << site)
    state.cargo[4 * ship : 4 * ship + 4] = [NONE] * 4


def pile(cards: Sequence[str]) -> int:
    """The pile of the named cards."""
    return gather([KINDS[card] for card in cards])


def cards_of(pile: int) -> list[str]:
    """The names of the cards in a pile, in the order of the card table."""
    return list(card_words(spread(pile)))


def play(state: State, *texts: str) -> State:
    """The state after the actions, each checked to be legal."""
    for text in texts:
        state = IMHOTEP.apply(state, IMHOTEP.parse_action(text))
    return state


def legal(state: State) -> list[str]:
    """The notations of the legal actions."""
    return [str(action) for action in IMHOTEP.legal_actions(state)]


def points(state: State, source: str) -> list[int]:
    """The points from one source, by seat."""
    return [
        line.points
        for score in IMHOTEP.scores(state)
        for line in score.lines
        if line.source == source
    ]


def at(state: State, site: str) -> str:
    """The owners of the stones at a site, in order of arrival."""
    return "".join(map(str, state.stones[SITES.index(site)]))


def finished(table: Table) -> State:
    """The table with nothing left to wait for, ready for the final scoring."""
    state = table.state()
    state.steps = []
    return state


def with_pair(table: Table, *pair: str) -> State:
    """The table with these cards face down at Market B."""
    state = table.state()
    market(state).lay_down(state, bytes(KINDS[card] for card in pair))
    return state
