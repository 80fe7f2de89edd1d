"""How blobs are packed: archives of bots by gzip, those of matches by zstd."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

PIECE: Final = 1 << 20
MOST: Final = 1 << 28
"""Bytes in a blob, far beyond any archive: a damaged one does not take the memory."""
LEVEL: Final = 9
"""Of zstd: a match takes 1 ms and is as small as by any higher one."""


MOST_LEVEL: Final = 19
"""Of zstd, for a short text, which is packed once and lies in memory for good."""


class Damaged(Exception):
    """It is cut, goes on after its end, or was never packed so."""


Unpack: TypeAlias = Callable[[bytes], Iterator[bytes]]
"""What is in a blob, piece by piece; raises `Damaged`."""


def gunzipped(packed: bytes) -> Iterator[bytes]:
    """What gzip has packed, piece by piece."""
    unpacking, size = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16), 0
    fed = packed
    while not unpacking.eof:
        try:
            piece = unpacking.decompress(fed, PIECE)
        except zlib.error as error:
            raise Damaged(str(error)) from error
        fed = unpacking.unconsumed_tail
        size += len(piece)
        if size > MOST or not (piece or unpacking.eof):
            raise Damaged("it is truncated, or has extra data")
        yield piece
    if unpacking.unused_data:
        raise Damaged("it has data after its end")


def unzstd(packed: bytes) -> Iterator[bytes]:
    """What zstd has packed, piece by piece."""
    zstd = _zstd()
    unpacking, size = zstd.ZstdDecompressor(), 0
    fed = packed
    while not unpacking.eof:
        try:
            piece = unpacking.decompress(fed, PIECE)
        except (zstd.ZstdError, EOFError) as error:
            raise Damaged(str(error)) from error
        fed = b""
        size += len(piece)
        if size > MOST or not (piece or unpacking.eof):
            raise Damaged("it is truncated, or has extra data")
        yield piece
    if unpacking.unused_data:
        raise Damaged("it has data after its end")


def zstd_packed(content: bytes) -> bytes:
    """The content packed by zstd."""
    packed: bytes = _zstd().compress(content, LEVEL)
    return packed


class Dictionary:
    """Words that short texts have in common: by them zstd packs each to a fraction."""

    def __init__(self, words: Path) -> None:
        self._file = words

    def packed(self, content: bytes) -> bytes:
        """The content, packed by these words; nothing in it says so."""
        zstd = _zstd()
        named = zstd.CompressionParameter
        options = {
            named.compression_level: MOST_LEVEL,
            named.checksum_flag: 0,
            named.content_size_flag: 0,
            named.dict_id_flag: 0,
        }
        packed: bytes = zstd.compress(content, options=options, zstd_dict=self._words)
        return packed

    def unpacked(self, packed: bytes) -> bytes:
        """What was packed by these words; raises `Damaged`."""
        zstd = _zstd()
        try:
            content: bytes = zstd.decompress(packed, zstd_dict=self._words)
        except zstd.ZstdError as error:
            raise Damaged(str(error)) from error
        return content

    @cached_property
    def _words(self) -> object:
        return _zstd().ZstdDict(self._file.read_bytes(), is_raw=True)


def _zstd() -> ModuleType:
    """Python's own zstd, which came with 3.14, or its backport; loaded when a match is packed."""
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415
    else:
        from backports import zstd  # noqa: PLC0415
    module: ModuleType = zstd
    return module
