"""Logs of a model's replies, and their replay without an endpoint.

The log of a match and a seat is a file of JSON lines: one at each start of the bot, one for each
request, one for each decision that the model did not take, and the totals at the end. It never
contains the API key.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from saqqara_sdk.bots.bot import MatchInfo
from saqqara_sdk.models.errors import ClockShort, ReplayMismatch, UnusableSetting
from saqqara_sdk.models.replies import Outcome, Reply, Request, Source


class Entry(Reply):
    """A line of a log; its `outcome` is null for a decision that the model did not take.

    `request` is the hash of the request's body, `prompt` that of the template, and `position` that
    of the prompt without the clock.
    """

    version: int
    position: str
    prompt: str
    request: str
    model: str


def file_in(folder: Path, match: MatchInfo) -> Path:
    """Return the log of a match and a seat in a folder."""
    return folder / f"{re.sub(r'[^A-Za-z0-9.-]', '_', match.match_id)}-{match.seat}.jsonl"


@dataclass(frozen=True, slots=True)
class Replay:
    """Logged replies in place of an endpoint: the same match has the same actions.

    The match needs the same seed, and opponents that repeat their game. `path` is a log, or a
    folder with the logs of several matches.
    """

    path: Path

    def open(self, match: MatchInfo) -> Source:
        """Read the log of a match; raises `UnusableSetting` if it is missing or not a log."""
        path = file_in(self.path, match) if self.path.is_dir() else self.path
        entries: list[Entry] = []
        has_started = False
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                read = json.loads(line)
                has_started |= "start" in read
                if "start" in read or "total" in read:
                    continue
                entry = Entry.model_validate(read)
                if has_started:  # it plays on from here, or the match once more
                    entries = [one for one in entries if one.version < entry.version]
                    has_started = False
                entries.append(entry)
        except (OSError, ValueError, TypeError, ValidationError) as error:
            raise UnusableSetting(f"{path} is no log of {match.match_id}: {error}") from None
        by_position = defaultdict[tuple[int, str], deque[Entry]](deque)
        for entry in entries:
            by_position[entry.version, entry.position].append(entry)
        return _Entries(path, by_position)


@dataclass(frozen=True, slots=True)
class _Entries:
    """The remaining entries of a log."""

    path: Path
    entries: Mapping[tuple[int, str], deque[Entry]]

    async def reply(
        self,
        request: Request,
        until: float,  # noqa: ARG002 - a replay takes no time
        failed: Callable[[Reply], None],
    ) -> Reply:
        """Return the next logged reply; raises `ReplayMismatch`, or `ClockShort` as logged."""
        left = self.entries.get((request.version, request.position))
        while left:
            entry = left.popleft()
            if entry.outcome is None:
                raise ClockShort(f"The log says: {entry.why}")
            if entry.outcome is not Outcome.TRANSPORT:
                is_final = entry.outcome in {Outcome.TRUNCATED, Outcome.REFUSED}
                return entry if is_final else entry.model_copy(update={"outcome": None})
            failed(entry)
        raise ReplayMismatch(
            f"{self.path} has no reply for this position at version {request.version}. Use the log"
            " of a match with the same seed, seats, options and prompt."
        )
