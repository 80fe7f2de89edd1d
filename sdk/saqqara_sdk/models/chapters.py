"""The rules by chapter, as plain text: the page of the rules, the notation, the table in play.

The chapters are the sections of `engine/RULES.md`, which a wheel holds too; `notation` is that part
of `engine/NOTATION.md`. The chapter `table` is made from the layout, which front ends draw the
board from, so its figures are those of a match's own options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame
from saqqara_engine.layout import Layout, PieceLayout, ScoringTable, SiteLayout

TABLE: Final = "table"
NOTATION: Final = "notation"
RULES: Final = {"imhotep": ("Imhotep", "The Duel"), "duel": ("The Duel", "Options")}
"""The heading where a game's part of the page begins, and the one before which it ends."""
ACTIONS: Final = {
    "imhotep": ("Imhotep: words", "Imhotep: cards"),
    "duel": ("The Duel: words", "The Duel: tokens"),
}
"""The same of the page of the notation."""

_HEADING: Final = re.compile(r"^#{2,3} (?P<title>.+)$", re.MULTILINE)
_DRAWING: Final = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n+", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]*\)")


def chapters(game: AnyGame) -> tuple[str, ...]:
    """Return the names of the chapters, in the order in which they are to be read."""
    return (TABLE, *_sections(game.name))


def chapter(game: AnyGame, options: Options, name: str) -> str:
    """Return the text of a chapter; raises `KeyError` for an unknown name."""
    return table(game.layout(options)) if name == TABLE else _sections(game.name)[name]


def table(layout: Layout) -> str:
    """Return the sites, ships, pieces and points that are in play, one in each line."""
    lines = [f"{layout.title}: {len(layout.seats)} seats"]
    lines += [
        f"Ship of {ship.capacity}: sails with {ship.minimum} or more, at most {ship.count} a round"
        for ship in layout.ships
    ]
    lines += [f"Boat {one.boat}: unloads along {' '.join(one.cells)}" for one in layout.boats]
    for site in layout.sites:
        lines += _site(site)
    lines += map(_piece, (*layout.cards, *layout.tokens))
    lines += map(_points, layout.tables)
    lines.append(str(layout.tie_break))
    return "\n".join(lines)


def _site(site: SiteLayout) -> Iterator[str]:
    side = f", side {site.side}" if site.side else ""
    yield f"{site.title} (`{site.site}`{side}): {site.text}"
    scored = [space for space in site.spaces if space.points is not None or space.bonus]
    if scored:
        yield "  spaces in the order of filling: " + ", ".join(
            f"{space.group + ' ' if space.group else ''}{space.number}"
            f" = {space.points or 0}{f' + {space.bonus}' if space.bonus else ''}"
            for space in scored
        )
    for one in site.tables:
        yield f"  {_points(one)}"


def _points(one: ScoringTable) -> str:
    counted = ", ".join(
        f"{number} = {points}" for number, points in enumerate(one.points, one.first)
    )
    beyond = f", each further one {one.beyond}" if one.beyond else ""
    return f"{one.title}: {counted}{beyond}"


def _piece(piece: PieceLayout) -> str:
    colour = f", {piece.colour}" if piece.colour else ""
    return f"{piece.title} (`{piece.piece}`{colour}, {piece.count}): {piece.effect}"


@lru_cache
def _sections(game: str) -> dict[str, str]:
    """Return the sections of a game's part of the page, without those that have only a heading."""
    found = {_name(title): body for title, body in _parts("RULES.md", *RULES[game]) if body}
    notation = _parts("NOTATION.md", *ACTIONS[game])
    return {**found, NOTATION: "\n\n".join(body for _, body in notation)}


def _parts(page: str, begin: str, end: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the text of each section of a page from one heading up to another."""
    inside = files("saqqara_sdk.models") / page
    path = inside if inside.is_file() else Path(__file__).parents[3] / "engine" / page
    text = _LINK.sub(r"\1", _DRAWING.sub("", path.read_text(encoding="utf-8")))
    headings = list(_HEADING.finditer(text))
    titles = [heading["title"] for heading in headings]
    for number in range(titles.index(begin), titles.index(end)):
        body = text[headings[number].end() : headings[number + 1].start()]
        yield titles[number], body.strip()


def _name(title: str) -> str:
    """Return the name of a section: its heading in small letters, without the game."""
    last = title.rpartition(": ")[2].lower()
    return re.sub("[^a-z]+", "-", last.replace("'", ""))
