"""What the service tells of itself."""

from __future__ import annotations

from saqqara_service.models.values import Instant, Model


class ServerInfo(Model):
    """Which service this is, and the only clock that rules here."""

    version: str
    now_ms: Instant
