"""A plot of intervals as SVG: a line for each bar, in groups that are not compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain
from typing import Final

from saqqara_contest.intervals import Interval

WIDTH: Final = 720
LEFT: Final = 190
ROW: Final = 22
STYLE: Final = (
    "text{font:13px sans-serif;fill:#222}line{stroke:#888}.bar{stroke:#1f5f8b;stroke-width:3}"
    "circle{fill:#1f5f8b}@media(prefers-color-scheme:dark){text{fill:#ddd}.bar{stroke:#7db8e0}"
    "circle{fill:#7db8e0}}"
)


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with its interval."""

    name: str
    value: float
    interval: Interval


def interval_plot(groups: Mapping[str, Sequence[Bar]]) -> str:
    """Return the plot; all groups have one scale."""
    bars = list(chain.from_iterable(groups.values()))
    low = min((bar.interval.low for bar in bars), default=0.0)
    high = max((bar.interval.high for bar in bars), default=1.0)
    height = ROW * (len(bars) + 2 * len(groups) + 1)
    inside = "".join(_lines(groups, low, max(1.0, high - low)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        f"<style>{STYLE}</style>{inside}</svg>\n"
    )


def _lines(groups: Mapping[str, Sequence[Bar]], low: float, span: float) -> Iterator[str]:
    def across(value: float) -> str:
        return f"{LEFT + (value - low) / span * (WIDTH - LEFT - 60):.1f}"

    y = ROW
    for title, bars in groups.items():
        yield f'<text x="8" y="{y}" font-weight="bold">{escape(title)}</text>'
        for bar in bars:
            y += ROW
            ends = f'x1="{across(bar.interval.low)}" x2="{across(bar.interval.high)}"'
            yield f'<text x="20" y="{y}">{escape(bar.name)}</text>'
            yield f'<line class="bar" {ends} y1="{y - 4}" y2="{y - 4}"/>'
            yield f'<circle cx="{across(bar.value)}" cy="{y - 4}" r="5"/>'
            yield f'<text x="{WIDTH - 50}" y="{y}">{bar.value:.0f}</text>'
        y += 2 * ROW
