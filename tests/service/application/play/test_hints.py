"""What the house bot would do: told to the asked seat alone, from what that seat knows."""

from __future__ import annotations

import random

import pytest

from saqqara_engine.games import GAMES
from saqqara_engine.preview import average_gains
from saqqara_service import questions
from saqqara_service.application.play import hints
from saqqara_service.application.service import Service
from saqqara_service.errors import MatchOver, NotYourSeat, NotYourTurn, WrongState
from tests.service import jobs
from tests.service.ladders import a_ladder, running
from tests.service.lookups import match_of
from tests.service.matches import a_match, act_at_random, legal_now, play_out


@pytest.mark.parametrize("name", GAMES)
def test_what_is_better_at_once_comes_first(name: str) -> None:
    """The gain is one's own points less the most of an opponent's, where chance has no part."""
    game, rng = GAMES[name], random.Random(5)
    state = game.new_game(game.parse_options({}), bytes(32))
    compared = 0
    while (seat := game.to_act(state)) is not None:
        legal = [*game.legal_actions(state)]
        gains = average_gains(game, game.view(state, seat), seat, legal)
        for action, gain in zip(legal, gains, strict=True):
            after = game.copy(state)
            game.advance(after, action)
            changes = [
                now - was
                for now, was in zip(game.projected(after), game.projected(state), strict=True)
            ]
            others = [change for number, change in enumerate(changes) if number != seat]
            compared += gain == changes[seat] - max(others)
        game.advance(state, rng.choice(legal))
    assert compared > 250


def test_a_hint_follows_from_the_view_alone() -> None:
    """Worlds that a seat cannot tell apart give it the same hint, whatever lies hidden."""
    game, rng = GAMES["imhotep"], random.Random(10)
    state = game.new_game(
        game.parse_options({"players": 2, "preset": "everything"}), rng.randbytes(32)
    )
    compared = 0
    while (seat := game.to_act(state)) is not None:
        legal = [*game.legal_actions(state)]
        if rng.random() < 0.2:
            view = game.view(state, seat)
            other = game.sample(view, rng.randbytes(32))
            seen = [game.view(one, seat) for one in (state, other)]
            first, second = (average_gains(game, view, seat, legal) for view in seen)
            assert first == second
            compared += 1
        game.advance(state, rng.choice(legal))
    assert compared > 5


async def test_only_the_asked_seat_gets_a_hint(svc: Service) -> None:
    """Three legal actions at most, the best first; nothing once the match is over."""
    seated, rng = await a_match(svc), random.Random(2)
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    question = questions.MatchQuestion(match_id=seated.id)
    asked, waits = seated.callers[match.to_act], seated.callers[1 - match.to_act]
    with pytest.raises(NotYourTurn):
        await hints.request(svc, waits, question)
    with pytest.raises(NotYourSeat):
        await hints.request(svc, seated.owner, question)
    hint = await hints.request(svc, asked, question)
    assert {one.action for one in hint.actions} <= set(legal)
    assert [one.gain for one in hint.actions] == sorted(
        (one.gain for one in hint.actions), reverse=True
    )
    assert len(hint.actions) == 3
    await act_at_random(svc, seated, rng)
    await play_out(svc, seated, rng)
    with pytest.raises(MatchOver):
        await hints.request(svc, asked, question)


async def test_a_rated_match_has_no_hints(svc: Service) -> None:
    """Its seats are told so, whoever they are."""
    enrolled = await a_ladder(svc, bots=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    (match_id, *_) = await running(svc)
    match = await match_of(svc, match_id)
    assert match.to_act is not None
    asked = enrolled.callers[match.seats[match.to_act].bot_id or ""]
    with pytest.raises(WrongState, match="no hints in rated matches"):
        await hints.request(svc, asked, questions.MatchQuestion(match_id=match_id))
