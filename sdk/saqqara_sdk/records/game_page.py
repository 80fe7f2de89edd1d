"""A game as a self-contained HTML page to step through, without network requests.

The page includes the site's player, and the views of all seats. Both are compressed: a page has
75 to 130 KB instead of megabytes.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final

import saqqara_pages
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.records.record import Record
from saqqara_sdk.records.frames import carried

PAGE: Final = Path(__file__).with_name("page.html")
NOTHING: Final[Mapping[int, Json]] = MappingProxyType({})
STYLE: Final = (
    "main{--board-height:calc(100dvh - 4.5rem)}main>:not(saqqara-match){padding-inline:1rem}"
    "h1{font-size:var(--step-1);margin:0}p{margin:0}"
)
"""The additions to the site's style sheet."""
_GAP: Final = re.compile(r"\{([a-z]+)\}")


@dataclass(frozen=True, slots=True)
class Replay:
    """A record for display in a notebook: `Replay(record)` as the last line of a cell."""

    record: Record

    def _repr_html_(self) -> str:
        """Return a sandboxed frame with the page."""
        inside = html.escape(page(self.record), quote=True)
        return (
            f'<iframe srcdoc="{inside}" title="A game to step through" sandbox="allow-scripts"'
            ' style="width:100%;height:52rem;border:0"></iframe>'
        )


def page(record: Record, explained: Mapping[int, Json] = NOTHING) -> str:
    """Return the page; raises `EngineError` if the record cannot be replayed.

    Names are embedded as data, never as markup. `explained` has a bot's values by ply, as returned
    by `Explained.to_json`.
    """
    start, style = saqqara_pages.text("record-start.js"), saqqara_pages.text("style.css") + STYLE
    player = saqqara_pages.packed(saqqara_pages.hashed("record.js"))
    filled = {
        "policy": _policy((start, saqqara_pages.text("record.js")), style),
        "title": html.escape(f"{find_game(record.game).title}, match {record.match_id}"),
        "names": html.escape(" · ".join(record.seats)),
        "style": style,
        "record": packed(carried(record, explained)),
        "player": b64encode(player).decode(),
        "start": start,
    }
    return _GAP.sub(lambda gap: filled[gap[1]], PAGE.read_text("utf-8"))


def packed(data: Json) -> str:
    """Return data as `unpackRecord` of the player reads it: JSON, gzip, base64."""
    text = json.dumps(data, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode()


def _policy(scripts: Iterable[str], style: str) -> str:
    """Return a content security policy for the page's own scripts and style."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src " + " ".join(f"'{_hash(script)}'" for script in scripts),
            f"style-src '{_hash(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types lit-html record",
        )
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
