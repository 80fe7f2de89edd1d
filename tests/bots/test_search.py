"""The bots that search: legal everywhere, repeatable, in time, and blind to what is hidden."""

from __future__ import annotations

from random import Random
from time import monotonic

import pytest
from pydantic import JsonValue

from saqqara_bots import planner
from saqqara_bots.mcts import MctsBot
from saqqara_bots.planner import PlannerBot
from saqqara_bots.random_bot import RandomBot
from saqqara_bots.worths import leads
from saqqara_contest.time_controls import Fischer
from saqqara_engine.games import find_game
from saqqara_sdk import Bot, Clock, LegalAction, Turn, load_bot
from saqqara_sdk.arena import Entrant, MatchSetting, play_blocks, play_match, tally
from saqqara_sdk.bots.turn import Rules, State
from tests.engine.pieces import frozen
from tests.sdk.turns import SEED, sent, turn_of

HOUR = Fischer(3_600_000)
TABLES: list[tuple[str, dict[str, JsonValue]]] = [
    ("imhotep", {"players": 2}),
    ("imhotep", {"players": 3, "preset": "b-sides"}),
    ("imhotep", {"players": 4, "preset": "minis"}),
    ("imhotep", {"players": 2, "preset": "new-dynasty", "hiddenMarketCards": True}),
    ("imhotep", {"players": 4, "preset": "everything"}),
    ("duel", {}),
    ("duel", {"preset": "b"}),
]


class Steady(MctsBot):
    """A search of a few games in the head, the same wherever it runs."""

    iterations = 12


class Patient(MctsBot):
    """A search that would take a minute, if its clock let it."""

    seconds = 60.0


searching = pytest.mark.parametrize("bot", [PlannerBot, Steady])


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planner looks at one world only."""
    monkeypatch.setattr(planner, "WORLDS", 1)


def seat_bots(*bots: type[Bot]) -> list[Entrant]:
    return [Entrant(f"{bot.name}-{seat}", bot) for seat, bot in enumerate(bots)]


def in_the_middle(game: str, asked: dict[str, JsonValue], plies: int = 20) -> tuple[Rules, State]:
    """A state after some random plies, in which there is a choice."""
    rules, chance = find_game(game), Random(5)
    state: State = rules.new_game(rules.parse_options(asked), SEED)
    while plies > 0 or len(rules.legal_actions(state)) == 1:
        rules.advance(state, chance.choice(rules.legal_actions(state)))
        plies -= 1
    return rules, state


def chosen(bot: type[Bot], turn: Turn) -> LegalAction:
    """What a new bot does with its chance begun anew."""
    turn.random = Random(9)
    choice = bot().choose(turn)
    assert isinstance(choice, LegalAction)
    return choice


@searching
@pytest.mark.parametrize(("game", "asked"), TABLES)
def test_it_plays_whole_games(bot: type[Bot], game: str, asked: dict[str, JsonValue]) -> None:
    """With all numbers of players and all kinds of options it takes what is on offer."""
    rules = find_game(game)
    options = rules.parse_options(asked)
    setting = MatchSetting(rules, options, HOUR)
    seats = seat_bots(*[bot] + [RandomBot] * (options.players - 1))
    played = play_match(setting, seats, "whole")
    assert (played.faults, played.record.flagged) == ((), ())


@searching
@pytest.mark.parametrize("game", ["imhotep", "duel"])
def test_it_repeats_itself(bot: type[Bot], game: str) -> None:
    """The same chance gives the same game again."""
    rules = find_game(game)
    setting = MatchSetting(rules, rules.parse_options({}), HOUR)
    first, again = (play_match(setting, seat_bots(bot, RandomBot), "same") for _ in range(2))
    assert [ply.action for ply in first.record.plies] == [ply.action for ply in again.record.plies]


@searching
@pytest.mark.parametrize(("game", "asked"), TABLES)
def test_it_does_not_see_what_is_hidden(
    bot: type[Bot], game: str, asked: dict[str, JsonValue]
) -> None:
    """States that differ only in what its seat cannot know, and the wire, give the same choice."""
    rules, state = in_the_middle(game, asked)
    turn = turn_of(rules, state, 20)
    other: State = rules.sample(turn.view, bytes(32))
    assert frozen(other) != frozen(state)
    choice = chosen(bot, turn)
    assert chosen(bot, turn_of(rules, other, 20)) == choice
    assert chosen(bot, Turn.from_wire(sent(turn))) == choice


@pytest.mark.parametrize("left_ms", [500, 0])
def test_it_never_thinks_its_clock_away(left_ms: int) -> None:
    """However long a search may take, it ends within a share of the time left."""
    rules, state = in_the_middle("imhotep", {})
    turn = turn_of(rules, state, 20, Clock((left_ms, left_ms), left_ms))
    began = monotonic()
    Patient().choose(turn)
    assert monotonic() - began < 10


def test_without_a_clock_it_keeps_its_own_time() -> None:
    """A fifth of a second a decision, or little more."""
    rules, state = in_the_middle("duel", {})
    turn = turn_of(rules, state, 20, Clock((None, None), None))
    began = monotonic()
    MctsBot().choose(turn)
    assert 0.2 <= monotonic() - began < 10


@searching
@pytest.mark.parametrize("game", ["imhotep", "duel"])
def test_it_beats_random(bot: type[Bot], game: str) -> None:
    """Even with next to no search it wins most games against random."""
    rules = find_game(game)
    setting = MatchSetting(rules, rules.parse_options({"players": 2}), HOUR)
    bots = seat_bots(bot, RandomBot)
    played = list(play_blocks(setting, bots, 4, seed=1))
    assert tally(played, [bots[0].label])[0].total.wins >= 6


def test_a_lead_is_over_the_best_other() -> None:
    """Whoever is first leads the second, all others trail the first; equals lead by nothing."""
    assert leads([7, 4, 9]) == [-2, -5, 2]
    assert leads([5, 5, 1]) == [0, 0, -4]


def test_both_have_short_names() -> None:
    """`saqqara play mcts planner` needs no path."""
    assert (load_bot("mcts"), load_bot("planner")) == (MctsBot, PlannerBot)
