"""Additional methods of the generated values, written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from saqqara_sdk.wire.models import MatchEvent, Snapshot


class _Word(Protocol):
    @property
    def value(self) -> str: ...


class _OfEvent(Protocol):
    @property
    def event(self) -> MatchEvent: ...


class _OfSnapshot(Protocol):
    @property
    def snapshot(self) -> Snapshot: ...


class Ending:
    """A status that a match may end in."""

    @property
    def is_over(self: _Word) -> bool:
        """Whether nobody is asked any more; of an unknown status that is not known."""
        return self.value in {"finished", "void"}


class LastEvent:
    """An event of a match's stream, of which one is the last."""

    @property
    def is_last(self: _OfEvent) -> bool:
        """Whether the match is over with this."""
        return self.event.status.is_over


class LastSnapshot:
    """The match as it stands, which may be over."""

    @property
    def is_last(self: _OfSnapshot) -> bool:
        """Whether the match is over with this."""
        return self.snapshot.match.status.is_over


class NeverLast:
    """An item of a match's stream that says nothing of the match's end."""

    @property
    def is_last(self) -> bool:
        """No."""
        return False
