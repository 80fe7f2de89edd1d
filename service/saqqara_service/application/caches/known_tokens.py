"""The tokens that a process has verified lately, so that it need not ask Redis about each call."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from typing import Final

from saqqara_service.models import Caller
from saqqara_service.storage.accounts.tokens import ID_LENGTH, Found

TRUSTED_S: Final = 5.0
"""So long a verified token is trusted without asking Redis, unless it is heard to have ended."""

MOST_KNOWN: Final = 4096


class KnownTokens:
    """The tokens that this process has verified lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, str, Caller | None]] = OrderedDict()

    def get(self, token_digest: str) -> Caller | None:
        """Whom the token speaks for, if it was verified a moment ago."""
        until, known_digest, caller = self._known.get(token_digest[:ID_LENGTH], (0.0, "", None))
        is_good = until > time.monotonic() and hmac.compare_digest(known_digest, token_digest)
        return caller if is_good else None

    def keep(self, token_digest: str, found: Found) -> None:
        """Trust the token for a moment."""
        token_id = found.info.id
        self._known[token_id] = (time.monotonic() + TRUSTED_S, token_digest, found.caller)
        self._known.move_to_end(token_id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def forget(self, token_id: str) -> None:
        """Trust the token no more."""
        self._known.pop(token_id, None)

    def forget_all(self) -> None:
        """Trust no token without asking."""
        self._known.clear()
