"""Links from a terminal to the pages of a server."""

from __future__ import annotations

import os
import re
from typing import Final

from rich.text import Text

MATCH_ID: Final = re.compile(r"m[0-9A-Za-z]{16}|l[0-9A-Za-z]{16}-b\d+-r\d+(-\w+)*")


def match_link(match_id: str, server: str | None = None) -> Text:
    """The id of a match; one of a server links to its page, in terminals that know links.

    Without a server that is known, by SAQQARA_SERVER or otherwise, it is plain.
    """
    address = (server or os.environ.get("SAQQARA_SERVER") or "").split(",")[0].rstrip("/")
    if not address or MATCH_ID.fullmatch(match_id) is None:
        return Text(match_id)
    return Text(match_id, style=f"link {address}/matches/{match_id}")
