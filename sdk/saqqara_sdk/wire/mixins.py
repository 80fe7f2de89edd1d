"""What generated values can do besides, written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from saqqara_sdk.wire.models import MatchEvent, Snapshot


class _Word(Protocol):
    @property
    def value(self) -> str: ...


class _Item(Protocol):
    @property
    def event(self) -> MatchEvent | None: ...
    @property
    def snapshot(self) -> Snapshot | None: ...


class Ending:
    """A status that a match may end in."""

    @property
    def is_over(self: _Word) -> bool:
        """Whether nobody is asked any more; of an unknown status that is not known."""
        return self.value in {"finished", "void"}


class Last:
    """An item of a match's stream, of which one is the last."""

    @property
    def is_last(self: _Item) -> bool:
        """Whether the match is over with this."""
        told = self.event or (self.snapshot.match if self.snapshot else None)
        return told is not None and told.status.is_over
