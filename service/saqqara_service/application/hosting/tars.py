"""A packed tar, read entry by entry in a bounded memory: nothing of it is unpacked or run.

Only files and folders are read, and of what stands around them only their names. The library's
reader would follow whatever a head announces; here each head is looked at by itself.
"""

from __future__ import annotations

import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from saqqara_engine.errors import quote
from saqqara_service.application.hosting.bounds import MOST_ENTRIES, MOST_STREAM, MOST_UNPACKED
from saqqara_service.errors import Malformed, TooLarge

BLOCK: Final = 512
PIECE: Final = 1 << 16
LONGEST_EXTENSION: Final = 8_192
FILES: Final = frozenset({tarfile.REGTYPE, tarfile.AREGTYPE})
EXTENDED: Final = frozenset({tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME})
REFUSED: Final = {
    tarfile.LNKTYPE: "a hard link",
    tarfile.SYMTYPE: "a symbolic link",
    tarfile.CHRTYPE: "a device",
    tarfile.BLKTYPE: "a device",
    tarfile.FIFOTYPE: "a named pipe",
    tarfile.GNUTYPE_SPARSE: "a sparse file",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the archive, or a folder, whose content is empty."""

    name: str
    content: bytes
    is_folder: bool
    is_executable: bool


def entries(packed: bytes) -> Iterator[Entry]:
    """The files and folders in their order; raises `Malformed` or `TooLarge`."""
    stream = _Unpacking(packed)
    longer: str | None = None
    left = MOST_UNPACKED
    for _ in range(MOST_ENTRIES):
        head = stream.read(BLOCK)
        if head == bytes(BLOCK):
            stream.demand_end()
            return
        info = _head(head)
        if info.type in EXTENDED:
            longer = _longer_name(info, stream) or longer
            continue
        name, longer = longer or info.name, None
        if info.type in REFUSED:
            raise Malformed(
                f"{quote(name)} is {REFUSED[info.type]}. Submit only files and folders."
            )
        if info.type not in FILES and info.type != tarfile.DIRTYPE:
            raise Malformed(f"{quote(name)} is neither a file nor a folder.")
        is_folder = info.type == tarfile.DIRTYPE or name.endswith("/")
        size = 0 if is_folder else info.size
        if (left := left - max(0, size)) < 0:  # before anything of it is unpacked
            raise TooLarge(f"The files exceed {MOST_UNPACKED} bytes in total.", limit=MOST_UNPACKED)
        content = b"" if is_folder else stream.padded(size)
        yield Entry(name, content, is_folder, bool(info.mode & 0o111))
    raise TooLarge(f"The archive has more than {MOST_ENTRIES} entries.", limit=MOST_ENTRIES)


class _Unpacking:
    """The bytes of a tar, unpacked as they are asked for and never more than the bound."""

    def __init__(self, packed: bytes) -> None:
        self._inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        self._packed = packed
        self._fed = 0
        self._ready = bytearray()
        self._told = 0

    def read(self, size: int) -> bytes:
        """The next bytes, all of them."""
        if self._told + size > MOST_STREAM:
            raise TooLarge(f"The unpacked archive exceeds {MOST_STREAM} bytes.", limit=MOST_STREAM)
        while len(self._ready) < size:
            piece = self._more()
            if not piece:
                raise Malformed("The archive is truncated or not a complete tar file.")
            self._ready += piece
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        self._told += size
        return taken

    def padded(self, size: int) -> bytes:
        """So many bytes, and what fills up the last block."""
        if size < 0:
            raise Malformed("An entry of the archive has a negative size.")
        return self.read(size + -size % BLOCK)[:size]

    def demand_end(self) -> None:
        """Refuse anything but zeros after the end; a few blocks of them are usual."""
        rest = bytes(self._ready)
        while len(rest) <= PIECE and (piece := self._more()):
            rest += piece
        if not self._inflate.eof and len(rest) <= PIECE:
            raise Malformed("The archive is truncated: its last bytes are missing.")
        is_more = self._inflate.unused_data or self._fed < len(self._packed)
        if is_more or rest.strip(b"\0") or not self._inflate.eof:
            raise Malformed("The archive has data after its end.")

    def _more(self) -> bytes:
        """Some bytes more; none at the end."""
        try:
            while not self._inflate.eof:
                fed = self._inflate.unconsumed_tail
                if not fed:
                    fed = self._packed[self._fed : self._fed + PIECE]
                    self._fed += len(fed)
                if piece := self._inflate.decompress(fed, PIECE):
                    return piece
                if not fed:
                    break
        except zlib.error as error:
            raise Malformed(f"The archive is not a tar.gz file: {error}.") from None
        return b""


def _head(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "strict")
    except UnicodeDecodeError:
        raise Malformed("The archive contains a file name that is not UTF-8.") from None
    except tarfile.HeaderError as error:
        raise Malformed(f"The archive is not a tar file: {error}.") from None


def _longer_name(info: tarfile.TarInfo, stream: _Unpacking) -> str | None:
    """The name that stands before an entry because it is too long for its head."""
    if not 0 <= info.size <= LONGEST_EXTENSION:
        raise TooLarge(
            f"An entry has {info.size} bytes of extended headers; at most"
            f" {LONGEST_EXTENSION} are allowed.",
            limit=LONGEST_EXTENSION,
        )
    text = stream.padded(info.size)
    try:
        if info.type == tarfile.GNUTYPE_LONGNAME:
            return text.rstrip(b"\0").decode()
        return None if info.type == tarfile.XGLTYPE else _path_in(text)
    except (UnicodeDecodeError, ValueError):
        raise Malformed(
            "The archive contains a file name that cannot be read. Pack it again."
        ) from None


def _path_in(text: bytes) -> str | None:
    """The `path` among the records of a pax head, each `<length> <word>=<value>\\n`."""
    found = None
    while text:
        length, _, _rest = text.partition(b" ")
        size = int(length)
        record, text = text[:size], text[size:]
        word, is_said, value = record.partition(b" ")[2].partition(b"=")
        if not is_said or not value.endswith(b"\n"):
            raise ValueError
        if word == b"path":
            found = value[:-1].decode()
        elif word in {b"size", b"linkpath"} or word.startswith(b"GNU.sparse"):
            raise ValueError
    return found
