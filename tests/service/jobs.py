"""The steps of a ladder, one at a time, as tests take them."""

from __future__ import annotations

from saqqara_service.application.ladders.jobs import pair, settle, start, tend

__all__ = ["pair", "settle", "start", "tend"]
