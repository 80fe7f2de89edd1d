"""The sockets and event streams that each token holds open in this process: never too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from saqqara_service.errors import TooMany
from saqqara_service.storage.tokens import digest


class Connections:
    """Counts what is held open, by token."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def held_by(self, token: str | None) -> Iterator[None]:
        """Hold one open for the time of the block; raises `TooMany`. Nobody's are not counted."""
        if token is None:
            yield
            return
        name = digest(token)
        if self._held[name] >= self._most:
            raise TooMany(
                f"the token holds {self._most} sockets and streams already; close one first",
                limit=self._most,
            )
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]
