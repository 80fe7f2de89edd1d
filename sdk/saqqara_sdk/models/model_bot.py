"""A bot whose decisions a language model takes."""

from __future__ import annotations

import json
import os
from collections import deque
from dataclasses import asdict, replace
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final

from saqqara_engine.game import EPOCH
from saqqara_engine.records.notes import MOST_WORDS, UNWRITTEN
from saqqara_sdk.bots.bot import Bot, Event, MatchInfo
from saqqara_sdk.bots.turn import Action, Clock, Turn, parse_action
from saqqara_sdk.models.endpoint import Endpoint
from saqqara_sdk.models.errors import ModelFault, NoLegalAnswer, UnusableSetting
from saqqara_sdk.models.prompts import PROMPT, Prompt, digest
from saqqara_sdk.models.replay import Entry, Replay, file_in
from saqqara_sdk.models.replies import Reply, Request, judged
from saqqara_sdk.models.usage import Usage
from saqqara_sdk.wire.models import Result

LOG_VARIABLE: Final = "SAQQARA_MODEL_LOG"
LATEST: Final = 12
"""The number of events in a prompt."""
QUOTED: Final = 1_000
"""The characters of a reply that the model reads again, the last ones."""
LONGEST_WHY: Final = 500
MOST_NOTED: Final = 3_000
"""The bytes of a reply in a note, as JSON, the last ones; the rest of the note needs less."""
RESERVE: Final = 0.1
LONGEST_RESERVE_S: Final = 2.0
"""A decision leaves a tenth of the clock or two seconds, so that no seat runs out of time."""


class ModelBot(Bot):
    """A bot whose decisions a language model takes; a subclass names its endpoint.

    >>> class Scribe(ModelBot):
    ...     endpoint = Endpoint("http://127.0.0.1:8080/v1", "llama-3")

    Without a legal answer a decision raises `ModelFault`. In the arena autoplay then takes it, and
    the record marks the action as `auto`; on a server the time of the decision runs out.

    Each action has a note with the model, its tokens, the hash of the prompt template, the epoch
    of the texts and the end of the reply.
    """

    endpoint: ClassVar[Endpoint | Replay]
    """The model, or a log in its place."""
    prompt: ClassVar[Path] = PROMPT
    """The file of the prompt template, see `saqqara_sdk.models.prompts`."""
    rethinks: ClassVar[int] = 2
    """The number of further answers after one that names no legal action."""
    decision_s: ClassVar[float] = 50.0
    """The maximum seconds of a decision. Without a clock the arena waits 60 s for a bot."""
    log: ClassVar[Path | None] = None
    """The folder for logs; by default that of the environment variable `SAQQARA_MODEL_LOG`."""

    def match_started(self, match: MatchInfo) -> None:
        """Check the settings of the bot; raises `UnusableSetting`."""
        if not hasattr(self, "endpoint"):
            raise UnusableSetting(f"{self.name} has no model. Set its class attribute `endpoint`.")
        self.total, self.decision = Usage(), Usage()
        """The counts of the match so far, and of the last decision."""
        self._prompt = Prompt.read(self.prompt)
        self._source = self.endpoint.open(match)
        self._events = deque[str](maxlen=LATEST)
        folder = self.log or os.environ.get(LOG_VARIABLE)
        self._file = None
        if folder and isinstance(self.endpoint, Endpoint):
            self._file = file_in(Path(folder), match)
            self._append(json.dumps({"start": match.match_id}) + "\n")

    def observe(self, event: Event) -> None:
        """Remember the latest events for the prompt."""
        if event.kind == "action":
            by = " (autoplay)" if event.auto else ""
            self._events.append(f"seat {event.seat}: {event.notation}{by}")
        elif event.kind != "resync":
            self._events.append(f"seat {event.seat}: {event.kind}")

    async def choose(self, turn: Turn) -> Action:
        """Return the action that the model names; raises `ModelFault`."""
        began, is_undecided = monotonic(), True
        self.decision = Usage()
        prompt, position = self._prompt.fill(turn, self._events)
        request = Request(turn.version, position, prompt)
        try:
            action = await self._decide(turn, request, began + self._limit_s(turn.clock))
            is_undecided = False
        except ModelFault as fault:
            self._write(request, Reply(why=str(fault)))
            raise
        except Exception as error:  # any other error would let the runner choose an action
            raise ModelFault(f"It cannot be asked: {type(error).__name__} {error}") from error
        finally:
            for usage in (self.decision, self.total):
                usage.end(monotonic() - began, is_undecided=is_undecided)
        return action

    def match_ended(self, result: Result) -> None:  # noqa: ARG002
        """Write the totals of the match to the log."""
        self._append(json.dumps({"total": asdict(self.total)}) + "\n")

    async def _decide(self, turn: Turn, request: Request, until: float) -> Action:
        asked, why = request, ""
        for _ in range(self.rethinks + 1):

            def count(reply: Reply, asked: Request = asked) -> None:
                self._count(asked, reply)

            reply = judged(await self._source.reply(asked, until, count), turn)
            count(reply)
            if reply.action is not None:
                self._note(reply)
                return parse_action(turn.game, reply.action)
            why = reply.why
            quoted = json.dumps(reply.answer[-QUOTED:], ensure_ascii=False)
            again = f"{request.text}\nYour previous answer ended with {quoted}.\n{why}\n"
            asked = replace(request, text=again)
        raise NoLegalAnswer(f"None of {self.rethinks + 1} answers names a legal action: {why}")

    def _note(self, reply: Reply) -> None:
        """Note the model, the tokens of the whole decision, and the end of the reply."""
        words = UNWRITTEN.sub(" ", reply.answer)[-MOST_WORDS:]
        while len(json.dumps(words, ensure_ascii=False).encode()) > MOST_NOTED:
            words = words[len(words) // 8 + 1 :]
        model = reply.model if isinstance(reply, Entry) else None
        if isinstance(self.endpoint, Endpoint):
            model = self.endpoint.model
        self.note(
            words=words.strip(),
            tokens_in=self.decision.prompt_tokens,
            tokens_out=self.decision.completion_tokens,
            model=model,
            prompt=self._prompt.version,
            epoch=EPOCH,
        )

    def _limit_s(self, clock: Clock) -> float:
        if clock.mine_ms is None:
            return self.decision_s
        mine_s = clock.mine_ms / 1000
        return min(self.decision_s, mine_s - min(RESERVE * mine_s, LONGEST_RESERVE_S))

    def _count(self, request: Request, reply: Reply) -> None:
        cost = self.endpoint.cost(reply) if isinstance(self.endpoint, Endpoint) else None
        for usage in (self.decision, self.total):
            usage.count(reply, cost)
        self._write(request, reply)

    def _write(self, request: Request, reply: Reply) -> None:
        """Log a reply, or with no outcome the end of a decision that the model did not take."""
        if self._file is None or not isinstance(self.endpoint, Endpoint):
            return
        entry = Entry(
            **dict(reply),
            version=request.version,
            position=request.position,
            prompt=self._prompt.version,
            request=digest(self.endpoint.body(request.text)),
            model=self.endpoint.model,
        )
        entry = entry.model_copy(update={"why": reply.why[:LONGEST_WHY]})
        self._append(entry.model_dump_json(by_alias=True, ensure_ascii=True) + "\n")

    def _append(self, line: str = "") -> None:
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(line)
        except OSError as error:
            raise UnusableSetting(f"The log {self._file} cannot be written: {error}") from error
