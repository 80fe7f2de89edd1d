"""Archives of submitted programs, made in memory: a good one, and those that are refused."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from saqqara_bundle.limits import MIB, MOST_ENTRIES, MOST_UNPACKED

MANIFEST: Final = b'bot = "my_bot.py:MyBot"\n'
BOT: Final[Mapping[str, bytes]] = {"bot.toml": MANIFEST, "my_bot.py": b"class MyBot: ...\n"}


def packed(files: Mapping[str, bytes] = BOT) -> bytes:
    """A tar.gz with these files."""
    members = []
    for name, content in files.items():
        member = tarfile.TarInfo(name)
        member.size = len(content)
        members.append((member, content))
    return of_members(members)


def of_members(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    """A tar.gz with these members, whatever they are."""
    out = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as whole,
        tarfile.open(fileobj=whole, mode="w") as tar,
    ):
        for member, content in members:
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class Bad:
    """An archive that is refused, with this code and these words in its sentence."""

    code: str
    words: str
    archive: Callable[[], bytes]


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    """An archive with a member of that kind among good ones."""
    odd = tarfile.TarInfo(name)
    odd.type, odd.linkname = kind, link
    good = [(tarfile.TarInfo(one), content) for one, content in BOT.items()]
    for info, content in good:
        info.size = len(content)
    return of_members([(odd, b""), *good])


def with_file(name: str, content: bytes = b"") -> bytes:
    """The good archive with one more file."""
    return packed({**BOT, name: content})


def forged(**head: str) -> bytes:
    """An archive with a pax head of these words before its first file."""
    info = tarfile.TarInfo("x")
    info.pax_headers = dict(head)
    return of_members([(info, b"")])


def raw_header(records: bytes) -> bytes:
    """An archive with a pax head of these bytes before its first file."""
    info = tarfile.TarInfo("head")
    info.type, info.size = tarfile.XHDTYPE, len(records)
    return of_members([(info, records), (tarfile.TarInfo("x"), b"")])


def huge_head() -> bytes:
    """A name that takes a megabyte."""
    info = tarfile.TarInfo("a" * MIB)
    return of_members([(info, b"")])


def announcing(size: int) -> bytes:
    """A file that is announced to be larger than all there is."""
    info = tarfile.TarInfo("big")
    info.size = size
    return gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(1_024))


def negative() -> bytes:
    """A file with less than nothing in it."""
    head = bytearray(tarfile.TarInfo("less").tobuf())
    head[124:136] = b"\xff" * 12
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return gzip.compress(bytes(head) + bytes(1_024))


def many(count: int) -> bytes:
    """So many empty folders: a few bytes each once they are packed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
        info = tarfile.TarInfo("folder")
        info.type = tarfile.DIRTYPE
        for _ in range(count):
            tar.addfile(info)
    return out.getvalue()


BAD_FILES: Final[Mapping[str, tuple[str, Mapping[str, bytes]]]] = {
    "not composed": ("composed characters", {"e\u0301.py": b""}),
    "turned name": ("invisible characters", {"x\u202eyp.exe": b""}),
    "joined letters": ("invisible characters", {"a\u200db.py": b""}),
    "line end in a name": ("invisible characters", {"a\nb.py": b""}),
    "trailing space": ("begin or end with a space", {"a ": b""}),
    "trailing dot": ("end with a dot", {"a.": b""}),
    "deep": ("16 parts", {"a/" * 21 + "x": b""}),
    "long path": ("240 bytes", {f"{'x' * 120}/{'y' * 129}": b""}),
    "backslashes": ("must be relative to the root", {"a\\b.py": b""}),
    "a drive": ("must be relative to the root", {"C:/bot.py": b""}),
    "case": ("the same name on some file systems", {"MY_BOT.py": b""}),
    "case of a folder": ("the same name on some file systems", {"a/x": b"", "A/y": b""}),
    "width": ("the same name on some file systems", {"my_bot.\uff50y": b""}),
    "Windows": ("'run.sh', line 2", {"run.sh": b"#!/bin/sh\necho\r\n"}),
    "Windows kernel": ("'run.sh', line 1", {"run.sh": b"#!/bin/sh\r\necho\n"}),
    "not valid TOML": ("line 2", {"bot.toml": b'language = "C"\n= 3\n'}),
    "unknown key": ("line 2: 'memory'", {"bot.toml": b"\nmemory = 3\n"}),
    "unknown table": ("line 3: 'run'", {"bot.toml": b"\n\n[run]\nx = 1\n"}),
    "not UTF-8": ("line 2: not UTF-8", {"bot.toml": b"\n\xff = 1"}),
    "deep manifest": ("not valid TOML", {"bot.toml": b"bot = " + b"[" * 4_000}),
    "no command": ("either", {"bot.toml": b'language = "C"'}),
    "both": ("not both", {"bot.toml": b'command=["a"]\nbot="my_bot.py:A"'}),
    "command is text": ("line 1", {"bot.toml": b'command = "./run"'}),
    "empty command": ("line 1", {"bot.toml": b"command = []"}),
    "blank command": ("line 1", {"bot.toml": b'command = [" "]'}),
    "word is no text": ("line 1", {"bot.toml": b'command = ["a", 3]'}),
    "missing program": ("no file 'run'", {"bot.toml": b'command = ["./run"]'}),
    "program outside": ("no file '../run'", {"bot.toml": b'command = ["../run"]'}),
    "missing script": ("no file 'b.py'", {"bot.toml": b'command = ["python", "b.py"]'}),
    "missing bot": ("line 1: the archive has no", {"bot.toml": b'bot = "other.py:Bot"'}),
    "bot outside": ("no file '../my_bot.py'", {"bot.toml": b'bot = "../my_bot.py:Bot"'}),
    "wrong bot": ("FILE.py:CLASS", {"bot.toml": b'bot = "my_bot.py"'}),
    "control character": ("FILE.py:CLASS", {"bot.toml": b'bot = "my\\u0001.py:A"'}),
    "a large number": (
        "a number that is too large",
        {"bot.toml": b'bot = "my_bot.py:Bot"\naccepts = 0x' + b"f" * 4_000},
    ),
    "wrong truth": ("line 2", {"bot.toml": b'bot = "my_bot.py:Bot"\nstateless = 1'}),
}
"""Files beside or in place of those of `BOT`, and words of the sentence that refuses them."""

LARGE_FILES: Final[Mapping[str, tuple[str, Mapping[str, bytes]]]] = {
    "large manifest": ("bot.toml exceeds", {"bot.toml": b"#" * (17 << 10)}),
    "many files": ("2000 files", {f"{number}.py": b"" for number in range(2_001)}),
    "many bytes": ("exceed 64 MiB", {"b": bytes(MOST_UNPACKED)}),
}
"""The same, of what exceeds a limit."""

ATTACKS: Final[Mapping[str, Bad]] = {
    "nothing": Bad("malformed", "is truncated", lambda: b""),
    "no archive": Bad("malformed", "not a tar.gz", lambda: b"PK\x03\x04 a zip"),
    "no tar": Bad("malformed", "not a tar", lambda: gzip.compress(b"x" * 2_048)),
    "truncated": Bad("malformed", "is truncated", lambda: packed()[:-20]),
    "two archives": Bad("malformed", "after its end", lambda: packed() + packed()),
    "out of it": Bad("malformed", "../up.py", lambda: with_file("../up.py")),
    "out of a folder": Bad("malformed", "cannot lead out", lambda: with_file("a/../../up.py")),
    "absolute": Bad("malformed", "/etc/passwd", lambda: with_file("/etc/passwd")),
    "symbolic link": Bad(
        "malformed", "a symbolic link", lambda: member("l", tarfile.SYMTYPE, "/etc")
    ),
    "hard link": Bad("malformed", "a hard link", lambda: member("l", tarfile.LNKTYPE, "bot.toml")),
    "device": Bad("malformed", "a device", lambda: member("null", tarfile.CHRTYPE)),
    "block device": Bad("malformed", "a device", lambda: member("sda", tarfile.BLKTYPE)),
    "pipe": Bad("malformed", "a named pipe", lambda: member("pipe", tarfile.FIFOTYPE)),
    "unknown kind": Bad("malformed", "neither a file nor a folder", lambda: member("v", b"V")),
    "sparse": Bad("malformed", "a sparse file", lambda: member("s", tarfile.GNUTYPE_SPARSE)),
    "twice": Bad("malformed", "twice", lambda: member("bot.toml")),
    "file and folder": Bad(
        "malformed", "a file and a folder", lambda: with_file("my_bot.py/inner.py")
    ),
    "NUL in a name": Bad("malformed", "invisible characters", lambda: forged(path="a\0b")),
    "size in a head": Bad("malformed", "Pack it again", lambda: forged(size="1")),
    "huge name": Bad("too_large", "extended headers", huge_head),
    "announced too much": Bad("too_large", "unpacked archive exceeds", lambda: announcing(8 << 30)),
    "announced too little": Bad("malformed", "a negative size", negative),
    "a bomb": Bad("too_large", "unpacked archive exceeds", lambda: with_file("b", bytes(80 * MIB))),
    "entries": Bad("too_large", "entries", lambda: many(MOST_ENTRIES + 1)),
    "records": Bad(
        "malformed", "Pack it again", lambda: forged(**{f"k{n}": "" for n in range(65)})
    ),
    "long way round": Bad("malformed", "240 bytes", lambda: with_file("./" * 300 + "x")),
    "record without a length": Bad("malformed", "Pack it again", lambda: raw_header(b"0 =\n")),
}
"""Archives that are unlike any that a program packs."""

BAD: Final[Mapping[str, Bad]] = {
    **ATTACKS,
    "no manifest": Bad("malformed", "has no bot.toml", lambda: packed({"my_bot.py": b""})),
    "manifest in a folder": Bad(
        "malformed", "has no bot.toml", lambda: packed({"a/bot.toml": b"bot = 1"})
    ),
    **{
        what: Bad("malformed", words, partial(packed, {**BOT, **files}))
        for what, (words, files) in BAD_FILES.items()
    },
    **{
        what: Bad("too_large", words, partial(packed, {**BOT, **files}))
        for what, (words, files) in LARGE_FILES.items()
    },
}

GOOD_FILES: Final[Mapping[str, Mapping[str, bytes]]] = {
    "byte order mark": {"bot.toml": b"\xef\xbb\xbf" + MANIFEST},
    "relative path": {"bot.toml": b'bot = "./my_bot.py:MyBot"\n'},
    "zip app": {"app.pyz": b"#!/usr/bin/env python3\nPK\x03\x04\0\0\r\n"},
    "wide space": {"a\u00a0b": b""},
    "longest path": {f"{'x' * 120}/{'y' * 119}": b""},
    "deepest path": {"a/" * 15 + "x": b""},
}
"""Files beside or in place of those of `BOT` that are accepted."""
