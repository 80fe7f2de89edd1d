"""Turns for tests: of a state at hand, and as a service sends them."""

from __future__ import annotations

import json
from random import Random

from pydantic import JsonValue

from saqqara_engine.games import find_game
from saqqara_engine.wire import view_json
from saqqara_sdk import Clock, Turn
from saqqara_sdk.bots.turn import Rules, State

SEED = bytes(range(32))


def offline(plies: int) -> Turn:
    """A turn after some plies of a game in which everybody takes the last action on offer."""
    rules = find_game("imhotep")
    state = rules.new_game(rules.parse_options({"players": 3}), SEED)
    for _ in range(plies):
        rules.advance(state, rules.legal_actions(state)[-1])
    return turn_of(rules, state, plies)


USUAL = Clock((9_000, 8_000, 7_000), 8_000)


def turn_of(rules: Rules, state: State, plies: int, clock: Clock = USUAL) -> Turn:
    """The turn of the seat that is asked in a state."""
    seat = rules.to_act(state)
    assert seat is not None
    return Turn.from_state(
        rules,
        state,
        seat,
        match_id="m1",
        version=plies + 1,
        clock=clock,
        chance=Random(1),
    )


def sent(turn: Turn) -> dict[str, JsonValue]:
    """The turn as a service sends it."""
    wire = {
        "matchId": turn.match_id,
        "commitment": "",
        "game": turn.game,
        "version": turn.version,
        "seat": turn.seat,
        "view": view_json(turn.view),
        "actions": [offered.notation for offered in turn.legal_actions],
        "leftMs": list(turn.clock.left_ms),
        "deadlineMs": 1_700_000_007_500,
        "nowMs": 1_700_000_000_000,
        "somethingNew": True,
    }
    loaded: dict[str, JsonValue] = json.loads(json.dumps(wire))
    return loaded
