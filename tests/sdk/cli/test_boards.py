"""Tables drawn in terminals: all of both games, in colours, plain, and narrow."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from typer.testing import CliRunner

from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import GAMES, AnyGame, find_game
from saqqara_sdk.arena import Entrant, MatchSetting, play_match
from saqqara_sdk.bots.loader import load_bot
from saqqara_sdk.bots.offers import View
from saqqara_sdk.cli import app
from saqqara_sdk.cli.boards import board
from saqqara_sdk.cli.links import match_link
from saqqara_sdk.records import files
from tests.sdk.cli.test_cli_bot import ENVIRONMENT, ended, read_terminal

NAMES = ("Ann", "[red]Bob[/red]", "Cid", "a name of so many words")
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")
TABLES = [
    (rules, preset, players)
    for rules in GAMES.values()
    for preset in (None, *rules.presets)
    for players in rules.players
]


def views(rules: AnyGame, preset: str | None, players: int) -> Iterator[View]:
    """A game at random, as the public sees it every few plies, and its end."""
    asked = {"players": players} | ({"preset": preset} if preset else {})
    state = rules.new_game(rules.parse_options(asked), bytes(32))
    chance, ply = Random(players), 0
    while rules.to_act(state) is not None:
        if ply % 9 == 0:
            yield rules.view(state, None)
        rules.advance(state, chance.choice(rules.legal_actions(state)))
        ply += 1
    yield rules.view(state, None)


def drawn(rules: AnyGame, view: View, width: int, *, no_color: bool = False) -> str:
    console = Console(
        file=StringIO(), force_terminal=True, width=width, no_color=no_color, color_system="256"
    )
    console.print(board(rules, view, NAMES, console))
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


@pytest.mark.parametrize(("rules", "preset", "players"), TABLES)
def test_every_table_is_drawn_at_every_width(
    rules: AnyGame, preset: str | None, players: int
) -> None:
    """No line is wider than the terminal, and every stone, ship and seat is there."""
    for view in views(rules, preset, players):
        for width in (30, 80, 200):
            plain = ESCAPE.sub("", drawn(rules, view, width))
            assert max(map(len, plain.splitlines())) <= width
        assert all(f"{seat} {NAMES[seat]}" in plain for seat in range(players))
        for label in rules.draw(view).splitlines():
            kept = label[16:].strip()
            if label[:16].strip() in {"Prophecies", "Private ships", "Favors", "Towers"}:
                assert kept in plain


def test_colours_are_for_those_who_want_them() -> None:
    """Seats have colours and numbers; NO_COLOR leaves the numbers."""
    rules = find_game("imhotep")
    *_, last = views(rules, "everything", 4)
    codes = {code for found in ESCAPE.findall(drawn(rules, last, 100)) for code in found.split(";")}
    assert {"41", "44", "45"} <= codes
    plain = ESCAPE.findall(drawn(rules, last, 100, no_color=True))
    assert not [code for found in plain for code in found.split(";") if code in {"41", "44", "45"}]


@pytest.mark.parametrize("game", GAMES)
def test_without_a_terminal_a_table_is_plain_text(game: str) -> None:
    """Then it is the engine's own text, without a code for terminals."""
    rules = find_game(game)
    *_, last = views(rules, None, 2)
    console = Console(file=StringIO(), width=60)
    console.print(board(rules, last, NAMES, console), soft_wrap=True)
    file = console.file
    assert isinstance(file, StringIO)
    assert file.getvalue().rstrip("\n") == rules.draw(last)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a game between bots."""
    rules = find_game("duel")
    setting = MatchSetting(rules, rules.parse_options({}), Untimed())
    entrants = [Entrant(name, load_bot("random")) for name in ("one", "two")]
    return files.save(play_match(setting, entrants, "offline-7").record, tmp_path)


def test_a_record_is_shown_with_its_last_table(record: Path) -> None:
    """The table stands between the plies and the points; alone with `--table`."""
    whole = CliRunner().invoke(app, ["record", "show", str(record)])
    alone = CliRunner().invoke(app, ["record", "show", "--table", str(record)])
    assert (whole.exit_code, alone.exit_code) == (0, 0), whole.output + alone.output
    for done in (whole, alone):
        assert "game is over" in done.output
        assert "place" in done.output
    assert "in words" in whole.output
    assert "in words" not in alone.output


def test_matches_of_a_server_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the page of a match, where a server is known and the match is one of a server's."""
    monkeypatch.delenv("SAQQARA_SERVER", raising=False)
    match_id = "m0123456789abcdef"
    assert not match_link(match_id).style
    monkeypatch.setenv("SAQQARA_SERVER", "https://a.example/,https://b.example")
    assert match_link(match_id).style == f"link https://a.example/matches/{match_id}"
    assert not match_link("offline-1").style


@pytest.mark.parametrize("columns", ["100", "34"])
async def test_games_are_watched_on_a_terminal(columns: str) -> None:
    """Each game of a block is shown move by move, then the figures; also where it is narrow."""
    ours, theirs = pty.openpty()
    words = ("play", "random", "random", "--game", "duel", "--blocks", "1", "--trust")
    program = [sys.executable, "-c", "from saqqara_sdk.cli import app; app()"]
    process = await asyncio.create_subprocess_exec(
        *program,
        *words,
        *("--watch", "--pace", "0.01"),
        stdout=asyncio.subprocess.PIPE,
        stderr=theirs,
        env=ENVIRONMENT | {"TERM": "xterm-256color", "COLUMNS": columns, "LINES": "60"},
    )
    os.close(theirs)
    shown = b""
    async with asyncio.timeout(60):
        while chunk := await asyncio.to_thread(read_terminal, ours):
            shown += chunk
    code, _ = await ended(process)
    os.close(ours)
    assert code == 0
    assert b"\x1b[1;37;41m0" in shown
    assert b"obelisk" in shown


def test_without_a_terminal_the_last_tables_are_printed() -> None:
    """One for each game, as text; and drawings do not go together with JSON."""
    words = ["play", "random", "random", "--game", "duel", "--blocks", "1", "--trust", "--watch"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert done.output.count("game is over") == 2
    assert CliRunner().invoke(app, [*words, "--json"]).exit_code == 2
