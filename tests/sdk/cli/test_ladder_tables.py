"""`saqqara ladder standings`, `scores`, `fit`, `luck` and lists: names, units and notes."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from saqqara_contest.intervals import Interval
from saqqara_sdk.cli.online.ladder_tables import Row, labels
from saqqara_sdk.cli.tables import print_strengths
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import fits, ladders
from saqqara_service.application.service import Service
from tests.sdk.cli.test_online_commands import Typist, typed
from tests.service import jobs
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    finish,
    play_out,
    running,
    settle_all,
    some_terms,
)
from tests.service.matches import an_owner, some_bots

BOT = re.compile(r"\bb[0-9A-Za-z]{16}\b")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)


@pytest.fixture
async def swiss(svc: Service) -> Enrolled:
    """A Swiss of five bots that is over."""
    enrolled = await a_ladder(svc, 5, 2, None, 9, format="swiss", rounds=2)
    await finish(svc, enrolled)
    return enrolled


@pytest.fixture
def typist(server: str, monkeypatch: pytest.MonkeyPatch) -> Typist:
    """Somebody without a token, at a narrow terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    return Typist(server)


async def test_standings_tell_what_they_claim(typist: Typist, swiss: Enrolled) -> None:
    """Intervals, places, chances, the fit and the units, all in 80 columns."""
    said = await typist.types("ladder", "standings", swiss.id)
    assert len(re.findall(r"bot \d +(?:\d \d-\d)? +\d+ \[-?\d+, \d+\] ", said)) == 5
    assert "odds of ten to one" in said
    assert "~" not in said
    assert "…" not in said
    assert max(map(len, said.splitlines())) <= 80
    warned = await typist.types("ladder", "fit", swiss.id)
    assert "all results up to number 8" in warned
    assert re.search(r"drift: .+", warned)


async def test_bots_that_no_fit_contains_are_marked(
    typist: Typist, svc: Service, swiss: Enrolled
) -> None:
    """Before the first fit all are estimates, without places."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    said = await typist.types("ladder", "standings", enrolled.id)
    assert len(re.findall(r"bot \d +~\d+ \[\d+, \d+\] +2 ", said)) == 2
    assert "~ marks an estimate" in " ".join(said.split())
    assert "No result is fitted yet" in await typist.types("ladder", "fit", enrolled.id)
    await fits.fit(svc, enrolled.id)
    assert "~" not in await typist.types("ladder", "standings", enrolled.id)
    assert "~" not in await typist.types("ladder", "standings", swiss.id)


async def test_scores_show_each_tie_break(
    typist: Typist, swiss: Enrolled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A column for each, in the order in which they decide."""
    monkeypatch.setenv("COLUMNS", "120")
    head = (await typist.types("ladder", "scores", swiss.id)).splitlines()[1]
    first = (await typist.asks("ladder", "scores", swiss.id))[0]
    names = [one["name"].replace("_", " ") for one in first["tieBreaks"]]
    assert len(names) > 2
    assert re.search("points +meetings +byes +" + " +".join(names), head)


@pytest.mark.parametrize("width", ["80", "120"])
def test_a_terminal_shows_whole_figures(width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns that do not fit are left out and named; no figure is cut."""
    monkeypatch.setenv("COLUMNS", width)
    console = Console(file=StringIO(), width=int(width), highlight=False)
    rows = [
        Row(f"a bot {number}", number, number % 2, 1500.0, Interval(1400, 1600), 0.99, 321, None)
        for number in range(1, 5)
    ]
    columns = {name: ["12345"] * 4 for name in ("matches", "wins %", "house", "change", "late")}
    print_strengths(rows, columns, (), console)
    assert isinstance(console.file, StringIO)
    said = console.file.getvalue()
    assert "…" not in said
    assert len(re.findall(r"a bot \d", said)) == 4
    shown = [name for name in columns if name in said.split("Elo: ")[0].split("A wider")[0]]
    assert said.count("12345") == 4 * len(shown)
    assert (shown == [*columns]) == (width == "120")
    assert ("A wider terminal also shows" in said) == (width == "80")


def test_bots_of_one_name_have_their_ids() -> None:
    """Names are unique for an account only."""
    assert labels([("b1", "greedy"), ("b2", "greedy"), ("b3", "mine")]) == {
        "b1": "greedy (b1)",
        "b2": "greedy (b2)",
        "b3": "mine",
    }


async def test_a_bot_is_found_by_its_name_in_the_ladder(
    typist: Typist, svc: Service, swiss: Enrolled
) -> None:
    """A host rules upon bots of others, which are away, while one of that name is there."""
    for caller in await some_bots(svc, await an_owner(svc), 4):
        await svc.engagements.be_present(caller.bot_id or "", AN_HOUR_MS)
    token = (await accounts.issue_admin(svc)).token
    await typed("account", "keep", "--server", typist.server, stdin=token)
    ruled = await typist.asks(
        "ladder", "annul", swiss.id, "copied", "--bot", "bot 3", "--as", "host"
    )
    assert ruled["botId"] == list(swiss.callers)[3]
    assert "bot 3" in await typist.types("ladder", "rulings", swiss.id)


async def test_bots_are_named(typist: Typist, swiss: Enrolled) -> None:
    """In every table of a ladder; ids are for programs."""
    for command in ("standings", "scores", "matches", "pairs", "results", "entries", "luck"):
        said = await typist.types("ladder", command, swiss.id)
        assert not BOT.findall(said), command
        if command != "luck":
            assert re.search(r"bot \d", said), command
    assert "full blocks" in await typist.types("ladder", "luck", swiss.id)


async def test_a_challenger_is_named(typist: Typist, svc: Service) -> None:
    """Where a ladder itself names a bot."""
    owner = await an_owner(svc)
    caller = (await some_bots(svc, owner, 1))[0]
    terms = some_terms(format="gauntlet", blocks=None, rounds=2, challenger=caller.bot_id)
    ladder = await ladders.create(svc, owner, terms)
    await enrol(svc, caller, ladder.id, caller.bot_id or "")
    said = await typist.types("ladder", "show", ladder.id)
    assert re.search(r"challenger +bot \d", said)
