"""Bots of one game, as their authors write them: mypy reads this, and the tests play it."""

from __future__ import annotations

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.imhotep.state import Action as ImhotepAction
from saqqara_sdk import DuelBot, DuelTurn, ImhotepBot, ImhotepTurn, LegalAction


class Mason(ImhotepBot):
    """Reads Imhotep's view, and answers with a legal action."""

    def choose(self, turn: ImhotepTurn) -> LegalAction[ImhotepAction]:
        stones = turn.view.site("obelisks").of(turn.seat)
        sled = turn.view.seats[turn.seat].sled
        state = turn.sample()
        assert state.sled[turn.seat] == sled
        assert state.stones[4].count(turn.seat) == stones
        return max(turn.legal_actions, key=lambda one: one.notation)


class Duellist(DuelBot):
    """Reads the Duel's view, and answers with the action itself."""

    def choose(self, turn: DuelTurn) -> DuelAction:
        assert turn.view.builders[turn.seat].count("obelisk") >= 0
        assert turn.view.boat("r1").name == "r1"
        state = turn.sample()
        after = turn.simulator.after(state, turn.legal_actions[0])
        assert turn.simulator.after(state, turn.legal_actions[0].action).turn == after.turn
        return turn.legal_actions[-1].action
