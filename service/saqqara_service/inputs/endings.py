"""What is asked to end a match before its game does."""

from __future__ import annotations

from saqqara_service.inputs.values import Said
from saqqara_service.models import Model, VoidReason


class VoidMatch(Model):
    """End a match that is not over without places, with a note that says why to everybody."""

    note: Said
    """Why, for everybody to read."""
    reason: VoidReason = VoidReason.VOIDED
    """Whether the service could not go on, or another reason."""
