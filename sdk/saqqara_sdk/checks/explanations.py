"""A bot's values for the decisions of a record, including those of other bots."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing, redirect_stdout
from dataclasses import dataclass
from random import Random
from typing import cast

from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.records import record as records
from saqqara_engine.records.record import Record
from saqqara_sdk.bots.answers import awaited
from saqqara_sdk.bots.bot import AnyBot, Bot, Event, MatchInfo, begin, observes
from saqqara_sdk.bots.turn import Action, Clock, Rules, State, Turn
from saqqara_sdk.bots.worths import Unexplained, Worth, read_worths


@dataclass(frozen=True, slots=True)
class Explained:
    """One decision: the seat, the played action, and a bot's values of the actions."""

    ply: int
    """The number of the decision in the game, from 1."""
    seat: int
    """The seat that decided."""
    played: str
    """The played action, in notation."""
    bot: str
    """The bot that values the actions."""
    worths: tuple[Worth[Action], ...]
    """The values, the best first; actions without a value are missing."""
    labels: tuple[str, ...]
    """The actions of `worths` in words."""

    def to_json(self) -> dict[str, Json]:
        """Return the decision as JSON."""
        actions: list[Json] = [
            {"action": str(one.action), "label": label, "worth": one.worth, "note": one.note}
            for one, label in zip(self.worths, self.labels, strict=True)
        ]
        where: dict[str, Json] = {"ply": self.ply, "seat": self.seat}
        where |= {"bot": self.bot, "played": self.played}
        return {**where, "actions": actions}


def explain(
    kind: type[AnyBot], record: Record, plies: Sequence[int], seed: int
) -> Iterator[Explained]:
    """Yield the bot's values for these plies, from 1; the bot gets the view of the seat to act.

    Raises `EngineError` if the record cannot be replayed, and `Unexplained`.
    """
    rules, wanted = find_game(record.game), set(plies)
    if kind.explain is Bot.explain:
        raise Unexplained(
            f"{kind.name} has no method explain(turn), which returns the values of actions"
        )
    for number, state in enumerate(records.replay(record), 1):
        if number in wanted and number <= len(record.plies):
            turn = _turn(rules, record, state, number, seed)
            yield _explained(kind, record, turn, number)


def _turn(rules: Rules, record: Record, state: object, ply: int, seed: int) -> Turn:
    seat = record.plies[ply - 1].seat
    return Turn.from_state(
        rules,
        cast("State", state),
        seat,
        match_id=record.match_id,
        version=ply,
        clock=Clock((None,) * len(record.seats), None),
        chance=Random(f"{seed} {ply}"),
    )


def _explained(kind: type[AnyBot], record: Record, turn: Turn, ply: int) -> Explained:
    try:
        with redirect_stdout(sys.stderr):  # standard output belongs to the command
            explanation = _ask(kind, record, turn, ply)
        worths = read_worths(explanation, turn.legal_actions)
    except Unexplained as error:
        raise Unexplained(f"{kind.name} at ply {ply}: {error}") from None
    except Exception as error:
        raise Unexplained(
            f"{kind.name} at ply {ply} raised {type(error).__name__}: {error}"
        ) from error
    labels = [turn.rules.label(turn.view, one.action) for one in worths]
    played = record.plies[ply - 1].action
    return Explained(ply, turn.seat, played, kind.name, tuple(worths), tuple(labels))


def _ask(kind: type[AnyBot], record: Record, turn: Turn, ply: int) -> object:
    """Return a new instance's values, after it has received the earlier events as in a match."""
    bot = kind()
    begin(bot, MatchInfo(turn.match_id, turn.game, turn.seat, turn.players))
    with closing(asyncio.Runner()) as runner:  # it has a loop only where one is needed
        if observes(kind):
            for event in _before(record, turn, ply):
                heard = bot.observe(event)
                if heard is not None:
                    runner.run(awaited(heard))
        explanation = bot.explain(turn)
        return (
            runner.run(awaited(explanation)) if isinstance(explanation, Awaitable) else explanation
        )


def _before(record: Record, turn: Turn, ply: int) -> Iterator[Event]:
    for version, one in enumerate(record.plies[: ply - 1], 1):
        action = turn.rules.parse_action(one.action)
        yield Event(turn.match_id, version, "action", one.seat, action, one.auto)
