"""What a rating and an interval mean, as pictures: `python -m tests.bench.ratings.pictures`.

Seasons by `sceptic`, which shares no code with the product, are given to the table; the pictures
are written into docs/images. The same seasons come out the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import Fitted, season_fit
from tests.bench.ratings.sceptic import Case, Season, season

FOLDER = Path(__file__).parents[3] / "docs/images"
WIDTH, HEIGHT, EDGE = 720, 400, 60
INK, GOOD, BAD, FAINT = "#444", "#1769aa", "#b3261e", "#bbb"


class Picture:
    """An SVG with axes, on which points are placed by their values."""

    def __init__(
        self, title: str, xs: tuple[float, float], ys: tuple[float, float], names: tuple[str, str]
    ) -> None:
        self._xs, self._ys = xs, ys
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"',
            f' font-family="sans-serif" font-size="13" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        ]
        self.text(WIDTH / 2, HEIGHT - 12, names[0])
        self._parts.append(
            f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
            f"{escape(names[1])}</text>"
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where values lie."""
        across = (x - self._xs[0]) / (self._xs[1] - self._xs[0])
        up = (y - self._ys[0]) / (self._ys[1] - self._ys[0])
        return EDGE + across * (WIDTH - 2 * EDGE), HEIGHT - EDGE - up * (HEIGHT - 2 * EDGE)

    def text(self, x: float, y: float, text: str, anchor: str = "middle") -> None:
        """A text at a place."""
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def line(self, points: Iterable[tuple[float, float]], colour: str, width: float = 2) -> None:
        """A line through values."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.at(*one) for one in points))
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"/>'
        )

    def dot(self, x: float, y: float, colour: str, radius: float = 4) -> None:
        """A dot at values."""
        across, down = self.at(x, y)
        self._parts.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="{radius}" fill="{colour}"/>'
        )

    def ticks(self, xs: Sequence[float], ys: Sequence[float], form: str = ",.0f") -> None:
        """Numbers at the axes, with faint lines; those upwards in a form."""
        for x in xs:
            self.line([(x, self._ys[0]), (x, self._ys[1])], FAINT, 0.5)
            across, down = self.at(x, self._ys[0])
            self.text(across, down + 18, f"{x:,.0f}")
        for y in ys:
            self.line([(self._xs[0], y), (self._xs[1], y)], FAINT, 0.5)
            across, down = self.at(self._xs[0], y)
            self.text(across - 8, down + 4, f"{y:{form}}", "end")

    def write(self, name: str) -> None:
        """Into the folder of the site's images."""
        path = FOLDER / name
        path.write_text("\n".join([*self._parts, "</svg>", ""]), encoding="utf-8")
        print(path)


def rows(of: Season) -> dict[int, Fitted]:
    """The table of a season by the bots' numbers."""
    results = [Result(tuple(map(str, one.bots)), one.places, one.block) for one in of.games]
    return {int(row.bot): row for row in season_fit(results).rows}


def intervals() -> None:
    """One season: each bot's interval, and where the truth is."""
    played = season(Case(), 1)
    table = sorted(rows(played).items(), key=lambda item: item[1].elo)
    picture = Picture(
        "Told strengths with intervals of a season of 20 bots, and their true strengths",
        (1150, 1850),
        (-1, len(table)),
        (
            "Elo: a dot is told, a bar its interval of 95 %, a stroke the truth",
            "bots by told strength",
        ),
    )
    picture.ticks(range(1200, 1801, 100), [])
    for place, (bot, row) in enumerate(table):
        truth = float(played.truth[bot])
        colour = GOOD if row.interval.low < truth < row.interval.high else BAD
        picture.line([(row.interval.low, place), (row.interval.high, place)], colour, 3)
        picture.dot(row.elo, place, colour)
        picture.line([(truth, place - 0.45), (truth, place + 0.45)], INK, 2)
    picture.write("ratings-intervals.svg")


def differences(seasons: int = 60) -> None:
    """What a told difference of two bots is worth in truth."""
    estimated, true = [], []
    for run in range(seasons):
        played = season(Case(), run)
        table = rows(played)
        for one in table:
            for other in table:
                if one < other:
                    estimated.append(table[one].elo - table[other].elo)
                    true.append(float(played.truth[one] - played.truth[other]))
    ahead, share = np.abs(estimated), 1 / (1 + 10 ** (-np.array(true) * np.sign(estimated) / 400))
    picture = Picture(
        "The share of games that a bot wins against another one, by the told difference",
        (0, 400),
        (0.5, 1),
        ("how many Elo ahead it is told", "games won"),
    )
    picture.ticks(range(0, 401, 50), [0.5, 0.6, 0.7, 0.8, 0.9, 1], ".0%")
    picture.line([(x, 1 / (1 + 10 ** (-x / 400))) for x in range(401)], INK)
    for least in range(0, 400, 25):
        inside = (ahead >= least) & (ahead < least + 25)
        if inside.sum() > 30:
            picture.dot(float(ahead[inside].mean()), float(share[inside].mean()), GOOD)
    picture.write("ratings-differences.svg")


def lengths(seasons: int = 8) -> None:
    """How long a season has to be for how narrow intervals."""
    picture = Picture(
        "Half the width of an interval by the matches of each bot, at tables of 2 and 4",
        (0, 700),
        (0, 170),
        ("matches of each bot, in a field of 20", "half an interval of 95 %, Elo"),
    )
    picture.ticks(range(0, 701, 100), range(0, 161, 20))
    for players, colour in ((2, GOOD), (4, BAD)):
        points = []
        for each in (20, 40, 80, 160, 320, 640):
            case = Case(players=players, matches=each * 20 // players)
            widths = [
                row.interval.high - row.interval.low
                for run in range(seasons)
                for row in rows(season(case, run)).values()
            ]
            points.append((float(each), float(np.mean(widths)) / 2))
        picture.line(points, colour)
        for point in points:
            picture.dot(*point, colour)
        across, down = picture.at(*points[-1])
        below = 22 if players == 4 else -10
        picture.text(across, down + below, f"tables of {players}", "end")
    picture.write("ratings-lengths.svg")


if __name__ == "__main__":
    intervals()
    differences()
    lengths()
