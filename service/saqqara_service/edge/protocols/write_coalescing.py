"""What is written to a socket in one turn of the loop goes to the network at once.

An answer and the word that it was the last are two frames, and each call of the system takes longer
than a frame does.
"""

from __future__ import annotations

import asyncio
from typing import Final

MOST: Final = 16_384
"""So many bytes are kept back at most: the transport below has to see what a client lets wait."""


class WriteCoalescing(asyncio.Transport):
    """A transport that hands its writes on together."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._kept: list[bytes] = []
        self._size = 0

    def write(self, data: bytes) -> None:  # type: ignore[override]  # nothing else is written here
        """Keep the bytes for the end of the turn, or hand all on if that is much."""
        if not self._kept:
            self._loop.call_soon(self._hand_on)
        self._kept.append(data)
        self._size += len(data)
        if self._size > MOST:
            self._hand_on()

    def close(self) -> None:
        """Close when all that was written has gone out."""
        self._hand_on()
        self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._kept.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        """Whether it is closed or about to be."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Read no more for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self._transport.resume_reading()

    def get_write_buffer_size(self) -> int:
        """The bytes that wait for the network."""
        return self._size + self._transport.get_write_buffer_size()

    def get_extra_info(self, name: str, default: object = None) -> object:
        """What the transport below knows of itself."""
        return self._transport.get_extra_info(name, default)

    def _hand_on(self) -> None:
        kept, self._kept, self._size = self._kept, [], 0
        if kept and not self._transport.is_closing():
            self._transport.write(b"".join(kept))
