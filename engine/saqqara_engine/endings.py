"""The reasons for the end of a match, and whether a match has places."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from saqqara_engine.errors import RecordError, quote


class EndReason(StrEnum):
    """The reason why a match ended.

    `played`: at the game's end. `flag`, `resigned`: only one seat was left; the last other seat
    lost on time or resigned. `aborted`: all seats agreed before the first action. `voided`: by
    an operator. `rules_changed`: the service no longer supports the match's rules. `outage`:
    the service failed.
    """

    PLAYED = "played"
    """The game was played to its end."""
    FLAG = "flag"
    """Only one seat was left; the last other seat lost on time."""
    RESIGNED = "resigned"
    """Only one seat was left; the last other seat resigned."""
    ABORTED = "aborted"
    """All seats agreed to abort before the first action."""
    VOIDED = "voided"
    """An operator ended the match."""
    RULES_CHANGED = "rules_changed"
    """The service no longer supports the match's rules."""
    OUTAGE = "outage"
    """The service could not continue the match."""


def ending_of(word: str | None, *, is_over: bool) -> EndReason | None:
    """Return the reason for the end of a match, or None while it runs; raises `RecordError`."""
    if is_over:
        return EndReason.PLAYED
    if word is None or word == EndReason.PLAYED:
        return None
    try:
        return EndReason(word)
    except ValueError:
        raise RecordError(f"ending: there is no ending {quote(word)}.") from None


def is_decided(
    ending: EndReason | None, flagged: Collection[int], resigned: Collection[int], players: int
) -> bool:
    """Return whether the match has places; raises `RecordError` if too many seats remain."""
    if ending not in {EndReason.FLAG, EndReason.RESIGNED}:
        return ending is EndReason.PLAYED
    named = flagged if ending is EndReason.FLAG else resigned
    if not named or len({*flagged, *resigned}) < players - 1:
        raise RecordError(f"ending: {ending.value!r} needs all seats but one flagged or resigned.")
    return True
