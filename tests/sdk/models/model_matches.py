"""Matches of bots of models for tests, and the proof that none of their moves is a ghost's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import TimeControl, Untimed
from saqqara_engine.games import find_game
from saqqara_sdk.arena import Entrant, MatchSetting, Played, play_match
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.models import Endpoint, ModelBot, Outcome, Replay, Usage
from saqqara_sdk.wire.models import Result
from tests.sdk.models.scripted_endpoint import COMPLETION_TOKENS, PROMPT_TOKENS, ScriptedEndpoint


def bot_of(source: Endpoint | Replay, folder: Path | None = None, **fields: object) -> type[Scribe]:
    return type("Scribe", (Scribe,), {"endpoint": source, "log": folder, "usages": [], **fields})


class Scribe(ModelBot):
    """Keeps the counts of its matches."""

    usages: list[Usage]

    def match_ended(self, result: Result) -> None:
        super().match_ended(result)
        self.usages.append(self.total)


def played(
    bot: type[AnyBot],
    game: str = "duel",
    match_id: str = "m1",
    control: TimeControl = Untimed(),  # noqa: B008 - a value
    rival: type[AnyBot] = RandomBot,
) -> Played:
    rules = find_game(game)
    options = rules.parse_options({"players": 3} if game == "imhotep" else {})
    others = [Entrant(f"rival{seat}", rival) for seat in range(options.players - 1)]
    how = MatchSetting(rules, options, control)
    return play_match(how, [Entrant("scribe", bot), *others], match_id)


def moves(match: Played, *, auto: bool = False) -> list[str]:
    """The model's actions, or those of the policy in its place."""
    assert match.transcript is not None
    rows = match.transcript.rows
    return [str(row.action) for row in rows if row.seat == 0 and row.auto is auto]


def no_ghosts(match: Played, scripted: ScriptedEndpoint, usage: Usage) -> None:
    """Each action is the model's own or marked as the policy's, and everything is counted."""
    assert moves(match) == scripted.named
    assert len(moves(match, auto=True)) == usage.undecided == len(match.faults)
    assert usage.decisions == usage.undecided + usage.outcomes[Outcome.LEGAL]
    assert Counter(usage.outcomes) == scripted.outcomes()
    answers = sum(usage.outcomes.values()) - usage.outcomes[Outcome.TRANSPORT]
    assert usage.prompt_tokens == answers * PROMPT_TOKENS
    assert usage.completion_tokens == answers * COMPLETION_TOKENS
