"""The pages built from `service/pages`, with one version for all files.

The service serves them, and the SDK writes a record as a page of its own. The package imports
neither. `make pages` builds the files, compressed as they are sent. Their names are plain, so a
change of one page changes few files; browsers may keep a file because its path has the version.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

BUILT: Final = Path(__file__).parent / "built"


@cache
def _packed() -> Mapping[str, bytes]:
    """All files as gzip, by plain name; read once, so that they always belong together."""
    return {file.name.removesuffix(".gz"): file.read_bytes() for file in BUILT.glob("*.gz")}


@cache
def version() -> str:
    """Return a hash of the names and contents of all files."""
    digests = {name: hashlib.sha256(file).hexdigest() for name, file in _packed().items()}
    return hashlib.sha256(repr(sorted(digests.items())).encode()).hexdigest()[:16]


def hashed(name: str) -> str:
    """Return the path of a file below the version, such as `0f3c5a7e9b1d2468/site.js`."""
    return f"{version()}/{name}"


def packed(path: str) -> bytes:
    """Return a file as gzip, by its path with the version. Raises `KeyError` for any other path."""
    found, _, name = path.partition("/")
    if found != version():
        raise KeyError(path)
    return _packed()[name]


def text(name: str) -> str:
    """Return a file by its plain name, such as `record.js`."""
    return gzip.decompress(_packed()[name]).decode()
