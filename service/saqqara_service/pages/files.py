"""Files that lie compressed in the package and travel as they lie there."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from saqqara_service.contract.rendered import KEPT, Rendered

HTML: Final = "text/html; charset=utf-8"
KINDS: Final = {
    ".html": HTML,
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
"""The media types of what browsers load, by the ends of their names."""


def answered(request: Request, path: Path, cache_control: str = KEPT) -> Response:
    """The file at a path that ends with `.gz`, unpacked for whoever does not take it so.

    404 if it is not there, as where another release was installed beneath a running process.
    """
    try:
        return _file(path, cache_control).answer(request)
    except FileNotFoundError as error:
        raise HTTPException(404) from error


@cache
def _file(path: Path, cache_control: str) -> Rendered:
    packed, kind = path.read_bytes(), KINDS[Path(path.stem).suffix]
    return Rendered(gzip.decompress(packed), kind, {"cache-control": cache_control}, packed)
