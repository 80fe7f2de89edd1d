"""The sockets and event streams that each token holds open in this process: never too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from saqqara_service.errors import TooMany
from saqqara_service.storage.tokens import id_of


class Connections:
    """Counts what is held open, by token."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def held_by(self, token: str | None) -> Iterator[None]:
        """Hold one open for the time of the block; raises `TooMany`."""
        close = self.open(token)
        try:
            yield
        finally:
            close()

    def open(self, token: str | None) -> Callable[[], None]:
        """Open one, and how it is closed; raises `TooMany`. Nobody's are not counted."""
        if token is None:
            return _nothing
        name = id_of(token)
        if self._held[name] >= self._most:
            raise TooMany(
                f"the token holds {self._most} sockets and streams already; close one first",
                limit=self._most,
            )
        self._held[name] += 1
        return partial(self._close, name)

    def held(self, token_id: str | None) -> int:
        """How many the token of that id holds open."""
        return 0 if token_id is None else self._held.get(token_id, 0)

    def _close(self, name: str) -> None:
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]


def _nothing() -> None:
    return None
