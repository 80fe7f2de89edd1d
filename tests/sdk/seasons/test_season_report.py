"""A season's report: one page that follows from the export alone."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app as sdk_app
from saqqara_sdk.seasons.season import read
from saqqara_service import questions
from saqqara_service.application.ladders import fits, ladders, rulings
from saqqara_service.application.service import Service
from tests.service.exports import export
from tests.service.ladders import a_ladder, finish

VILE = "<script>alert('annulled')</script>"


class Tables(HTMLParser):
    """The cells of each table by its heading, and whatever else the page asks a browser to do."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {}
        self.tags: set[str] = set()
        self.heading, self._in = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A heading begins another table, a row another list."""
        self.tags.add(tag)
        assert not {name for name, _ in attrs} & {"src", "srcset", "onload", "onclick"}
        self._in = tag if tag in {"h2", "th", "td", "caption"} else self._in
        if tag == "h2":
            self.heading = ""
        elif tag == "tr":
            self.rows.setdefault(self.heading, []).append([])
        elif tag in {"th", "td"}:
            self.rows[self.heading][-1].append("")

    def handle_data(self, data: str) -> None:
        """Text belongs to the cell or heading that it stands in."""
        if self._in == "h2":
            self.heading += data
        elif self._in in {"th", "td"} and self.rows.get(self.heading):
            self.rows[self.heading][-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        """After a heading, what follows is not of it."""
        self._in = "" if tag in {"h2", "th", "td", "caption"} else self._in


async def test_a_season_is_one_page_that_its_export_makes_again(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """It tells the table, who beat whom, faults and rulings, and runs nothing."""
    enrolled = await a_ladder(svc, bots=4, blocks=10)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason=VILE, match_id=match_id)
    )
    await rulings.refold(svc, enrolled.id)
    await fits.fit(svc, enrolled.id)
    folder = tmp_path / "season"
    await export(server, enrolled.id, folder)
    for name in ("one.html", "two.html"):
        done = CliRunner().invoke(
            sdk_app, ["ladder", "season-report", str(folder), str(tmp_path / name)]
        )
        assert done.exit_code == 0, done.output
    written = (tmp_path / "one.html").read_bytes()
    assert written == (tmp_path / "two.html").read_bytes()
    page = Tables()
    page.feed(written.decode())
    assert not page.tags & {"script", "iframe", "img", "object", "form"}
    table = page.rows["Table"][1:]
    published = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert [row[5] for row in table] == [f"{one.elo:.0f}" for one in published]
    assert [row[1:5] for row in table] == [
        [
            str(one.place),
            f"{one.place_low} to {one.place_high}",
            f"{100 * (one.best or 0):.0f} %",
            str(one.band),
        ]
        for one in published
    ]
    assert [row[0] for row in table] == [
        f"{one.bot_name} version {one.version}" for one in published
    ]
    assert len(page.rows["History"]) == 5
    assert [row[1:] for row in page.rows["Rulings"][1:]] == [[f"annulment {match_id}", VILE, ""]]
    won = page.rows["Who beats whom"]
    assert len(won) == 5
    assert all(row[number] == "" for number, row in enumerate(won[1:], start=1))
    assert page.rows["Skill, seat and chance"][1][0] == "1"
    assert len(read(folder).counted) == 19
    assert "19 of them rated and not annulled (1 were)" in written.decode()


@pytest.mark.parametrize("cut", ["the end", "the middle", "a line"])
async def test_an_export_that_was_cut_is_refused(
    svc: Service, server: str, tmp_path: Path, cut: str
) -> None:
    """By every command that reads one; half a season looks like a whole one otherwise."""
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    folder = tmp_path / "season"
    await export(server, enrolled.id, folder)
    assert not list(folder.rglob("*.part"))
    path = folder / "results.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    kept = {
        "the end": lines[:-2],
        "the middle": [*lines[:2], *lines[3:]],
        "a line": [*lines[:-1], lines[-1][:40]],
    }
    path.write_bytes(b"".join(kept[cut]))
    for command in (
        ["season-report", str(folder), str(tmp_path / "page.html")],
        ["report", str(folder)],
    ):
        done = CliRunner().invoke(sdk_app, ["ladder", *command])
        assert done.exit_code == 2, done.output
        assert "results.jsonl" in done.stderr
    assert not (tmp_path / "page.html").exists()


async def test_pairs_add_up(svc: Service, server: str, tmp_path: Path) -> None:
    """What one won of another, the other lost; both met as often."""
    enrolled = await a_ladder(svc, bots=3, players=3, blocks=2)
    await finish(svc, enrolled)
    await export(server, enrolled.id, tmp_path)
    pairs = read(tmp_path).pairs
    assert len(pairs) == 6
    for (one, other), met in pairs.items():
        assert met.matches == 6
        assert met.wins + pairs[other, one].wins == 6


@pytest.mark.parametrize("broken", ["missing", "ladder.json"])
def test_what_is_no_export_ends_the_command(broken: str, tmp_path: Path) -> None:
    """With the file that is wrong, and what to do."""
    if broken != "missing":
        for name in ("ladder.json", "results.jsonl", "entries.jsonl", "rulings.jsonl"):
            (tmp_path / name).write_text("")
        (tmp_path / broken).write_text('{"number": "first"}\n')
    words = ["ladder", "season-report", str(tmp_path), str(tmp_path / "out.html")]
    done = CliRunner().invoke(sdk_app, words)
    assert done.exit_code == 2
    expected = "saqqara ladder export" if broken == "missing" else "ladder.json"
    assert expected in done.stderr
    assert not (tmp_path / "out.html").exists()
