"""Bots of one game: what they are given is typed, and where they cannot play they are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from saqqara_contest.time_controls import Untimed
from saqqara_engine import find_game
from saqqara_engine.errors import UnknownName
from saqqara_engine.games import GAMES
from saqqara_sdk import DuelTurn, ImhotepTurn
from saqqara_sdk.arena import Limits, play_match
from saqqara_sdk.arena.entrants import labels_of
from saqqara_sdk.bots.answers import IllegalChoice, chosen_action
from saqqara_sdk.bots.loader import BotNotFound, bots_in, load_bot
from saqqara_sdk.checks.course import CheckCourse, check
from tests.sdk.arena_tables import entrants, setting
from tests.sdk.bots.typed_bots import Duellist, Mason
from tests.sdk.turns import SEED, offline, turn_of

FILE = "tests/sdk/bots/typed_bots.py"
DUEL = find_game("duel")
IMHOTEP = cast("ImhotepTurn", offline(9))
DUELLING = cast("DuelTurn", turn_of(DUEL, DUEL.new_game(DUEL.parse_options({}), SEED), 0))


def test_bots_of_one_game_play_it() -> None:
    """A bot may answer with a legal action or with the engine's action, and look things up."""
    assert not play_match(setting(2), entrants(Mason, Mason), "offline-masons").faults
    terms = replace(setting(2), rules=DUEL, options=DUEL.parse_options({}))
    assert not play_match(terms, entrants(Duellist, Duellist), "offline-duellists").faults


def test_a_bot_in_another_game_is_named() -> None:
    """It is at fault before it is asked anything, in words that say which game it plays."""
    fault = play_match(setting(2), entrants(Duellist, Mason), "offline-other").faults[0]
    assert "Duellist plays duel, not imhotep." in fault.why


def test_commands_know_which_games_a_bot_plays() -> None:
    """Who names a bot for another game hears it at once; a check plays only those that it plays."""
    with pytest.raises(BotNotFound, match=r"Duellist does not play imhotep\. .* --game duel"):
        labels_of([f"{FILE}:Mason", f"{FILE}:Duellist"], Limits(), "imhotep")
    assert labels_of([f"{FILE}:Mason"], Limits(), "imhotep") == ["Mason"]
    (only,) = check(f"{FILE}:Mason", CheckCourse((DUEL,), Untimed()))
    assert (only.is_failure, "it plays imhotep" in only.text) == (True, True)
    passed = list(check(f"{FILE}:Duellist", CheckCourse(tuple(GAMES.values()), Untimed())))
    assert {one.check.split(",")[0] for one in passed if "plays" in one.check} >= {"plays duel"}
    assert not any(one.is_failure or "imhotep" in one.check for one in passed)


def test_the_bases_are_no_bots_to_play() -> None:
    """Only the classes that a file defines are found in it."""
    assert bots_in(Path(FILE)) == [f"{FILE}:Mason", f"{FILE}:Duellist"]
    with pytest.raises(BotNotFound, match=r"defines 2 bots of its own. Use .*Mason or .*Duellist"):
        load_bot(FILE)
    with pytest.raises(BotNotFound, match=r"has no Digger\. Its bots: Mason, Duellist"):
        load_bot(f"{FILE}:Digger")


@pytest.mark.parametrize(
    ("look_up", "sentence"),
    [
        (lambda: IMHOTEP.view.site("obelisk"), "no site 'obelisk'; there is market, pyramids"),
        (lambda: IMHOTEP.view.seats[0].count("statues"), "no card 'statues'; there is "),
        (lambda: IMHOTEP.view.seats[0].scored.points_from("x"), "no source of points 'x'; there "),
        (lambda: DUELLING.view.boat("r4"), "no boat 'r4'; there is r1, r2, r3, c1, c2, c3"),
        (lambda: DUELLING.view.builders[0].count("tomb"), "no token 'tomb'; there is obelisk"),
    ],
)
def test_a_wrong_name_tells_the_names_that_there_are(
    look_up: Callable[[], object], sentence: str
) -> None:
    """Whoever mistypes a site, a card, a source, a boat or a token reads what it could be."""
    with pytest.raises(UnknownName, match=sentence):
        look_up()


@pytest.mark.parametrize("answer", [None, 0, "get", "place 1.1", object(), DUEL])
def test_other_answers_are_told_what_to_write(answer: object) -> None:
    """A text or a number is no action, and neither is one that was not offered."""
    with pytest.raises(IllegalChoice, match=r"return one of turn.legal_actions, or its .action"):
        chosen_action(answer, IMHOTEP.legal_actions)


def test_everything_is_shown_in_notation() -> None:
    """Whoever prints an action, a state or what is legal reads the notation."""
    first = IMHOTEP.legal_actions[0]
    assert repr(first) == f"LegalAction(<{first.notation}>)"
    assert repr(first.action) == f"<{first.notation}>"
    assert repr(IMHOTEP.sample()).startswith("<imhotep for 3: round ")
    assert repr(DUELLING.sample()).startswith("<duel: ")
    for turn in (IMHOTEP, DUELLING):
        for text in turn.rules.every_action(turn.view.options):
            assert repr(turn.rules.parse_action(text)) == f"<{text}>"
