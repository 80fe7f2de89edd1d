"""A view as features for programs that learn; what an option does not bring is not among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import (
    MARKET_SLOTS,
    MAX_SPACES,
    MINIMUM_LOAD,
    ROUND_CARDS,
    ROUNDS,
    SHIPS,
    SITES,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Part
from saqqara_engine.imhotep.setup import round_card_words
from saqqara_engine.imhotep.view import CardCount, SiteView, View
from saqqara_engine.one_hot import Feature, counts, one_hot, owners, turned

STEPS_TOLD = 16
"""Kinds of step that every vector has a place for; later questions are told where they occur."""

_CAPACITIES = tuple(MINIMUM_LOAD)
_PLACES = {field.name: place for place, field in enumerate(fields(View))}


def features(catalogue: Catalogue, view: View) -> Iterator[Feature]:
    """All features, each with a name; seats are told from the own one clockwise."""
    me, players = view.seat or 0, view.options.players
    yield "round", one_hot(view.round - 1, ROUNDS)
    asked = catalogue.steps[view.asked].number if view.asked else STEPS_TOLD
    yield "asked", one_hot(asked if asked < STEPS_TOLD else None, STEPS_TOLD)
    for name, seat in (
        ("to_act", view.to_act),
        ("turn", view.turn_seat),
        ("start", view.start_seat),
    ):
        yield name, owners([seat], 1, me, players)
    yield "unloading", owners(view.unloading, MAX_SPACES, me, players)
    yield "passes", [view.passes / players]
    yield from _ships(view, me)
    order = _order(catalogue, view.options)
    for part, site in zip(order.sites, view.sites, strict=True):
        yield from _site(site, me, players)
        yield from part.stone_features(site, me, players)
    yield from _seats(view, me)
    yield from _cards(view)
    yield "round_cards_left", _round_cards_left(view)
    for part in order.parts:
        yield from part.features(view, me)
    for word in order.later_questions:
        yield f"asked {word}", [float(view.asked == word)]


@dataclass(frozen=True, slots=True)
class _Order:
    """In which order parts are told under some options."""

    sites: tuple[Part, ...]
    parts: tuple[Part, ...]
    later_questions: tuple[str, ...]


@lru_cache(64)
def _order(catalogue: Catalogue, options: Options) -> _Order:
    """Parts are told in the order of the fields of a view, and questions by their numbers."""
    parts = catalogue.parts_of(options)
    telling = [part for part in parts if type(part).features is not Part.features]
    brought = {step.kind for part in parts for step in part.steps}
    later = (word for word, step in catalogue.questions.items() if step.number >= STEPS_TOLD)
    return _Order(
        sites=parts[: len(SITES)],
        parts=tuple(sorted(telling, key=_place_in_views)),
        later_questions=tuple(word for word in later if word in brought),
    )


def _place_in_views(part: Part) -> int:
    return _PLACES.get(part.shown_as, len(_PLACES))


def _place(word: str | None, words: Sequence[str]) -> int | None:
    return None if word is None else words.index(word)


def _ships(view: View, me: int) -> Iterator[Feature]:
    players = view.options.players
    for number in range(SHIPS):
        ship = view.ships[number] if number < len(view.ships) else None
        name = f"ship {number + 1}"
        capacity = None if ship is None else _CAPACITIES.index(ship.capacity)
        yield f"{name} capacity", one_hot(capacity, len(_CAPACITIES))
        yield f"{name} ready", [float(ship is not None and ship.is_ready)]
        yield f"{name} site", one_hot(_place(ship.site if ship else None, SITES), len(SITES))
        yield f"{name} stones", owners(ship.spaces if ship else (), MAX_SPACES, me, players)


def _site(site: SiteView, me: int, players: int) -> Iterator[Feature]:
    stones = [site.stones.count(seat) for seat in range(players)]
    yield f"{site.site} ships", [len(site.ships) / 2]
    yield f"{site.site} stones", turned(stones, me, 10)
    yield f"{site.site} points", turned(site.points, me, 40)


def _seats(view: View, me: int) -> Iterator[Feature]:
    for offset in range(view.options.players):
        seat = view.seats[(me + offset) % view.options.players]
        name = f"seat +{offset}"
        yield f"{name} stones", [seat.sled / 9, seat.sled_capacity / 9, seat.quarry / 29]
        yield f"{name} points", [seat.points / 100]
        yield f"{name} cards", _pile(seat.cards, 4)
        yield f"{name} face down", [seat.face_down / 10]


def _pile(cards: Sequence[CardCount], scale: float) -> list[float]:
    return counts(((KINDS[card.card], card.count) for card in cards), len(CARDS), scale)


def _cards(view: View) -> Iterator[Feature]:
    for slot in range(MARKET_SLOTS):
        word = view.market[slot] if slot < len(view.market) else None
        yield f"market slot {slot + 1}", one_hot(None if word is None else KINDS[word], len(CARDS))
    yield "market face down", [view.market_face_down / 2]
    looked_at = ((KINDS[word], 1) for word in view.market_looked_at)
    yield "market looked at", counts(looked_at, len(CARDS), 1)
    yield "draw pile", _pile(view.draw_pile, 10)
    yield "discard pile", _pile(view.discard_pile, 10)


def _round_cards_left(view: View) -> list[float]:
    players = view.options.players
    words = round_card_words(players, bytes(range(len(ROUND_CARDS[players]))))
    return [float(word in view.round_cards_left) for word in words]
