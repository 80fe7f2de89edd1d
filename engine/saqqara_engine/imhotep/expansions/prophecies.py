"""The God Prophecies: a scarab bets that a prophecy will be true at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.chance import permutation
from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards.card_kinds import CARDS, RED, Colour
from saqqara_engine.imhotep.cards.piles import count
from saqqara_engine.imhotep.figures import (
    GODS,
    PROPHECIES_REVEALED,
    PROPHECY_POINTS,
    ROUNDS_PER_WINDOW,
    SCARABS,
    SITES,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.pieces import Prophecies, Scarab
from saqqara_engine.imhotep.scoring import KEPT
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.notation import expect
from saqqara_engine.imhotep.texts.phrases import row
from saqqara_engine.imhotep.texts.terms import GodName
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.layout import PieceLayout
from saqqara_engine.messages import Message, listed, say
from saqqara_engine.one_hot import turned


class Prophecy(Action):
    """Put a scarab on the revealed prophecy of a god."""

    god: GodName
    """The god whose prophecy gets the scarab."""
    kind: ClassVar[str] = "prophecy"
    number: ClassVar[int] = 24
    shape: ClassVar[Shape] = {"god": GodName}

    def __init__(self, god: GodName) -> None:
        self.god = god

    def __str__(self) -> str:
        return f"{self.kind} {self.god}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Prophecy:
        """Parse `prophecy amun`."""
        expect(words, 1, "prophecy GOD")
        if words[0] not in GODS:
            raise MalformedAction(f"A god must be one of {', '.join(GODS)}, not {quote(words[0])}.")
        return cls(words[0])

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every god."""
        return tuple(GODS)

    def perform(self, state: State, seat: int) -> None:
        """Put the scarab on the prophecy."""
        PROPHECIES.bet(state, seat, self.god)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the god's condition."""
        god = GODS[self.god]
        return say("Put a scarab on {god}: {text}", god=say(god.title), text=say(god.text))


class GodProphecies(Part[Prophecies]):
    """The expansion: some prophecies are face up, and each seat has scarabs for them."""

    name: ClassVar[str] = "prophecies"
    slot: ClassVar[int] = 10
    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    sources: ClassVar[tuple[str, ...]] = ("prophecies",)
    actions: ClassVar[tuple[type[Action], ...]] = (Prophecy,)
    shown_as: ClassVar[str] = "prophecies"

    def pieces(self, options: Options) -> Iterator[PieceLayout]:  # noqa: ARG002
        """Yield the gods."""
        for word, god in GODS.items():
            site = god.counts if god.counts in SITES else None
            effect = say(
                "At the end, {text}: {rewards} points by the scarab's rounds, else {penalties}.",
                text=say(god.text),
                rewards=listed([reward for reward, _ in PROPHECY_POINTS]),
                penalties=listed([penalty for _, penalty in PROPHECY_POINTS]),
            )
            yield PieceLayout(word, say(god.title), None, 1, effect, site)

    def game_started(self, state: State) -> None:
        """Reveal some prophecies; the others stay in the box."""
        names = tuple(GODS)
        order = permutation(state.seed, "prophecies", 0, bytes(range(len(names))))
        gods = tuple(names[number] for number in order)
        state.outcomes = (*state.outcomes, ChanceOutcome("prophecies", 0, gods))
        self.write(state, Prophecies(gods[:PROPHECIES_REVEALED], (), (0,) * state.players))

    def optional_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return scarabs on prophecies: one per window, one per prophecy, two in all."""
        prophecies = self.read(state)
        own = [scarab for scarab in prophecies.scarabs if scarab.seat == seat]
        if len(own) == SCARABS or any(scarab.window == _window(state) for scarab in own):
            return ()
        taken = {scarab.god for scarab in own}
        return _bets(tuple(god for god in prophecies.revealed if god not in taken))

    def card_gained(self, state: State, seat: int, card: int) -> None:
        """Count red cards, including those that are discarded afterwards."""
        if card in RED:
            prophecies = self.read(state)
            taken = list(prophecies.red_cards)
            taken[seat] += 1
            self.write(state, replace(prophecies, red_cards=tuple(taken)))

    def bet(self, state: State, seat: int, god: str) -> None:
        """Put a scarab into the field of the current window."""
        prophecies = self.read(state)
        scarabs = (*prophecies.scarabs, Scarab(seat, god, _window(state)))
        self.write(state, replace(prophecies, scarabs=scarabs))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the rewards of scarabs on true prophecies and the penalties of others (H-21)."""
        points = [0] * state.players
        for scarab in self.read(state).scarabs:
            reward, penalty = PROPHECY_POINTS[scarab.window]
            points[scarab.seat] += reward if _is_true(state, scarab) else penalty
        return (tuple(points),)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the revealed prophecies, red cards, and scarabs by seat."""
        prophecies, players = self.read(state), state.players
        yield "prophecies", [float(god in prophecies.revealed) for god in GODS]
        yield "red cards taken", turned(prophecies.red_cards, me, 6)
        for offset in range(players):
            seat = (me + offset) % players
            own = [scarab for scarab in prophecies.scarabs if scarab.seat == seat]
            yield f"seat +{offset} scarabs", [1 - len(own) / SCARABS]
            bet = {scarab.god: scarab.window + 1 for scarab in own}
            yield f"seat +{offset} bets", [bet.get(god, 0) / 3 for god in GODS]

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the revealed prophecies, their scarabs, and red cards by seat."""
        prophecies = self.seen(view)
        yield f"Prophecies      {', '.join(prophecies.revealed)}"
        if prophecies.scarabs:
            yield f"Scarabs         {', '.join(map(_scarab_phrase, prophecies.scarabs))}"
        yield f"Red cards taken {row(prophecies.red_cards)}"


PROPHECIES: Final = GodProphecies()


def _scarab_phrase(scarab: Scarab) -> str:
    first = ROUNDS_PER_WINDOW * scarab.window + 1
    rounds = f"{first}-{first + ROUNDS_PER_WINDOW - 1}"
    return f"seat {scarab.seat} on {scarab.god} (rounds {rounds})"


def _window(state: State) -> int:
    return (state.round - 1) // ROUNDS_PER_WINDOW


def _is_true(state: State, scarab: Scarab) -> bool:
    """Return whether the god's condition is true for the seat (H-20)."""
    god = GODS[scarab.god]
    if god.at_least:
        return COUNTED[god.counts](state, scarab.seat) >= god.at_least
    return _leader(state.stones[SITES.index(god.counts)], state.players) == scarab.seat


@lru_cache(KEPT)
def _leader(stones: bytes, players: int) -> int | None:
    """Return the seat with more stones than any other, or None."""
    counts = [stones.count(seat) for seat in range(players)]
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def _red_cards(state: State, seat: int) -> int:
    return PROPHECIES.read(state).red_cards[seat]


def _held(colour: Colour) -> Callable[[State, int], int]:
    kinds = [kind for kind, card in enumerate(CARDS) if card.colour is colour]
    return lambda state, seat: sum(count(state.hands[seat], kind) for kind in kinds)


COUNTED: Final[dict[str, Callable[[State, int], int]]] = {
    "red cards": _red_cards,
    "green cards": _held(Colour.GREEN),
    "statues": _held(Colour.PURPLE),
}
"""The number of a seat's cards that count for each prophecy of cards."""


@cache
def _bets(gods: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Prophecy(god) for god in gods)
