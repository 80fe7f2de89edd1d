"""What the host reads of a ladder on the command line, and rules: the same as by the transports."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from pydantic import TypeAdapter
from rich.console import Console
from typer.testing import CliRunner, Result

from saqqara_contest.intervals import share_interval
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import jobs, ladders, results, rulings
from saqqara_service.application.service import Service
from saqqara_service.cli import app
from saqqara_service.cli.ladders import pairs, rules, schedule
from saqqara_service.cli.ladders.names import called
from saqqara_service.cli.tables import folding
from saqqara_service.models import (
    LadderFormat,
    LadderLuck,
    LadderMatch,
    LadderRuling,
    PairScore,
)
from tests.service.enrolled import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.looks import ladder_of
from tests.service.refolded import whole_schedule
from tests.service.test_hosted_ladders import due

MARKUP = "copied [red]my bot[/red], says [/nobody] :smile:"
"""A reason that is no markup, and would be a wrong one."""
NOBODY = "l" + "0" * 16
READING = ("pairs", "luck", "matches", "rulings", "results")


@dataclass(frozen=True, slots=True)
class Host:
    """Someone at the command line of the host."""

    redis_url: str

    async def result(self, *words: str) -> Result:
        """What came of a command about ladders."""
        runner = CliRunner(env={"REDIS_URL": self.redis_url, "COLUMNS": "250"})
        return await asyncio.to_thread(runner.invoke, app, ["ladder", *words])

    async def types(self, *words: str) -> str:
        """What a command prints that works."""
        done = await self.result(*words)
        assert done.exit_code == 0, done.output
        return done.output


@pytest.fixture
def host(svc: Service) -> Host:
    """The host of that store."""
    return Host(svc.settings.redis_url or "")


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of a list has one line."""
    for module in (schedule, rules):
        monkeypatch.setattr(module, "MOST_ON_PAGE", 1)


def cells(printed: str) -> Iterator[list[str]]:
    """The rows of a printed table."""
    for line in printed.splitlines():
        if line.startswith("│"):
            yield [cell.strip() for cell in line.strip("│").split("│")]


def test_narrow_tables_cut_no_word() -> None:
    """A name that is too long for its column folds, so that no two look alike."""
    table = folding("Place", "Bot")
    table.add_row("1", "submitted-random-bot-b")
    console = Console(width=20)
    with console.capture() as printed:
        console.print(table)
    assert "".join(row[1] for row in cells(printed.get())) == "submitted-random-bot-b"


async def test_the_list_shows_ids_in_full(svc: Service) -> None:
    """Other commands need them: 80 columns show each in one line."""
    made = await a_ladder(svc, start=False, name="A ladder with a long one")
    runner = CliRunner(env={"REDIS_URL": svc.settings.redis_url or "", "COLUMNS": "80"})
    done = await asyncio.to_thread(runner.invoke, app, ["ladder", "list"])
    assert made.ladder.id in done.output


async def test_a_token_table_shows_ids_in_full(svc: Service) -> None:
    """`token list` needs the account's id, and `token revoke` the token's."""
    issued = await accounts.issue_user(svc, "Twenty-four letters name")
    runner = CliRunner(env={"REDIS_URL": svc.settings.redis_url or "", "COLUMNS": "80"})
    done = await asyncio.to_thread(runner.invoke, app, ["token", "list", issued.account.id])
    shown = {row[0] for row in cells(done.output)}
    assert {issued.info.name, issued.info.id, f"for {issued.account.id}"} <= shown


async def all_pages(host: Host, *words: str) -> list[list[str]]:
    """The rows of all pages, each of which tells how to ask for the next one."""
    printed = await host.types(*words)
    rows = list(cells(printed))
    while after := re.findall("Next page: --after (.+)", printed):
        printed = await host.types(*words, "--after", *after)
        rows += cells(printed)
    return rows


async def names_of(svc: Service, enrolled: Enrolled) -> dict[str, str]:
    """What the bots are called."""
    return {row.bot_id: row.bot_name for row in await svc.entries.listed(enrolled.id)}


@pytest.mark.parametrize("command", READING)
async def test_an_unknown_ladder_is_refused_as_everywhere(host: Host, command: str) -> None:
    """The sentence of `NotFound`, and exit code 1."""
    done = await host.result(command, NOBODY)
    assert (done.exit_code, done.output.strip()) == (1, f"There is no ladder {NOBODY!r}.")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("pairs", "No bots have met in a rated match yet"),
        ("luck", "This needs at least two full rated blocks"),
        ("matches", "There is no planned match yet"),
        ("rulings", "There are no rulings"),
        ("results", "There is no result yet"),
    ],
)
async def test_where_nothing_is_to_be_told_a_sentence_says_so(
    host: Host, svc: Service, command: str, sentence: str
) -> None:
    """No empty table; programs read an empty list, and of luck that it is unknown."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    printed = await host.types(command, enrolled.id)
    assert sentence in printed
    assert not list(cells(printed))
    told = await host.types(command, enrolled.id, "--json")
    if command == "luck":
        assert LadderLuck.model_validate_json(told).blocks == 0
    else:
        assert TypeAdapter(list[object]).validate_json(told) == []


async def test_pairs_tell_who_beats_whom(host: Host, svc: Service) -> None:
    """Each version against each other: matches, wins, their share and the interval by blocks."""
    enrolled = await a_ladder(svc, bots=3, players=3, blocks=3)
    await finish(svc, enrolled)
    found = await results.pairs(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    told = await host.types("pairs", enrolled.id, "--json")
    assert TypeAdapter(list[PairScore]).validate_json(told) == found
    rows = list(cells(await host.types("pairs", enrolled.id)))
    names = await names_of(svc, enrolled)
    assert [row[:5] for row in rows] == [
        [
            names[one.bot_id],
            names[one.other_id],
            str(one.matches),
            f"{one.wins:g}",
            f"{one.wins / one.matches:.0%}",
        ]
        for one in found
    ]
    for row, one in zip(rows, found, strict=True):
        sure = share_interval(await won_by_block(svc, enrolled, one), games=3)
        assert sure is not None
        assert row[5] == f"{sure.low:.0%} to {sure.high:.0%}"


async def won_by_block(svc: Service, enrolled: Enrolled, pair: PairScore) -> list[float]:
    """The share of each block's matches in which the one was before the other, from the results."""
    lists: dict[int, list[float]] = {}
    for result in (
        await results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
        )
    ).items:
        at = {seat.bot_id: seat.place for seat in result.seats}
        one, other = at[pair.bot_id], at[pair.other_id]
        lists.setdefault(result.block, []).append((one < other) + (one == other) / 2)
    return [sum(won) / len(won) for won in lists.values()]


async def test_pairs_leave_out_what_was_annulled(host: Host, svc: Service) -> None:
    """As every table does; of a block that was annulled in part the rest counts."""
    enrolled = await a_ladder(svc, bots=2, blocks=2)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b0-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason=MARKUP, match_id=match_id),
    )
    rows = list(cells(await host.types("pairs", enrolled.id)))
    assert [row[2] for row in rows] == ["3", "3"]
    assert " to " in rows[0][5]


def test_a_share_is_as_sure_as_its_blocks() -> None:
    """Games of one block belong together, so two blocks tell less than four games would."""
    swept = share_interval([1.0, 1.0], games=2)
    assert swept is not None
    assert pairs.surely([[1.0, 1.0], [1.0, 1.0]]) == f"{swept.low:.0%} to 100%"
    assert pairs.surely([]) == ""


def test_a_later_version_is_told_by_its_number() -> None:
    """The first one is called as its bot."""
    assert [called("Nefer", version) for version in (1, 2)] == ["Nefer", "Nefer v2"]


async def test_luck_tells_skill_seat_and_chance(host: Host, svc: Service) -> None:
    """The shares, what each seat is worth, and how much surer a block is than single games."""
    enrolled = await a_ladder(svc, bots=4, players=2, blocks=8)
    await finish(svc, enrolled)
    found = await results.luck_of(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    told = await host.types("luck", enrolled.id, "--json")
    assert LadderLuck.model_validate_json(told) == found
    printed = await host.types("luck", enrolled.id)
    assert (
        f"{found.blocks} full blocks: skill {found.skill:.0%}, seat {found.seat:.0%},"
        f" chance {found.chance:.0%}"
    ) in printed
    assert list(cells(printed)) == [
        [
            str(one.seat),
            f"{one.advantage:+.3f}",
            "" if one.low is None else f"{one.low:+.3f} to {one.high:+.3f}",
        ]
        for one in found.seats
    ]
    assert f"{found.block_error:.3f} after a block" in printed
    assert f"{found.games_error:.3f} after 2 single games" in printed


async def test_what_is_planned_hides_its_bots_until_it_begins(host: Host, svc: Service) -> None:
    """Bots and reason stand in the schedule from the beginning of a match on, places at its end."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    await jobs.pair(svc, enrolled.id)
    (first, *_) = cells(await host.types("matches", enrolled.id))
    assert first == ["", "b0 r0", "planned", "hidden until it begins", "", ""]
    await finish(svc, enrolled)
    names, found = await names_of(svc, enrolled), await whole_schedule(svc, enrolled.id)
    rows = list(cells(await host.types("matches", enrolled.id)))
    for row, one in zip(rows, found, strict=True):
        bots = ", ".join(names[bot] for bot in one.bots)
        places = ", ".join(map(str, one.places or []))
        number, reason = str(one.result_number), one.reason
        for bot in one.bots:
            reason = reason.replace(bot, names[bot])
        assert row == [number, f"b{one.block} r{one.rotation}", "settled", bots, places, reason]
    told = await host.types("matches", enrolled.id, "--json")
    assert TypeAdapter(list[LadderMatch]).validate_json(told) == found


async def test_matches_are_told_by_status_and_page_by_page(
    host: Host, svc: Service, short_pages: None
) -> None:
    """`--status` and `--bot` leave out the others; `--after` goes on where a page ended."""
    enrolled = await a_ladder(svc, bots=2, blocks=2)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason=MARKUP, match_id=match_id),
    )
    rows = await all_pages(host, "matches", enrolled.id, "--status", "settled")
    assert [row[1] for row in rows] == ["b0 r0", "b0 r1", "b1 r1"]
    (row,) = cells(await host.types("matches", enrolled.id, "--status", "annulled"))
    assert row[1:3] == ["b1 r0", "annulled by ruling 1"]
    assert "There is no such match" in await host.types("matches", enrolled.id, "--status", "void")
    assert "There is no such match" in await host.types(
        "matches", enrolled.id, "--bot", "b" + "0" * 16
    )
    done = await host.result("matches", enrolled.id, "--after", "nowhere")
    assert done.exit_code == 1
    assert "The cursor does not belong" in done.output


async def test_a_match_that_does_not_count_says_by_whom(host: Host, svc: Service) -> None:
    """Who had left stands beside the status."""
    enrolled = await a_ladder(
        svc, bots=3, blocks=None, rounds=1, concurrency=1, format=LadderFormat.ROUND_ROBIN
    )
    gone = next(iter(enrolled.callers))
    await host.types("withdraw", enrolled.id, gone)
    for _ in range(5):
        await due(svc, enrolled)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        await jobs.tend(svc, enrolled.id)
    names = await names_of(svc, enrolled)
    rows = list(cells(await host.types("matches", enrolled.id, "--status", "given_up")))
    assert rows
    assert {row[2] for row in rows} == {f"given up by {names[gone]}"}


async def test_the_host_annuls_and_restores(host: Host, svc: Service, short_pages: None) -> None:
    """A ruling has a number, and whoever reads them sees what, by whom, why and what became of it.

    A reason is shown as it was written.
    """
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await finish(svc, enrolled)
    bot = next(iter(enrolled.callers))
    name = (await names_of(svc, enrolled))[bot]
    match_id = f"{enrolled.id}-b0-r1"
    assert (
        await host.types("annul", enrolled.id, MARKUP, "--match", match_id)
        == await host.types("annul", enrolled.id, MARKUP, "--match", match_id)
        == "Ruling 1 annuls match b0 r1\n"
    )
    told = await host.types("annul", enrolled.id, "twice one", "--bot", bot, "--version", "1")
    assert told == f"Ruling 2 annuls {name} v1\n"
    told = await host.types("restore", enrolled.id, "2", "it was another one")
    assert told == "Ruling 3 restores the matches that ruling 2 annulled\n"
    lines = (
        await results.page(svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=2))
    ).items
    assert {one.match_id: one.annulled_by for one in lines}[match_id] == 1
    rows = await all_pages(host, "rulings", enrolled.id)
    assert [[row[0], *row[2:]] for row in rows] == [
        ["1", "annuls match b0 r1", "host", MARKUP, ""],
        ["2", f"annuls {name} v1", "host", "twice one", "ruling 3"],
        ["3", "restores the matches that ruling 2 annulled", "host", "it was another one", ""],
    ]
    assert all(row[1].endswith("+00:00") for row in rows)
    found = (
        await rulings.page(svc, None, questions.LadderRulingFilter(ladder_id=enrolled.id, first=9))
    ).items
    told = await host.types("rulings", enrolled.id, "--json", "--after", rulings.cursor(found[1]))
    assert TypeAdapter(list[LadderRuling]).validate_json(told) == found[2:]
    last = rulings.cursor(found[2])
    assert (
        await host.types("rulings", enrolled.id, "--after", last)
        == "There are no further rulings\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("annul", "why"), "Give exactly one of `matchId` and `botId`"),
        (("annul", "why", "--bot", "b" + "0" * 16), "is not in this ladder"),
        (("annul", "\x1b[31mred", "--match", "any"), "pattern"),
        (("restore", "1", "why"), "has no ruling 1"),
        (("restore", "1", "\x1b[31mred"), "pattern"),
    ],
)
async def test_a_ruling_that_cannot_be_is_refused(
    host: Host, svc: Service, words: tuple[str, ...], said: str
) -> None:
    """By the bounds of the transports: a reason that works on terminals is none."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    command, *others = words
    done = await host.result(command, enrolled.id, *others)
    assert done.exit_code == 1
    assert said in done.output
    assert (
        await rulings.page(svc, None, questions.LadderRulingFilter(ladder_id=enrolled.id, first=1))
    ).items == []


async def test_a_ladder_is_made_with_any_options(host: Host, svc: Service) -> None:
    """A preset, options by name and sides of sites, as `saqqara ladder create` takes them."""
    words = ("--preset", "minis", "--option", "players=4", "--option", "sides.market=B")
    made = await host.types("create", "Thebes", *words, "--max-replays", "1")
    ladder = await ladder_of(svc, made.strip())
    assert ladder.options == {"preset": "minis", "players": 4, "sides": {"market": "B"}}
    assert (ladder.players, ladder.max_replays) == (4, 1)
    made = await host.types("create", "Memphis", "--players", "3", "--option", "wrath=true")
    assert (await ladder_of(svc, made.strip())).options == {"players": 3, "wrath": True}
    made = await host.types("create", "Abydos", "--game", "duel", "--option", "duelPyramidBFour=15")
    assert (await ladder_of(svc, made.strip())).players == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--option", "wrath"), 2, "NAME=VALUE"),
        (("--players", "3", "--option", "players=4"), 2, "--players"),
        (("--option", "wraths=true"), 1, "no option"),
        (("--option", "sides.market=Z"), 1, "The site market must be one of"),
        (("--preset", "nothing"), 1, "has no preset"),
        (("--players", "7"), 1, "players must be one of 2, 3, 4"),
    ],
)
async def test_options_that_a_game_has_not_are_refused(
    host: Host, svc: Service, words: tuple[str, ...], code: int, said: str
) -> None:
    """With the words that it has; nothing is made."""
    done = await host.result("create", "Thebes", *words)
    assert done.exit_code == code
    assert said in done.output
    assert (await ladders.page(svc, None, questions.LadderFilter(first=1))).items == []
