"""What Redis keeps of an archived match: its fields, packed, with those that scripts ask for plain.

A hash whose values are short is one list in Redis, which takes a third of the memory; so the packed
fields are cut into pieces. They are packed by the words that all matches have in common.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from itertools import count, takewhile
from pathlib import Path
from typing import Final, cast

from saqqara_engine.chance import commitment
from saqqara_service.storage.blobs.compression import Dictionary
from saqqara_service.storage.matches.rows import ARCHIVE, Row

WORDS: Final = Dictionary(Path(__file__).with_name("stub_words.json"))
"""Three matches that are typical. What was packed by them is read by no others: they never change.

Others get a file and a mark of their own.
"""
MARK: Final = "1"
"""Which words a stub is packed by."""
PIECE: Final = 64
"""The longest value in a hash that Redis keeps as one list."""
PLAIN: Final = ("status", "version", "last_ms")
DROPPED: Final = ("bank:", "hosted:", "rtt:", "runner_before:", "index")
"""How fields begin that only a match under way needs."""


def stub_of(row: Row, digest: str) -> dict[str, str]:
    """What is left of the fields of a match with that blob."""
    kept = {
        name: row[name]
        for name in sorted(row)
        if name not in PLAIN and not name.startswith(DROPPED)
    }
    if "commitment" in kept and kept["commitment"] == _commitment(row):
        del kept["commitment"]  # it follows from the seed
    content = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
    text = MARK + b64encode(WORDS.packed(content)).decode()
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
    plain = {name: row[name] for name in PLAIN if name in row}
    return {ARCHIVE: digest, **plain, **{str(at): piece for at, piece in enumerate(pieces)}}


def whole(row: Row) -> Row:
    """All fields that a hash tells of a match, archived or not."""
    if ARCHIVE not in row:
        return row
    names = takewhile(row.__contains__, map(str, count()))
    text = "".join(row[name] for name in names)
    if not text.startswith(MARK):
        raise ValueError(f"the stub of a match is packed by words {text[:1]!r}, not {MARK!r}")
    kept = cast("dict[str, str]", json.loads(WORDS.unpacked(b64decode(text[1:]))))
    found = {**row, **kept}
    commitment = _commitment(found)
    return found if commitment is None else {"commitment": commitment, **found}


def _commitment(row: Row) -> str | None:
    """The commitment to the seed, if it was revealed."""
    return commitment(bytes.fromhex(row["seed"]), row["id"]) if row.get("seed") else None
