"""Conversion of states to the views of a seat or the public."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache

from saqqara_engine.imhotep.cards.card_kinds import CARDS, NEVER_HIDDEN
from saqqara_engine.imhotep.cards.piles import card_words, count, gather, spread
from saqqara_engine.imhotep.figures import MINIMUM_LOAD, ROUNDS, SITES
from saqqara_engine.imhotep.flow import question
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.scoring import points_by_source, scores_of
from saqqara_engine.imhotep.setup import round_card_words
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import NONE, State
from saqqara_engine.imhotep.steps import turn_seat
from saqqara_engine.imhotep.views.projection import known_points
from saqqara_engine.imhotep.views.table_view import (
    CardCount,
    SeatView,
    ShipView,
    SiteView,
    TableView,
)
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.sides import Side

KEPT = 1024
"""The cache size of each part of views; most parts stay the same from one view to the next."""


def nothing_shown(kind: type[View]) -> dict[str, object]:
    """Return None for every field of a part in this type of view."""
    names = {field.name for field in fields(kind)} - {field.name for field in fields(TableView)}
    return dict.fromkeys(names)


def view(kind: type[View], nothing: Mapping[str, object], state: State, seat: int | None) -> View:
    """Return the seat's view, of this type; `nothing` has None for each field of a part."""
    shown = dict(nothing)
    for part in state.table.showing:
        shown[part.shown_as] = part.shown(state, seat)
    top = question(state)
    face_down = market(state).face_down(state)
    looked_at = market(state).seen_by(state, seat)
    unseen = state.deck if looked_at else state.deck + face_down
    hidden = [hidden_hand(state, owner, seat) for owner in range(state.players)]
    now, later = points_by_source(state), known_points(state, hidden)
    return kind(
        seat=seat,
        options=state.table.options,
        round=state.round,
        rounds=ROUNDS,
        start_seat=state.start,
        turn_seat=turn_seat(state),
        to_act=top.seat if top else None,
        question=top.kind if top else None,
        ships=tuple([_ship(state, ship) for ship in range(len(state.ships))]),
        sites=tuple([_site(state, site, now, later) for site in range(len(SITES))]),
        seats=_seats(state, hidden, now, later),
        market=_market(state),
        market_face_down=len(face_down),
        market_looked_at=card_words(looked_at),
        discard_pile=card_counts(state.discard),
        draw_pile=card_counts(gather(unseen) + sum(hidden)),
        round_cards=round_card_words(state.players, state.round_cards[: state.round]),
        round_cards_left=round_card_words(
            state.players, bytes(sorted(state.round_cards[state.round :]))
        ),
        unloading=tuple(
            [step.owner for step in reversed(state.steps) if isinstance(step, UnloadStone)]
        ),
        last_sailor=_known(state.sailor),
        passes=state.passes,
        steps=tuple(map(str, state.steps)),
        **shown,  # type: ignore[arg-type]  # each part knows its own
    )


def hidden_hand(state: State, owner: int, seat: int | None) -> int:
    """Return the owner's cards that the seat cannot see; none when the game is over."""
    if owner == seat or not state.steps or not state.table.options.hidden_market_cards:
        return 0
    return state.hands[owner] & ~NEVER_HIDDEN


@lru_cache(KEPT)
def card_counts(pile: int) -> tuple[CardCount, ...]:
    """Return the cards of a pile, in the order of the card table."""
    counts = [(card.word, count(pile, kind)) for kind, card in enumerate(CARDS)]
    return tuple(CardCount(word, number) for word, number in counts if number)


def _known(number: int) -> int | None:
    return None if number == NONE else number


def _market(state: State) -> tuple[str | None, ...]:
    cards = market(state).face_up(state)
    return tuple([None if card == NONE else CARDS[card].word for card in cards])


def _ship(state: State, ship: int) -> ShipView:
    capacity = state.ships[ship]
    cargo = tuple(state.cargo[4 * ship : 4 * ship + capacity])
    return _ship_view(capacity, cargo, state.ready >> ship & 1, state.docks[ship])


@lru_cache(KEPT)
def _ship_view(capacity: int, cargo: tuple[int, ...], ready: int, site: int) -> ShipView:
    return ShipView(
        capacity=capacity,
        minimum=MINIMUM_LOAD[capacity],
        spaces=tuple(map(_known, cargo)),
        is_ready=bool(ready),
        site=None if site == NONE else SITES[site],
    )


def _site(
    state: State, site: int, now: Mapping[str, list[int]], later: Mapping[str, list[int]]
) -> SiteView:
    side = state.table.options.sides.in_order()[site]
    nothing = [0] * state.players
    points = tuple(now.get(SITES[site], nothing))
    projected = tuple(later.get(SITES[site], nothing))
    return _site_view(site, side, tuple(state.docks), bytes(state.stones[site]), points, projected)


@lru_cache(KEPT)
def _site_view(  # noqa: PLR0917 - what it shows
    site: int,
    side: Side,
    docks: tuple[int, ...],
    stones: bytes,
    points: tuple[int, ...],
    projected: tuple[int, ...],
) -> SiteView:
    return SiteView(
        site=SITES[site],
        side=side,
        ships=tuple(ship for ship, dock in enumerate(docks) if dock == site),
        stones=tuple(stones),
        points=points,
        projected_points=projected,
    )


def _seats(
    state: State,
    hidden: Sequence[int],
    now: Mapping[str, list[int]],
    later: Mapping[str, list[int]],
) -> tuple[SeatView, ...]:
    players = state.players
    scores = zip(scores_of(now, players), scores_of(later, players), strict=True)
    return tuple(
        [
            SeatView(
                seat=seat,
                sled=state.sled[seat],
                sled_capacity=state.capacity[seat],
                quarry=state.quarry[seat],
                cards=card_counts(state.hands[seat] - hidden[seat]),
                face_down=len(spread(hidden[seat])),
                scored=scored,
                projected=projected,
            )
            for seat, (scored, projected) in enumerate(scores)
        ]
    )
