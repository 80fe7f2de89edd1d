"""What the service tells of itself."""

from __future__ import annotations

from saqqara_service.models.values import Instant, Model


class ServerInfo(Model):
    """Which service this is, and the only clock that rules here."""

    version: str
    """The version of the software."""
    now_ms: Instant
    """The time by which clocks are ruled."""
