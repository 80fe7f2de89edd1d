"""Blocks of pages that a program writes, between marks that readers do not see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def with_block(page: str, name: str, text: str) -> str:
    """Return the page with this text between the marks of a block; raises without such marks."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise ValueError(f"the page has no {begin} … {end}")
    return pattern.sub(lambda _: f"{begin}\n\n{text}\n{end}", page)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
