"""Whole games at random with the cards and prophecies of A New Dynasty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.imhotep.cards.card_kinds import NEVER_HIDDEN, NEW_DYNASTY_DECK, RED
from saqqara_engine.imhotep.cards.piles import gather, spread
from saqqara_engine.imhotep.expansions.prophecies import PROPHECIES
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.setup import stones_per_seat
from saqqara_engine.imhotep.state import Action, State
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import record_of, verify
from tests.engine.imhotep.test_playouts import cards_of, check_sample, shallow, stones_of

GAMES_EACH = 60


def options_of(players: int, choice: Random) -> Options:
    """The cards and prophecies with any sides, and what else concerns cards."""
    return IMHOTEP.parse_options(
        {
            "players": players,
            "newDynastyCards": True,
            "prophecies": True,
            "sides": {site: choice.choice("AABCD") for site in SITES},
            "secondColour": players == 2 and choice.random() < 0.5,
            "hiddenMarketCards": choice.random() < 0.5,
            "keepRedCards": choice.choice((None, False)),
            "redWithEmptyQuarryFizzles": choice.random() < 0.5,
        }
    )


def lively(choice: Random, legal: tuple[Action, ...]) -> Action:
    """A kind of action at random, then one of that kind, so that rare cards are played."""
    kind = choice.choice(sorted({action.kind for action in legal}))
    return choice.choice([action for action in legal if action.kind == kind])


def playout(players: int, number: int) -> Iterator[tuple[State, Random]]:
    """The states of a random game, each before its ply, with the chance that picks plies."""
    choice = Random(f"{players}/{number}")
    state = IMHOTEP.new_game(options_of(players, choice), choice.randbytes(32))
    while not IMHOTEP.is_over(state):
        yield state, choice
        IMHOTEP.advance(state, lively(choice, tuple(IMHOTEP.legal_actions(state))))
    yield state, choice


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stones_and_cards_are_neither_lost_nor_made(players: int) -> None:
    """At every ply there are all stones and 48 cards, and no sled carries more than it can."""
    deck = Counter(NEW_DYNASTY_DECK)
    played: Counter[str] = Counter()
    for number in range(GAMES_EACH):
        for state, _ in playout(players, number):
            stones = stones_per_seat(state.table.options)
            assert [stones_of(state, seat) for seat in range(players)] == [stones] * players
            assert cards_of(state) == deck
            assert all(
                0 <= sled <= capacity
                for sled, capacity in zip(state.sled, state.capacity, strict=True)
            )
            played.update(action.kind for action in IMHOTEP.legal_actions(state))
    assert {"raft", "plank", "prophecy"} <= played.keys()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_somebody_can_always_act_until_the_end(players: int) -> None:
    """Legal actions are distinct and readable; a pass stands beside nothing but prophecies."""
    for number in range(GAMES_EACH):
        for state, choice in playout(players, number):
            legal = IMHOTEP.legal_actions(state)
            assert bool(legal) == (IMHOTEP.to_act(state) is not None)
            assert len(set(legal)) == len(legal)
            kinds = {action.kind for action in legal}
            assert "pass" not in kinds or kinds <= {"pass", "prophecy"}
            assert kinds != {"prophecy"}
            if choice.random() < 0.1:
                assert [IMHOTEP.parse_action(str(action)) for action in legal] == list(legal)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_red_cards_are_counted_and_scarabs_limited(players: int) -> None:
    """Amun's count is the red cards that were kept; no seat has more than two scarabs."""
    for number in range(GAMES_EACH):
        for state, _ in playout(players, number):
            prophecies = PROPHECIES.read(state)
            assert all(
                sum(scarab.seat == seat for scarab in prophecies.scarabs) <= 2
                for seat in range(players)
            )
            if state.table.keeps_red_cards:
                held = [sum(card in RED for card in spread(hand)) for hand in state.hands]
                assert prophecies.red_cards == tuple(held)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_sample_has_the_view_it_was_drawn_from(players: int) -> None:
    """A view goes over the wire, and a sampled state has it; it plays on to the end."""
    for number in range(12):
        for state, choice in playout(players, number):
            if choice.random() < 0.95:
                continue
            check_sample(state, choice)


def reshuffled(state: State, seat: int, choice: Random) -> State:
    """A state that the seat cannot tell from this one: others' face-down cards are swapped."""
    twin = state.copy()
    others = [other for other in range(state.players) if other != seat]
    kept = {other: spread(state.hands[other] & NEVER_HIDDEN) for other in others}
    hidden = {other: spread(state.hands[other] & ~NEVER_HIDDEN) for other in others}
    never = [card for card in twin.deck if NEVER_HIDDEN & gather([card])]
    pool = [card for card in twin.deck if not NEVER_HIDDEN & gather([card])]
    pool += [card for cards in hidden.values() for card in cards]
    choice.shuffle(pool)
    for other in others:
        dealt, pool = pool[: len(hidden[other])], pool[len(hidden[other]) :]
        twin.hands[other] = gather([*kept[other], *dealt])
    twin.deck = bytes(choice.sample([*never, *pool], len(twin.deck)))
    return twin


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_hidden_does_not_show(players: int) -> None:
    """States that differ only in what a seat does not see give it the same view and choices."""
    for number in range(24):
        for state, choice in playout(players, number):
            seat = IMHOTEP.to_act(state)
            if not state.table.options.hidden_market_cards or seat is None:
                break
            if choice.random() < 0.9:
                continue
            twin = reshuffled(state, seat, choice)
            assert cards_of(twin) == cards_of(state)
            assert IMHOTEP.view(twin, seat) == IMHOTEP.view(state, seat)
            assert IMHOTEP.legal_actions(twin) == IMHOTEP.legal_actions(state)
            assert IMHOTEP.draw(IMHOTEP.view(twin, seat)) == IMHOTEP.draw(IMHOTEP.view(state, seat))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_applying_leaves_its_argument_alone(players: int) -> None:
    """What the expansions keep is not shared between a state and its copy."""
    for number in range(6):
        for state, choice in playout(players, number):
            if IMHOTEP.is_over(state):
                break
            before = repr(shallow(state.copy()))
            IMHOTEP.apply(state, lively(choice, tuple(IMHOTEP.legal_actions(state))))
            assert repr(shallow(state)) == before


def test_such_a_game_can_be_recorded() -> None:
    """The record tells which prophecies were revealed, and plays again from its seed."""
    choice, seed = Random(9), bytes(range(32))
    options = IMHOTEP.parse_options({"players": 3, "newDynastyCards": True, "prophecies": True})
    state = IMHOTEP.new_game(options, seed)
    plies = []
    while (asked := IMHOTEP.to_act(state)) is not None:
        action = lively(choice, tuple(IMHOTEP.legal_actions(state)))
        plies.append(Ply(asked, str(action)))
        IMHOTEP.advance(state, action)
    record = record_of(
        find_game("imhotep"),
        options,
        seed=seed,
        match_id="dynasty",
        seats=["a", "b", "c"],
        plies=plies,
    )
    verify(record)
    lines = {line.source for line in record.scores[0].lines}
    assert {"prophecies", "stone-quarries", "stone-ornaments"} <= lines
    assert [outcome.what for outcome in record.chance][:3] == ["deck", "round cards", "prophecies"]
    assert set(IMHOTEP.house_values(options)) >= {"H-20", "H-21", "H-22"}
