"""What is asked to end a match before its game does."""

from __future__ import annotations

from saqqara_service.inputs.values import Said
from saqqara_service.models import Model, VoidReason


class VoidMatch(Model):
    """End an open or running match without places; the note tells everybody the reason."""

    note: Said
    """The reason, which everybody can read."""
    reason: VoidReason = VoidReason.VOIDED
    """Whether the service could not go on, or another reason."""
