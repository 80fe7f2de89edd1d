"""Features of a state for machine learning; expansions that are not in play have none.

Features contain only what the seat may know, as in its view.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields
from typing import cast

from saqqara_engine.blocks import Block, Feature, Grouped, LookedUp, Remembered
from saqqara_engine.imhotep.cards.card_kinds import CARDS
from saqqara_engine.imhotep.cards.piles import spread
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import (
    MARKET,
    MARKET_SLOTS,
    MAX_SPACES,
    MINIMUM_LOAD,
    ROUND_CARDS,
    ROUNDS,
    SECOND_COLOUR_STONES,
    SHIPS,
    SITES,
    STONES_PER_COLOUR,
)
from saqqara_engine.imhotep.flow import question
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.scoring import scores
from saqqara_engine.imhotep.sites.market import AnyMarket, Market
from saqqara_engine.imhotep.state import NONE, State, Step
from saqqara_engine.imhotep.steps import turn_seat
from saqqara_engine.imhotep.views.composed_view import hidden_hand
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.one_hot import counts, one_hot, owners, turned

STEPS_SHOWN = 16
"""The number of kinds of step with a place in every vector; later questions have own features."""

_MOST_STONES = STONES_PER_COLOUR + SECOND_COLOUR_STONES
_EMPTY_SLOTS = (NONE,) * MARKET_SLOTS
_CAPACITIES = tuple(MINIMUM_LOAD)
_PLACES = {field.name: place for place, field in enumerate(fields(View))}


def features(catalogue: Catalogue, options: Options) -> tuple[Block[State], ...]:
    """Return the blocks of all features in order; seats start with the own one, clockwise."""
    parts, players = catalogue.parts_of(options), range(options.players)
    shown = [part for part in parts if part.says("features")]
    return (
        _flow(_later_questions(catalogue, parts)),
        _ships(),
        _cargo(options.players),
        *(_stock(offset, options.players) for offset in players),
        _points(options.players),
        _sites(parts[: len(SITES)], options.players),
        *(_hand(offset, options.players) for offset in players),
        _cards(cast("AnyMarket", parts[MARKET]), options),
        *(_part(part) for part in sorted(shown, key=_place_in_views)),
    )


def _place_in_views(part: AnyPart) -> int:
    return _PLACES.get(part.shown_as, len(_PLACES))


def _later_questions(catalogue: Catalogue, parts: Sequence[AnyPart]) -> tuple[str, ...]:
    brought = {step.kind for part in parts for step in part.steps}
    later = (word for word, step in catalogue.questions.items() if step.number >= STEPS_SHOWN)
    return tuple(word for word in later if word in brought)


def _flow(later_questions: Sequence[str]) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return me, state.round, state.start, state.passes, tuple(state.steps)

    def features(state: State, me: int) -> Iterator[Feature]:
        players, top = state.players, question(state)
        yield "round", one_hot(state.round - 1, ROUNDS)
        yield "asked", one_hot(_step_number(top), STEPS_SHOWN)
        yield "to_act", owners([top.seat if top else None], 1, me, players)
        yield "turn", owners([turn_seat(state)], 1, me, players)
        yield "start", owners([state.start], 1, me, players)
        waiting = [step.owner for step in reversed(state.steps) if isinstance(step, UnloadStone)]
        yield "unloading", owners(waiting, MAX_SPACES, me, players)
        yield "passes", [state.passes / players]
        for word in later_questions:
            yield f"asked {word}", [float(top is not None and top.kind == word)]

    return Remembered(key, features)


def _step_number(top: Step | None) -> int | None:
    return None if top is None or top.number >= STEPS_SHOWN else top.number


def _ships() -> Block[State]:
    def key(state: State, me: int) -> Hashable:  # noqa: ARG001 - the same for all
        return state.ships, state.ready, tuple(state.docks)

    return Grouped(key, [_ship(number) for number in range(SHIPS)])


def _ship(number: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:  # noqa: ARG001
        if number >= len(state.ships):
            return None
        return state.ships[number], state.ready >> number & 1, state.docks[number]

    def features(state: State, me: int) -> Iterator[Feature]:  # noqa: ARG001
        is_there = number < len(state.ships)
        capacity = _CAPACITIES.index(state.ships[number]) if is_there else None
        site = state.docks[number] if is_there else NONE
        yield f"ship {number + 1} capacity", one_hot(capacity, len(_CAPACITIES))
        yield f"ship {number + 1} ready", [state.ready >> number & 1]
        yield f"ship {number + 1} site", one_hot(None if site == NONE else site, len(SITES))

    return Remembered(key, features)


def _cargo(players: int) -> Block[State]:
    def cargo(state: State, me: int) -> Sequence[int]:  # noqa: ARG001
        return state.cargo

    return LookedUp(
        [f"ship {number + 1} stones" for number in range(SHIPS)], cargo, _owners(players)
    )


def _owners(players: int) -> list[list[list[float]]]:
    """Return for each seat a one-hot table of owners, its own seat first and no owner last."""
    seats, nobody = range(players), [0.0] * players
    return [[*(one_hot((seat - me) % players, players) for seat in seats), nobody] for me in seats]


def _stock(offset: int, players: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        seat = (me + offset) % players
        return state.sled[seat], state.capacity[seat], state.quarry[seat]

    def features(state: State, me: int) -> Iterator[Feature]:
        seat = (me + offset) % players
        numbers = [state.sled[seat] / 9, state.capacity[seat] / 9, state.quarry[seat] / 29]
        yield f"seat +{offset} stones", numbers

    return Remembered(key, features)


def _sites(parts: Sequence[AnyPart], players: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return me, *state.stones

    shown = [part for part in parts if part.stones_word]
    owners = _owners(players)
    places = [LookedUp([part.stones_word], part.visible_stones, owners) for part in shown]
    return Grouped(key, [_stones(players), *places])


def _points(players: int) -> Block[State]:
    """Return the block of all points so far, and of those of each site."""

    def key(state: State, me: int) -> Hashable:
        return me, tuple(state.points), None if state.steps else _totals(state)

    def features(state: State, me: int) -> Iterator[Feature]:
        yield "points", turned(_totals(state), me, 100)
        for number, name in enumerate(SITES):
            points = state.points[number * players : (number + 1) * players]
            yield f"{name} points", turned(points, me, 40)

    return Remembered(key, features)


def _totals(state: State) -> tuple[int, ...]:
    if state.steps:
        return tuple(sum(state.points[seat :: state.players]) for seat in range(state.players))
    return tuple(score.total for score in scores(state))


def _stones(players: int) -> Block[State]:
    """Return the block of the number of stones of each seat at each site."""
    seats = [[(me + offset) % players for offset in range(players)] for me in range(players)]

    def numbers(state: State, me: int) -> list[int]:
        return [stones.count(seat) for stones in state.stones for seat in seats[me]]

    tenths = [[number / 10] for number in range(_MOST_STONES + 1)]
    return LookedUp([f"{name} stones" for name in SITES], numbers, [tenths] * players)


def _cards(market: AnyMarket, options: Options) -> Block[State]:
    """Return the block of the Market and the piles, which rarely change."""

    def key(state: State, me: int) -> Hashable:  # noqa: ARG001
        left = state.round_cards[state.round :]
        return market.face_up(state), state.deck, state.discard, left

    def key_of_hidden(state: State, me: int) -> Hashable:
        hands = [hidden_hand(state, seat, me) for seat in range(state.players)]
        face_down = market.face_down(state), market.seen_by(state, me)
        return key(state, me), face_down, *hands

    hides = type(market).face_down is not Market.face_down or options.hidden_market_cards
    blocks = (
        _face_up(market, options.players),
        _face_down(market),
        _piles(market, options.players),
        _rounds(),
    )
    return Grouped(key_of_hidden if hides else key, blocks)


def _hand(offset: int, players: int) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        seat = (me + offset) % players
        return state.hands[seat], hidden_hand(state, seat, me)

    def features(state: State, me: int) -> Iterator[Feature]:
        seat = (me + offset) % players
        hidden = hidden_hand(state, seat, me)
        cards = ((kind, 1) for kind in spread(state.hands[seat] - hidden))
        yield f"seat +{offset} cards", counts(cards, len(CARDS), 4)
        yield f"seat +{offset} face down", [len(spread(hidden)) / 10]

    return Remembered(key, features)


def _face_up(market: AnyMarket, players: int) -> Block[State]:
    names = [f"market slot {slot + 1}" for slot in range(MARKET_SLOTS)]
    cards = [one_hot(kind, len(CARDS)) for kind in range(len(CARDS))]

    def in_slots(state: State, me: int) -> Sequence[int]:  # noqa: ARG001
        face_up = market.face_up(state)
        return (*face_up, *_EMPTY_SLOTS[len(face_up) :])

    return LookedUp(names, in_slots, [[*cards, [0.0] * len(CARDS)]] * players)


def _face_down(market: AnyMarket) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return len(market.face_down(state)), market.seen_by(state, me)

    def features(state: State, me: int) -> Iterator[Feature]:
        looked_at = ((card, 1) for card in market.seen_by(state, me))
        yield "market face down", [len(market.face_down(state)) / 2]
        yield "market looked at", counts(looked_at, len(CARDS), 1)

    return Remembered(key, features)


def _piles(market: AnyMarket, players: int) -> Block[State]:
    """Return the block of the piles; the unseen cards are the draw pile and hidden cards."""

    def unseen(state: State, me: int) -> bytes:
        face_down = b"" if market.seen_by(state, me) else market.face_down(state)
        if not state.table.options.hidden_market_cards:
            return state.deck + face_down
        hands = [spread(hidden_hand(state, seat, me)) for seat in range(state.players)]
        return b"".join([state.deck, face_down, *hands])

    def numbers(state: State, me: int) -> list[int]:
        piles = unseen(state, me), spread(state.discard)
        return [pile.count(kind) for pile in piles for kind in range(len(CARDS))]

    tenths = [[number / 10] for number in range(max(card.count + card.more for card in CARDS) + 1)]
    return LookedUp(["draw pile", "discard pile"], numbers, [tenths] * players)


def _rounds() -> Block[State]:
    def key(state: State, me: int) -> Hashable:  # noqa: ARG001
        return state.round_cards[state.round :]

    def features(state: State, me: int) -> Iterator[Feature]:  # noqa: ARG001
        left = state.round_cards[state.round :]
        cards = range(len(ROUND_CARDS[state.players]))
        yield "round_cards_left", [float(card in left) for card in cards]

    return Remembered(key, features)


def _part(part: AnyPart) -> Block[State]:
    def key(state: State, me: int) -> Hashable:
        return me, part.shown(state, me)

    return Remembered(key, part.features)
