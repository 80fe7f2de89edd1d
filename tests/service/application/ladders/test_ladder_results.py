"""What came of ladders: results with what they changed, who beat whom, the table, the export."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from saqqara_contest.seasons.aspects import FitAspect
from saqqara_sdk import AsyncClient
from saqqara_service import questions
from saqqara_service.application.feeds import ladder_progress
from saqqara_service.application.ladders import fits, ladders, rulings, seasons
from saqqara_service.application.ladders import results as ladder_results
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor
from saqqara_service.models import LadderFit, LadderResult, LadderRuling, PairScore
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.ladders import LadderStore
from tests.service import jobs
from tests.service.exports import export
from tests.service.feed_items import log_of
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import a_ladder, finish, play_out, running, settle_all
from tests.service.transports import GraphQL, Json, Rest, Transport

RECOMPUTE = Path(__file__).parents[4] / "docs/howto/recompute.py"
RESULT = (
    "number matchId block rotation endedMs rated annulledBy"
    " seats { seat botId botName version total keptTime place"
    " expectedPlace eloBefore elo muBefore sigmaBefore mu sigma }"
)
PAIR = "botId version otherId otherVersion matches wins"
LISTS = {
    "results": ("results", f"nodes {{ {RESULT} }} edges {{ node {{ number }} }}"),
    "pairs": ("pairs", PAIR),
}


async def listed(transport: Transport, what: str, ladder_id: str) -> list[Json]:
    """`results` or `pairs` by the transport."""
    if isinstance(transport, Rest):
        answer = await transport._call("GET", f"/ladders/{ladder_id}/{what}", None)
        items: list[Json] = answer.data["items"]
        return items
    assert isinstance(transport, GraphQL)
    field, fields = LISTS[what]
    text = f"query($id: ID!) {{ ladder(id: $id) {{ {field} {{ {fields} }} }} }}"
    asked = {"query": text, "variables": {"id": ladder_id}}
    page = (await transport.client.post("/graphql", json=asked)).json()["data"]["ladder"][field]
    rows: list[Json] = page["nodes"] if what == "results" else page
    if what == "results":
        assert [one["node"]["number"] for one in page["edges"]] == [row["number"] for row in rows]
    return rows


async def test_every_change_is_told_and_they_lead_to_the_standings(svc: Service) -> None:
    """Each rating begins where the last result left it, and ends where the standings have it."""
    enrolled = await a_ladder(svc, bots=4, players=3, blocks=4)
    await finish(svc, enrolled)
    page = await ladder_results.page(
        svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
    )
    found, cursor = page.items, page.cursor
    assert cursor is None
    assert [result.number for result in found] == list(range(1, 13))
    for result in found:
        ended = (await log_of(svc, result.match_id, 1))[-1]
        assert result.ended_ms == ended.at_ms
    now: dict[tuple[str, int], tuple[float, float]] = {}
    for result in found:
        assert sum(seat.expected_place for seat in result.seats) == pytest.approx(6)
        for seat in result.seats:
            before = (seat.mu_before, seat.sigma_before)
            assert now.get((seat.bot_id, seat.version), before) == before
            assert seat.sigma < seat.sigma_before
            now[seat.bot_id, seat.version] = (seat.mu, seat.sigma)
    rows = (await svc.ladders.rows(enrolled.id)).values()
    kept = {(row.bot_id, row.version): (row.mu, row.sigma) for of_bot in rows for row in of_bot}
    assert kept == now


async def test_results_are_paged_and_found_by_bot(svc: Service) -> None:
    """Pages join without a gap; a bot's history has its results alone; nonsense is refused."""
    enrolled = await a_ladder(svc, bots=4, blocks=4)
    await finish(svc, enrolled)
    every = (
        await ladder_results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
    pages, after = [], None
    while True:
        page = await ladder_results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=3, after=after)
        )
        after = page.cursor
        pages += page.items
        if after is None:
            break
    assert pages == every
    bot_id = next(iter(enrolled.callers))
    history = (
        await ladder_results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100, bot_id=bot_id)
        )
    ).items
    assert history == [one for one in every if bot_id in {seat.bot_id for seat in one.seats}]
    page = await ladder_results.page(
        svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=2, since=4)
    )
    since, then = page.items, page.cursor
    assert since == every[3:5]
    rest = (
        await ladder_results.page(
            svc,
            None,
            questions.LadderResultFilter(ladder_id=enrolled.id, first=100, after=then, since=4),
        )
    ).items
    assert rest == every[5:]
    late = (
        await ladder_results.page(
            svc,
            None,
            questions.LadderResultFilter(ladder_id=enrolled.id, first=100, bot_id=bot_id, since=4),
        )
    ).items
    assert late == [one for one in history if one.number >= 4]
    assert await ladder_results.page(
        svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=3, since=1_000)
    ) == Page(items=[])
    for of in (None, bot_id):
        whole = every if of is None else history
        for size in (1, 3, len(whole), 100):
            back, after = [], None
            while True:
                page = await ladder_results.page(
                    svc,
                    None,
                    questions.LadderResultFilter(
                        ladder_id=enrolled.id, first=size, after=after, bot_id=of, newest_first=True
                    ),
                )
                after = page.cursor
                back += page.items
                if after is None:
                    break
            assert back == whole[::-1]
    late = (
        await ladder_results.page(
            svc,
            None,
            questions.LadderResultFilter(
                ladder_id=enrolled.id, first=100, since=4, newest_first=True
            ),
        )
    ).items
    assert late == every[:2:-1]
    with pytest.raises(BadCursor):
        await ladder_results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=3, after="page 2")
        )


async def test_the_schedule_is_paged(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages join without a gap, and a cursor of another ladder is refused."""
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    page = await ladders.schedule(
        svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=4)
    )
    first, cursor = page.items, page.cursor
    page = await ladders.schedule(
        svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=4, after=cursor)
    )
    rest, end = page.items, page.cursor
    assert (first + rest, end) == (await whole_schedule(svc, enrolled.id), None)
    with pytest.raises(BadCursor):
        await ladders.schedule(
            svc,
            None,
            questions.LadderMatchFilter(
                ladder_id=enrolled.id, first=4, after="l0000000000000000-b0-r0"
            ),
        )
    with monkeypatch.context() as patch:  # a page is read, never the whole schedule
        patch.delattr(LadderStore, "schedule")
        assert (
            await ladders.schedule(
                svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=4, after=cursor)
            )
        ).items == rest


async def test_results_read_the_same_by_either_transport(
    transport: Transport, svc: Service
) -> None:
    """Both transports tell the application's models, field by field."""
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    answers = [
        LadderResult.model_validate(one) for one in await listed(transport, "results", enrolled.id)
    ]
    assert (
        answers
        == (
            await ladder_results.page(
                svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=20)
            )
        ).items
    )
    pairs = [PairScore.model_validate(one) for one in await listed(transport, "pairs", enrolled.id)]
    assert pairs == await ladder_results.pairs(
        svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
    )
    scores = {(one.bot_id, one.other_id): one for one in pairs}
    for (one, other), pair in scores.items():
        assert pair.wins + scores[other, one].wins == pair.matches
    assert sum(pair.matches for pair in pairs) == 2 * len(answers)
    table = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert [row.elo for row in table] == sorted((row.elo for row in table), reverse=True)
    assert all(row.low < row.elo < row.high for row in table)
    fit = await ladder_results.fit_of(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert await read_fit(transport, enrolled.id) == fit
    assert [check.aspect for check in fit.checks] == [
        one for one in FitAspect if one is not FitAspect.ORDER
    ]
    assert fit.fits
    assert fit.matches == len(answers)


async def read_fit(transport: Transport, ladder_id: str) -> LadderFit:
    """Whether the table fits, by the transport."""
    if isinstance(transport, Rest):
        answer = await transport._call("GET", f"/ladders/{ladder_id}/fit", None)
        return LadderFit.model_validate(answer.data)
    assert isinstance(transport, GraphQL)
    fields = "matches fits checks { aspect size low high fits text }"
    text = f"query($id: ID!) {{ ladder(id: $id) {{ fit {{ {fields} }} }} }}"
    asked = {"query": text, "variables": {"id": ladder_id}}
    fit = (await transport.client.post("/graphql", json=asked)).json()["data"]["ladder"]["fit"]
    for check in fit["checks"]:
        check["aspect"] = check["aspect"].lower()
    return LadderFit.model_validate(fit)


async def test_the_client_reads_what_came_of_a_ladder(server: str, svc: Service) -> None:
    """The typed client has a call for each."""
    enrolled = await a_ladder(svc, bots=3, blocks=2)
    await finish(svc, enrolled)
    async with AsyncClient(server) as client:
        results = await client.ladders.results(enrolled.id, first=3)
        assert [one.number for one in results.items] == [1, 2, 3]
        assert results.cursor is not None
        bot_id = results.items[0].seats[0].bot_id
        (*_, last) = (await client.ladders.results(enrolled.id, bot_id=bot_id)).items
        assert bot_id in {seat.bot_id for seat in last.seats}
        assert {row.bot_id for row in (await client.ladders.standings(enrolled.id)).items}
        assert (await client.ladders.pairs(enrolled.id)).items
        luck = await client.ladders.luck(enrolled.id)
    assert luck.blocks == 2
    assert luck.skill is not None
    assert luck.seat is not None
    assert luck.chance is not None
    assert luck.skill + luck.seat + luck.chance == pytest.approx(1)
    assert sum(seat.advantage for seat in luck.seats) == pytest.approx(0)


async def test_progress_is_told_until_the_ladder_is_over(svc: Service) -> None:
    """The ladder as it is comes first, then every change, at last its end."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    changes = ladder_progress.changes(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert (await anext(changes)).status == "running"
    await seasons.pause(svc, enrolled.owner, questions.PauseLadder(ladder_id=enrolled.id))
    async with asyncio.timeout(30):
        while (await anext(changes)).status != "paused":
            pass
        await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
        statuses = [ladder.status async for ladder in changes]
    assert statuses[-1] == "cancelled"


async def test_progress_goes_on_until_all_results_are_fitted(svc: Service) -> None:
    """The last fit follows the end by seconds; who follows must not stay with the one before."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    changes = ladder_progress.changes(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    async with asyncio.timeout(30):
        over = await anext(changes)
        assert (over.status, over.matches_settled, over.matches_fitted) == ("finished", 2, 0)
        await fits.fit(svc, enrolled.id)
        assert [one.matches_fitted async for one in changes] == [2]


async def test_progress_is_an_event_stream_too(server: str, svc: Service) -> None:
    """By REST the same address tells the ladder once, or as events until it is over."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await finish(svc, enrolled)
    async with httpx.AsyncClient(base_url=server) as client:
        path, wanted = f"/api/v1/ladders/{enrolled.id}", {"accept": "text/event-stream"}
        answer = await client.get(path, headers=wanted)
    (line,) = [one for one in answer.text.splitlines() if one.startswith("data:")]
    assert json.loads(line.removeprefix("data:"))["status"] == "finished"


async def test_an_exported_season_speaks_for_itself(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """Everything is written, twice the same; the script of the docs finds the same table."""
    enrolled = await a_ladder(svc, bots=4, players=3, blocks=4)
    await finish(svc, enrolled)
    reason, match_id = "the host stopped in the middle of it", f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason=reason, match_id=match_id),
    )
    await rulings.refold(svc, enrolled.id)
    await fits.fit(svc, enrolled.id)
    folder = tmp_path / "season"
    for _ in range(2):
        await export(server, enrolled.id, folder)
    found = (
        await ladder_results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
    lines = (folder / "results.jsonl").read_text("utf-8").splitlines()
    assert [LadderResult.model_validate_json(line) for line in lines] == found
    (line,) = (folder / "rulings.jsonl").read_text("utf-8").splitlines()
    assert LadderRuling.model_validate_json(line).match_id == match_id
    rows = (folder / "results.csv").read_text("utf-8").splitlines()
    assert len(rows) == 1 + 3 * len(found)
    assert {path.stem for path in (folder / "records").iterdir()} == {one.match_id for one in found}
    script = [sys.executable, str(RECOMPUTE), str(folder)]
    output = (await asyncio.to_thread(subprocess.check_output, script)).decode()
    table = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    recomputed = {bot_id: float(elo) for bot_id, *_, elo in map(str.split, output.splitlines())}
    assert list(recomputed.values()) == sorted(recomputed.values(), reverse=True)
    assert recomputed == pytest.approx({row.bot_id: row.elo for row in table}, abs=0.1)
    plain = (
        await asyncio.to_thread(subprocess.check_output, [*script, "--prior", "none"])
    ).decode()
    assert {line.split()[0] for line in plain.splitlines()} == recomputed.keys()
    published = (folder / "standings.csv").read_text("utf-8").splitlines()
    assert published[0].startswith("place,group,bot_id,bot_name,version,retired,elo")
    assert [line.split(",")[2] for line in published[1:]] == [row.bot_id for row in table]
