"""The files of a packed tar, read one by one in bounded memory.

`tarfile` reads only single headers here: its own loop follows the sizes that a header announces,
and hangs on some of them before Python 3.11.14 (CVE-2025-8194, CVE-2024-6232).
"""

from __future__ import annotations

import hashlib
import io
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from saqqara_bundle.faults import BundleFault, BundleTooLarge
from saqqara_bundle.limits import LONGEST_HEADER, MOST_ENTRIES, MOST_RECORDS, MOST_STREAM
from saqqara_engine.errors import quote

BLOCK: Final = tarfile.BLOCKSIZE
CHUNK: Final = 1 << 16
GZIP: Final = zlib.MAX_WBITS | 16
"""The window of `zlib` for a gzip file."""
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
PLAIN, EXECUTABLE = 0o644, 0o755


@dataclass(frozen=True, slots=True)
class TarEntry:
    """A file of an archive, or a folder, whose content is empty."""

    name: str
    content: bytes = b""
    is_executable: bool = False
    is_folder: bool = False


def read_tar(packed: bytes) -> Iterator[TarEntry]:
    """Yield the files and folders of a tar.gz; raises `BundleFault`."""
    stream = _Inflated(packed)
    long_name: str | None = None
    for _ in range(MOST_ENTRIES):
        block = stream.read(BLOCK)
        if block == bytes(BLOCK):
            stream.check_end()
            return
        header = _header(block)
        if header.type in EXTENDED:
            long_name = _long_name(header, stream) or long_name
            continue
        name, long_name = long_name or header.name, None
        if header.type in REFUSED:
            raise BundleFault(f"{quote(name)} is {REFUSED[header.type]}. Submit only files.")
        if header.type not in FILES and header.type != tarfile.DIRTYPE:
            raise BundleFault(f"{quote(name)} is neither a file nor a folder.")
        if header.type == tarfile.DIRTYPE or name.endswith("/"):
            yield TarEntry(name, is_folder=True)
        else:
            yield TarEntry(name, stream.read_padded(header.size), bool(header.mode & 0o111))
    raise BundleTooLarge(f"The archive has more than {MOST_ENTRIES} entries.", MOST_ENTRIES)


def hash_tar(packed: bytes) -> str:
    """Return the SHA-256 of the tar in a tar.gz; raises `BundleFault`."""
    return _Inflated(packed).hash()


def write_tar(files: Iterable[TarEntry]) -> bytes:
    """Return a tar of these files by name, without times and owners."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for file in sorted(files, key=lambda file: file.name):
            info = tarfile.TarInfo(file.name)
            info.size = len(file.content)
            info.mode = EXECUTABLE if file.is_executable else PLAIN
            tar.addfile(info, io.BytesIO(file.content))
    return plain.getvalue()


class _Inflated:
    """The bytes of a gzip file, inflated as they are read and never beyond the limit."""

    def __init__(self, packed: bytes) -> None:
        self._inflate = zlib.decompressobj(wbits=GZIP)
        self._packed = packed
        self._fed = 0
        self._ready = bytearray()
        self._read = 0

    def read(self, size: int) -> bytes:
        """Return the next bytes, all of them."""
        if self._read + size > MOST_STREAM:
            raise _too_long()
        while len(self._ready) < size:
            chunk = self._next()
            if not chunk:
                raise BundleFault("The archive is truncated or not a complete tar file.")
            self._ready += chunk
        taken = bytes(self._ready[:size])
        del self._ready[:size]
        self._read += size
        return taken

    def hash(self) -> str:
        """Return the SHA-256 of all bytes."""
        digest = hashlib.sha256()
        while chunk := self._next():
            self._read += len(chunk)
            if self._read > MOST_STREAM:
                raise _too_long()
            digest.update(chunk)
        return digest.hexdigest()

    def read_padded(self, size: int) -> bytes:
        """Return the next bytes, and skip the padding of their last block."""
        if size < 0:
            raise BundleFault("An entry of the archive has a negative size.")
        return self.read(size + -size % BLOCK)[:size]

    def check_end(self) -> None:
        """Refuse anything but zeros after the end; some blocks of them are usual."""
        rest = bytes(self._ready)
        while len(rest) <= CHUNK and (chunk := self._next()):
            rest += chunk
        if not self._inflate.eof and len(rest) <= CHUNK:
            raise BundleFault("The archive is truncated: its last bytes are missing.")
        is_more = self._inflate.unused_data or self._fed < len(self._packed)
        if is_more or rest.strip(b"\0") or not self._inflate.eof:
            raise BundleFault("The archive has data after its end.")

    def _next(self) -> bytes:
        """Return some more bytes; none at the end."""
        try:
            while not self._inflate.eof:
                fed = self._inflate.unconsumed_tail
                if not fed:
                    fed = self._packed[self._fed : self._fed + CHUNK]
                    self._fed += len(fed)
                if chunk := self._inflate.decompress(fed, CHUNK):
                    return chunk
                if not fed:
                    break
        except zlib.error as error:
            raise BundleFault(f"The archive is not a tar.gz file: {error}.") from None
        return b""


def _too_long() -> BundleTooLarge:
    return BundleTooLarge(f"The unpacked archive exceeds {MOST_STREAM} bytes.", MOST_STREAM)


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        return tarfile.TarInfo.frombuf(block, "utf-8", "strict")
    except UnicodeDecodeError:
        raise BundleFault("The archive contains a file name that is not UTF-8.") from None
    except tarfile.HeaderError as error:
        raise BundleFault(f"The archive is not a tar file: {error}.") from None


def _long_name(header: tarfile.TarInfo, stream: _Inflated) -> str | None:
    """Return the name in an extended header, which is too long for that of the next entry."""
    if not 0 <= header.size <= LONGEST_HEADER:
        raise BundleTooLarge(
            f"An entry has {header.size} bytes of extended headers; at most {LONGEST_HEADER} are"
            " allowed.",
            LONGEST_HEADER,
        )
    text = stream.read_padded(header.size)
    try:
        if header.type == tarfile.GNUTYPE_LONGNAME:
            return text.rstrip(b"\0").decode()
        return None if header.type == tarfile.XGLTYPE else _path_in(text)
    except (UnicodeDecodeError, ValueError):
        raise BundleFault(
            "The archive contains a file name that cannot be read. Pack it again."
        ) from None


def _path_in(text: bytes) -> str | None:
    """Return the `path` among the records of a pax header, each `<length> <key>=<value>\\n`."""
    found, at = None, 0
    for _ in range(MOST_RECORDS + 1):
        if at >= len(text):
            return found
        size = int(text[at : text.index(b" ", at, at + 8)])
        record, at = text[at : at + size], at + max(1, size)
        key, equals, value = record.partition(b" ")[2].partition(b"=")
        if not equals or not value.endswith(b"\n"):
            raise ValueError
        if key == b"path":
            found = value[:-1].decode()
        elif key in {b"size", b"linkpath"} or key.startswith(b"GNU.sparse"):
            raise ValueError
    raise ValueError
