"""The pages as they are built from `service/pages`: files that a browser may keep for ever.

Both the service, which serves them, and the SDK, which writes a record as a page of its own, read
them here; the package knows nobody. `make pages` builds the files, compressed as they travel.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Final

BUILT: Final = Path(__file__).parent / "built"


@cache
def hashed(name: str) -> str:
    """The name that a file has with the hash of its content, such as `site-KWV66B2F.js`."""
    table = json.loads((BUILT / "manifest.json").read_text(encoding="utf-8"))
    return str(table[name])


@cache
def names() -> frozenset[str]:
    """All files, by their hashed names."""
    return frozenset(file.name.removesuffix(".gz") for file in BUILT.glob("*.gz"))


def path(name: str) -> Path:
    """Where a file lies, as gzip, by its hashed name."""
    return BUILT / f"{name}.gz"


def text(name: str) -> str:
    """A file by its plain name, such as `record.js`."""
    return gzip.decompress(path(hashed(name)).read_bytes()).decode()
