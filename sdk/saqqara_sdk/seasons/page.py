"""A season as a self-contained HTML page, without network requests.

All figures are also given as text; colours and lines only repeat them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from saqqara_contest.anchors import ANCHORED_ELO
from saqqara_contest.seasons.fit import Fitted
from saqqara_sdk.seasons.season import Season
from saqqara_sdk.wire.models import LadderRuling

PAGE: Final = Path(__file__).with_name("page.html")
MOST_IN_MAP: Final = 40
"""The maximum number of bots in the table of pairs, since each is a column."""
_POINTS: Final = 200
"""The approximate maximum number of points of a line of ratings."""
_WIDTH, _HEIGHT = 240, 28
_SHADES: Final = 10

Cells = Sequence[str]


def page(season: Season) -> str:
    """Return the page; equal exports give the same bytes.

    Names are embedded as text, never as markup.
    """
    ladder = season.ladder
    number = "" if ladder.season is None else f", season {ladder.season}"
    parts = (_about, _table, _fit, _history, _pairs, _luck, _upsets, _faults, _rulings)
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(f"{ladder.name}{number}"),
        parts="\n".join(text for part in parts for text in part(season)),
    )


def _about(season: Season) -> Iterator[str]:
    ladder, annulled = season.ladder, sum(one.annulled_by is not None for one in season.results)
    yield (
        f"<p>{escape(ladder.game)} for {ladder.players}, {escape(str(ladder.format))},"
        f" {escape(str(ladder.status))}: {len(season.entries)} bots, {len(season.results)} matches"
        f" with a result, {len(season.counted)} of them rated and not annulled ({annulled} were)."
        " Everything here follows from the export of ladder"
        f" <code>{escape(ladder.id)}</code>, whose <code>results.jsonl</code> has the SHA-256"
        f" <code>{season.digest}</code>.</p>"
    )


def _table(season: Season) -> Iterator[str]:
    rows = season.table.rows
    low = min((one.interval.low for one in rows), default=0.0)
    high = max((one.interval.high for one in rows), default=1.0)
    yield "<h2>Table</h2>"
    yield _tabled(
        "Strengths in this field, fitted to all results, with 95 % intervals: 400 points are odds"
        " of ten to one of finishing ahead, over the deals and rivals of the season. The ranked"
        " bots of a group have a mean of 1500. Bots without a place played too few matches, or a"
        " later version replaced them. A place stands with its 95 % range. Best is the chance to be"
        " the strongest of the group. A band is a bot and all following ones that are not"
        " significantly weaker: their order may be chance. The error is that of the difference to"
        " the next bot. Anchored strengths are on the scale of house bots, where mcts-1000 has"
        f" {ANCHORED_ELO:.0f}; groups without a house bot of known strength have none.",
        (
            "bot",
            "place",
            "range",
            "best",
            "band",
            "Elo",
            "interval",
            "",
            "matches",
            "likely above the next",
            "error",
            "group",
            "anchored",
            "interval",
        ),
        (
            (
                _version(season, one.bot),
                "" if one.place is None else str(one.place),
                *_placing(one),
                f"{one.elo:.0f}",
                f"{one.interval.low:.0f} to {one.interval.high:.0f}",
                _bar(one, low, high),
                str(one.matches),
                "" if one.next is None else f"{100 * one.next.stronger:.0f} %",
                "" if one.next is None else f"± {one.next.error:.0f}",
                str(one.group + 1),
                *_anchored(one),
            )
            for one in rows
        ),
    )


def _placing(row: Fitted) -> tuple[str, str, str]:
    """Return the range of places, the chance to be the strongest, and the band."""
    if row.placing is None:
        return "", "", ""
    found = row.placing
    return f"{found.low} to {found.high}", f"{100 * found.best:.0f} %", str(found.band)


def _anchored(row: Fitted) -> tuple[str, str]:
    """Return the strength on the scale of house bots, and its interval."""
    if row.anchored is None:
        return "", ""
    found = row.anchored
    return f"{found.elo:.0f}", f"{found.interval.low:.0f} to {found.interval.high:.0f}"


def _fit(season: Season) -> Iterator[str]:
    yield "<h2>Warnings and details</h2>"
    yield _tabled(
        "The deviations of the results from the table's model, each with a 95 % interval. A warning"
        " limits the claims of the table.",
        ("aspect", "size", "interval", "warning", "in words"),
        (
            (
                str(one.aspect),
                _number(one.size),
                "" if one.low is None else f"{_number(one.low)} to {_number(one.high)}",
                "" if one.fits else "<strong>yes</strong>",
                escape(one.text),
            )
            for one in season.table.checks
        ),
    )


def _history(season: Season) -> Iterator[str]:
    found = sorted(season.histories.items(), key=lambda one: (-one[1][-1], one[0]))
    every = [elo for _, elos in found for elo in elos]
    yield "<h2>History</h2>"
    yield _tabled(
        "Live ratings in Elo after each match of a bot, of all its versions.",
        ("bot", "first", "lowest", "highest", "last", ""),
        (
            (
                _bot(season, bot),
                *(f"{one:.0f}" for one in (elos[0], min(elos), max(elos), elos[-1])),
                _line(elos, min(every), max(every)),
            )
            for bot, elos in found
        ),
    )


def _pairs(season: Season) -> Iterator[str]:
    bots = list(dict.fromkeys(one.bot.split()[0] for one in season.table.rows))[:MOST_IN_MAP]
    yield "<h2>Who beats whom</h2>"
    if len(season.names) > len(bots):
        yield f"<p>The first {len(bots)} bots of the table.</p>"
    yield _tabled(
        "How much of its meetings the bot of the row won of the bot of the column, in per cent,"
        " ties half, and how many meetings there were.",
        ("bot", *(_bot(season, one) for one in bots)),
        ((_bot(season, one), *(_won(season, one, other) for other in bots)) for one in bots),
    )


def _won(season: Season, one: str, other: str) -> str:
    met = season.pairs.get((one, other))
    if met is None:
        return ""
    share = met.wins / met.matches
    shade = round(_SHADES * share)
    return f'<span class="h h{shade}">{100 * share:.0f} <small>of {met.matches}</small></span>'


def _luck(season: Season) -> Iterator[str]:
    yield "<h2>Skill, seat and chance</h2>"
    found = season.luck
    if found is None:
        yield "<p>There are too few whole blocks to tell.</p>"
        return
    yield (
        f"<p>Of the variance of the results of {found.blocks} whole blocks, skill makes"
        f" {100 * found.skill:.0f} %, the seat {100 * found.seat:.0f} % and chance"
        f" {100 * found.chance:.0f} %.</p>"
    )
    yield _tabled(
        "How much better than the mean each seat does, where the first place is worth 1 and the"
        " last 0, with a 95 % interval.",
        ("seat", "advantage", "interval"),
        (
            (
                str(number),
                f"{one.advantage:+.3f}",
                f"{one.interval.low:+.3f} to {one.interval.high:+.3f}" if one.interval else "",
            )
            for number, one in enumerate(found.seats, start=1)
        ),
    )


def _upsets(season: Season) -> Iterator[str]:
    yield "<h2>Upsets</h2>"
    yield _tabled(
        "The results that were least likely by the table.",
        ("match", "ahead", "behind", "likelihood"),
        (
            (
                f"<code>{escape(one.match)}</code>",
                _version(season, one.winner),
                _version(season, one.loser),
                f"{100 * one.likelihood:.1f} %",
            )
            for one in season.upsets
        ),
    )


def _faults(season: Season) -> Iterator[str]:
    yield "<h2>Faults</h2>"
    yield _tabled(
        "Bots whose time ran out, that were away, or that got no more matches at the end.",
        ("bot", "matches out of time", "matches missed", "status"),
        (
            (_bot(season, one.bot), str(one.out_of_time), str(one.missed), escape(one.status))
            for one in season.faults
        ),
    )


def _rulings(season: Season) -> Iterator[str]:
    yield "<h2>Rulings</h2>"
    yield _tabled(
        "Matches that the host annulled, and annulments that it revoked.",
        ("number", "what", "reason", "revoked by"),
        (
            (
                str(one.number),
                f"{escape(str(one.kind))} {_target(season, one)}",
                escape(one.reason),
                "" if one.restored_by is None else str(one.restored_by),
            )
            for one in season.rulings
        ),
    )


def _target(season: Season, of: LadderRuling) -> str:
    if of.match_id is not None:
        return f"<code>{escape(of.match_id)}</code>"
    return f"ruling {of.restores}" if of.bot_id is None else _bot(season, of.bot_id)


def _tabled(caption: str, head: Cells, rows: Iterable[Cells]) -> str:
    """Return a table whose first row and column are headings; a sentence if it is empty."""
    body = "\n".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{one}</td>" for one in row[1:])}</tr>'
        for row in rows
    )
    if not body:
        return "<p>None.</p>"
    columns = "".join(f'<th scope="col">{one}</th>' for one in head)
    return (
        f'<div class="wide" tabindex="0"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{columns}</tr></thead>\n<tbody>{body}</tbody></table></div>"
    )


def _bot(season: Season, bot: str) -> str:
    return escape(season.names.get(bot, bot))


def _version(season: Season, name: str) -> str:
    bot, version = name.split()
    return f"{_bot(season, bot)} <small>version {version}</small>"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def _bar(of: Fitted, low: float, high: float) -> str:
    """Return the interval as a line with a dot; the cells beside it have the numbers."""
    left, right, at = (
        _scaled(one, low, high, _WIDTH) for one in (of.interval.low, of.interval.high, of.elo)
    )
    middle = _HEIGHT / 2
    return _drawn(
        f'<line x1="{left:.1f}" x2="{right:.1f}" y1="{middle}" y2="{middle}"/>'
        f'<circle cx="{at:.1f}" cy="{middle}" r="4"/>'
    )


def _line(elos: Sequence[float], low: float, high: float) -> str:
    """Return the ratings from the first match to the last as a line."""
    step = max(1, len(elos) // _POINTS)
    kept = [*elos[::step], elos[-1]]
    points = " ".join(
        f"{_scaled(at, 0, len(kept) - 1, _WIDTH):.1f},"
        f"{_HEIGHT - _scaled(elo, low, high, _HEIGHT):.1f}"
        for at, elo in enumerate(kept)
    )
    return _drawn(f'<polyline points="{points}"/>')


def _scaled(value: float, low: float, high: float, size: float) -> float:
    """Return the position of a value on a scale of this size, with a margin."""
    margin = 5
    return margin + (size - 2 * margin) * (value - low) / ((high - low) or 1)


def _drawn(inside: str) -> str:
    size = f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
    return f'<svg aria-hidden="true" {size}>{inside}</svg>'
