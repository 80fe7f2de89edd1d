"""When the seasons of a ladder that repeats begin: `hour 15`, `day 02:00 Europe/Berlin`, …"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from saqqara_engine.errors import quote
from saqqara_service.errors import Malformed
from saqqara_service.models import Instant

HOUR_MS: Final = 3_600_000
MINUTE_MS: Final = 60_000
DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY: Final = "day"
LOOKED_AHEAD: Final = 9
"""Days, of which one is the next; one more than a week, and the day before."""
FORMS: Final = "`hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`"
_HOURLY: Final = re.compile(r"hour(?: ([0-5]\d))?")
_DAILY: Final = re.compile(rf"({'|'.join((DAY, *DAYS))}) ([01]\d|2[0-3]):([0-5]\d)(?: (\S+))?")


@dataclass(frozen=True, slots=True)
class Hourly:
    """Every hour, so many minutes after it."""

    minute: int

    def next_after(self, after_ms: Instant) -> Instant:
        """The first instant later than that."""
        at_ms = after_ms // HOUR_MS * HOUR_MS + self.minute * MINUTE_MS
        return at_ms if at_ms > after_ms else at_ms + HOUR_MS


@dataclass(frozen=True, slots=True)
class Daily:
    """Every day, or every week on one, when the clocks of a place show that time.

    A time that its clocks leave out in spring is as much later; of one that they show twice in
    autumn it is the first.
    """

    day: str
    at: time
    zone: tzinfo

    def next_after(self, after_ms: Instant) -> Instant:
        """The first instant later than that."""
        today = datetime.fromtimestamp(after_ms / 1000, self.zone).date()
        days = (today + timedelta(days=count) for count in range(-1, LOOKED_AHEAD))
        found = (self._instant(one) for one in days if self.day in {DAY, DAYS[one.weekday()]})
        return next(at_ms for at_ms in found if at_ms > after_ms)

    def _instant(self, one: date) -> Instant:
        shown = datetime.combine(one, self.at, self.zone)
        return round(shown.timestamp() * 1000)


def recurrence(text: str) -> Hourly | Daily:
    """What a text says; raises `Malformed`."""
    if found := _HOURLY.fullmatch(text):
        return Hourly(int(found[1] or 0))
    if found := _DAILY.fullmatch(text):
        return Daily(found[1], time(int(found[2]), int(found[3])), _zone(found[4]))
    raise Malformed(f"{quote(text)} is not a valid schedule. Write {FORMS}.", pointer="/every")


def _zone(name: str | None) -> tzinfo:
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        why = f"{quote(name)} is not a known time zone. Write one such as Europe/Berlin."
        raise Malformed(why, pointer="/every") from None
