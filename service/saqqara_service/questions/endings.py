"""What is asked to end a match before its game does."""

from __future__ import annotations

from saqqara_service.models import VoidReason
from saqqara_service.questions.matches import MatchQuestion
from saqqara_service.questions.values import Said


class ResignMatch(MatchQuestion):
    """Which match to resign."""


class AbortMatch(MatchQuestion):
    """Which match to abort."""


class VoidMatch(MatchQuestion):
    """Void an open or running match; the note publishes the reason."""

    note: Said
    """The reason, which is public."""
    reason: VoidReason = VoidReason.VOIDED
    """The kind of reason."""
