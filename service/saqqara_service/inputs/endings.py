"""What is asked to end a match before its game does."""

from __future__ import annotations

from saqqara_service.inputs.values import Said
from saqqara_service.models import Model, VoidReason


class VoidMatch(Model):
    """Void an open or running match; the note publishes the reason."""

    note: Said
    """The reason, which is public."""
    reason: VoidReason = VoidReason.VOIDED
    """The kind of reason."""
