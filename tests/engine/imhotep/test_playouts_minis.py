"""Whole games at random with the mini-expansions, alone and together: what holds at every ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import NEW_DECK
from saqqara_engine.imhotep.expansions.favor_actions import GainCard
from saqqara_engine.imhotep.expansions.favor_card import FAVOR_CARD
from saqqara_engine.imhotep.expansions.stonemasons_wager import WAGER
from saqqara_engine.imhotep.figures import SITES, STONES_PER_COLOUR
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import NONE, Action, State
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import record_of, verify
from saqqara_engine.wire import view_from_json, view_json
from tests.engine.imhotep.test_playouts import cards_of, shallow, stones_of

GAMES_EACH = 15
ALL: dict[str, Json] = {"privateShips": True, "wager": True, "favors": True}
LOOSE: dict[str, Json] = {**ALL, "favorOneExactlyTwo": False, "favorsMustSail": False}
TABLES: dict[str, dict[str, Json]] = {
    "ships": {"privateShips": True},
    "wager": {"wager": True},
    "favors": {"favors": True},
    "all": ALL,
    "all, loose": LOOSE,
    "all on B sides": {**ALL, "sides": dict.fromkeys(SITES, "B")},
    "all on D sides": {**LOOSE, "sides": dict.fromkeys(SITES, "D"), "marketTakeForced": False},
}

over_tables = pytest.mark.parametrize("options", TABLES.values(), ids=TABLES)
over_players = pytest.mark.parametrize("players", [2, 3, 4])


def any_kind(choice: Random, legal: tuple[Action, ...]) -> Action:
    """Every kind of action is as likely, so that the many forms of a favor do not crowd out."""
    kind = choice.choice(sorted({action.kind for action in legal}))
    return choice.choice([action for action in legal if action.kind == kind])


def playout(
    players: int, number: int, options: Mapping[str, Json]
) -> Iterator[tuple[State, Random]]:
    """The states of a random game, each before its ply, with the chance that picks plies."""
    choice = Random(f"{players}/{number}")
    asked = IMHOTEP.parse_options({"players": players, **options})
    state = IMHOTEP.new_game(asked, choice.randbytes(32))
    while not IMHOTEP.is_over(state):
        yield state, choice
        IMHOTEP.advance(state, any_kind(choice, tuple(IMHOTEP.legal_actions(state))))
    yield state, choice


def markers_of(state: State, seat: int) -> int:
    """The stones of a seat on the cards of wager and favors."""
    options = state.table.options
    markers: tuple[int | None, ...] = ()
    if options.wager:
        markers += (*WAGER.read(state).left, *WAGER.read(state).right)
    if options.favors:
        markers += FAVOR_CARD.read(state).used_by
    return markers.count(seat)


def all_cards(state: State) -> Counter[int]:
    """All market cards, those that a favor has just taken among them."""
    return cards_of(state) + Counter(
        step.card for step in state.steps if isinstance(step, GainCard)
    )


@over_tables
@over_players
def test_stones_and_cards_are_neither_lost_nor_made(players: int, options: dict[str, Json]) -> None:
    """Each colour has 29 stones, markers included, and the 34 cards are all there."""
    deck = Counter(NEW_DECK)
    for number in range(GAMES_EACH):
        for state, _ in playout(players, number, options):
            for seat in range(players):
                assert stones_of(state, seat) + markers_of(state, seat) == STONES_PER_COLOUR
            assert all_cards(state) == deck
            assert all(0 <= sled <= 5 for sled in state.sled)


@over_tables
@over_players
def test_actions_are_distinct_and_read_back(players: int, options: dict[str, Json]) -> None:
    """Legal actions differ, passing is the last resort, and all have notation and words."""
    for number in range(3):
        for state, choice in playout(players, number, options):
            legal = IMHOTEP.legal_actions(state)
            assert len(set(legal)) == len(legal)
            assert ("pass" in map(str, legal)) <= (len(legal) == 1)
            view = IMHOTEP.view(state, None)
            assert all(IMHOTEP.label(view, action) for action in legal)
            if legal and choice.random() < 0.3:
                assert [IMHOTEP.parse_action(str(action)) for action in legal] == list(legal)


@over_tables
@over_players
def test_the_harbour_agrees_with_itself(players: int, options: dict[str, Json]) -> None:
    """What is free and what is ready follows from the stones aboard."""
    for number in range(3):
        for state, _ in playout(players, number, options):
            for ship, shown in enumerate(IMHOTEP.view(state, None).ships):
                if state.docks[ship] == NONE:
                    free = sum(1 << n for n, owner in enumerate(shown.spaces) if owner is None)
                    assert state.free >> 4 * ship & 15 == free
                    load = len(shown.spaces) - free.bit_count()
                    assert shown.is_ready == (load >= shown.minimum)


@over_tables
def test_a_sample_has_the_view_it_was_drawn_from(options: dict[str, Json]) -> None:
    """Ships, bets and favors are restored, also from the view's JSON."""
    for number in range(3):
        for state, choice in playout(3, number, options):
            seat = IMHOTEP.to_act(state)
            view = view_from_json(IMHOTEP, view_json(IMHOTEP.view(state, seat)))
            sampled = IMHOTEP.sample(view, choice.randbytes(32))
            assert IMHOTEP.view(sampled, seat) == view
            assert IMHOTEP.legal_actions(sampled) == IMHOTEP.legal_actions(state)
            for _ in range(3):
                if not IMHOTEP.is_over(sampled):
                    IMHOTEP.advance(sampled, choice.choice(IMHOTEP.legal_actions(sampled)))


@over_tables
def test_checked_and_unchecked_play_agree(options: dict[str, Json]) -> None:
    """`apply` leaves its argument alone and comes to the same state as `advance`."""
    for state, choice in playout(4, 0, options):
        if not IMHOTEP.is_over(state):
            before = repr(shallow(state))
            action = any_kind(choice, tuple(IMHOTEP.legal_actions(state)))
            later = IMHOTEP.apply(state, action)
            assert repr(shallow(state)) == before
            draft = state.copy()
            IMHOTEP.advance(draft, action)
            assert repr(shallow(draft)) == repr(shallow(later))


@over_players
def test_every_action_of_the_minis_is_played(players: int) -> None:
    """Random games come to all of them, so the other tests do as well."""
    played = set()
    for number in range(GAMES_EACH):
        state, choice = next(playout(players, number, LOOSE))
        while not IMHOTEP.is_over(state):
            action = any_kind(choice, tuple(IMHOTEP.legal_actions(state)))
            played.add(action.kind)
            IMHOTEP.advance(state, action)
    assert played >= {"private", "bet", *(f"favor{number}" for number in range(1, 6))}


@over_players
def test_a_record_with_the_minis_verifies(players: int) -> None:
    """A whole game replays from its options, seed and plies, down to the score lines."""
    choice = Random(players)
    seed = choice.randbytes(32)
    options = IMHOTEP.parse_options({"players": players, **ALL})
    state = IMHOTEP.new_game(options, seed)
    plies = []
    while (seat := IMHOTEP.to_act(state)) is not None:
        action = any_kind(choice, tuple(IMHOTEP.legal_actions(state)))
        plies.append(Ply(seat, str(action)))
        IMHOTEP.advance(state, action)
    names = [f"bot {seat}" for seat in range(players)]
    game = find_game("imhotep")
    record = record_of(game, options, seed=seed, match_id="m", seats=names, plies=plies)
    verify(record)
    sources = {line.source for line in record.scores[0].lines}
    assert {"private-ships", "wager"} <= sources
