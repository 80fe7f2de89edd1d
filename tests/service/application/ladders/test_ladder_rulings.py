"""Rulings: annulled matches change no table, as if they had never been; another ruling revokes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import entries, fits, ladders, results, rulings, scores
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Forbidden, Malformed, NotFound, WrongState
from saqqara_service.models import (
    Caller,
    EntryStatus,
    LadderFormat,
    LadderMatchStatus,
    LadderStatus,
    RulingKind,
    TokenKind,
)
from saqqara_service.storage.ladders.rows import CountedMatch
from saqqara_service.storage.redis.keys import key
from tests.service import jobs
from tests.service.ladder_folds import fold, whole_schedule
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner

WHY = "its author copied another program"


async def by_rulings(svc: Service, enrolled: Enrolled) -> None:
    """Do what is due after a ruling, by hand."""
    await rulings.refold(svc, enrolled.id)
    await fits.fit(svc, enrolled.id)


async def everything(svc: Service, ladder_id: str) -> list[object]:
    """All tables of a ladder."""
    return [
        await svc.ladders.rows(ladder_id),
        await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=ladder_id)),
        await results.pairs(svc, None, questions.LadderQuestion(ladder_id=ladder_id)),
        await results.luck_of(svc, None, questions.LadderQuestion(ladder_id=ladder_id)),
        (await results.fit_of(svc, None, questions.LadderQuestion(ladder_id=ladder_id))).checks,
        await scores.listed(svc, None, questions.LadderQuestion(ladder_id=ladder_id)),
    ]


async def without(svc: Service, enrolled: Enrolled, left_out: Collection[str]) -> list[object]:
    """All tables of a season in which these matches never were, on the same store."""
    found = await svc.ladders.schedule(enrolled.id)
    kept = [one for one in found.results if one.match_id not in left_out]
    write = svc.connection.write
    await write.delete(*(key(name, enrolled.id) for name in ("ladder_results", "ladder_rulings")))
    await write.delete(*(key(name, enrolled.id) for name in ("ladder_fit", "ladder_rows")))
    for number, one in enumerate(kept, start=1):
        await write.rpush(key("ladder_results", enrolled.id), one.model_dump_json(by_alias=False))
        await write.hset(key("ladder_outcomes", enrolled.id), one.match_id, str(number))
    await write.hdel(key("ladder_matches", enrolled.id), *left_out)
    svc.histories.forget()
    await by_rulings(svc, enrolled)
    return await everything(svc, enrolled.id)


def played_by(bot_id: str, found: Collection[CountedMatch]) -> set[str]:
    """The matches of a bot."""
    return {one.match_id for one in found if bot_id in one.bots}


@pytest.mark.parametrize("form", [LadderFormat.CONTINUOUS, LadderFormat.ROUND_ROBIN])
@pytest.mark.parametrize("what", ["a match", "a bot"])
async def test_tables_are_those_of_a_season_without_them(
    svc: Service, what: str, form: LadderFormat
) -> None:
    """Standings, pairs, luck and points: all follow from what is left."""
    terms = {"blocks": 8} if form is LadderFormat.CONTINUOUS else {"blocks": None, "rounds": 2}
    enrolled = await a_ladder(svc, bots=4, concurrency=8, format=form, **terms)
    await finish(svc, enrolled)
    before = await everything(svc, enrolled.id)
    found = (await svc.ladders.schedule(enrolled.id)).results
    bot_id = found[0].bots[0]
    match_id = None if what == "a bot" else found[3].match_id
    annulled = played_by(bot_id, found) if match_id is None else {match_id}
    ruling = await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(
            ladder_id=enrolled.id,
            reason=WHY,
            match_id=match_id,
            bot_id=None if match_id else bot_id,
        ),
    )
    await by_rulings(svc, enrolled)
    after = await everything(svc, enrolled.id)
    assert after != before
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.matches_annulled, ladder.matches_settled) == (len(annulled), len(found))
    lines = {one.id: one for one in await whole_schedule(svc, enrolled.id)}
    assert {one.annulled_by for one in lines.values() if one.id in annulled} == {1}
    statuses = {one.id for one in lines.values() if one.status is LadderMatchStatus.ANNULLED}
    assert statuses == annulled
    await rulings.restore(
        svc,
        enrolled.owner,
        questions.Restore(
            ladder_id=enrolled.id, number=ruling.number, reason="he wrote it himself"
        ),
    )
    await by_rulings(svc, enrolled)
    assert await everything(svc, enrolled.id) == before
    assert await without(svc, enrolled, annulled) == after


async def test_an_annulled_result_is_shown_and_changes_nothing(svc: Service) -> None:
    """It keeps its number and its places; the ratings before and after it are the same."""
    enrolled = await a_ladder(svc, bots=3, blocks=3)
    await finish(svc, enrolled)
    second = (
        await results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
        )
    ).items[1]
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason=WHY, match_id=second.match_id),
    )
    rows = (
        await results.page(
            svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
    assert [one.annulled_by for one in rows] == [None, 1, None, None, None, None]
    assert [(seat.mu, seat.sigma) for seat in rows[1].seats] == [
        (seat.mu_before, seat.sigma_before) for seat in rows[1].seats
    ]


async def test_who_is_ruled_out_gets_no_further_match(svc: Service) -> None:
    """What it plays at the moment is annulled too; restored, it plays on and all counts again."""
    enrolled = await a_ladder(svc, bots=3, blocks=6, concurrency=2)
    cheat, *_others = enrolled.callers
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    under_way = await running(svc)
    ruling = await rulings.annul(
        svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=cheat)
    )
    (entry, *_) = [
        one
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        if one.bot_id == cheat
    ]
    assert entry.status is EntryStatus.DISQUALIFIED
    with pytest.raises(WrongState, match="Ruling 1"):
        await entries.readmit(
            svc, enrolled.callers[cheat], questions.Readmit(ladder_id=enrolled.id, bot_id=cheat)
        )
    for match_id in under_way:
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    for _ in range(4):
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
    found = (await svc.ladders.schedule(enrolled.id)).results
    assert played_by(cheat, found) <= set(under_way)
    assert len(found) > len(played_by(cheat, found))
    await rulings.refold(svc, enrolled.id)
    rows = await svc.ladders.rows(enrolled.id)
    assert {bot: of_bot for bot, of_bot in rows.items() if of_bot} == fold(
        one for one in found if cheat not in one.bots
    )
    await rulings.restore(
        svc,
        enrolled.owner,
        questions.Restore(ladder_id=enrolled.id, number=ruling.number, reason="he did not"),
    )
    ladder = await finish(svc, enrolled)
    await by_rulings(svc, enrolled)
    assert ladder.status is LadderStatus.FINISHED
    assert fold((await svc.ladders.schedule(enrolled.id)).results) == await svc.ladders.rows(
        enrolled.id
    )


async def test_results_that_come_while_it_is_folded_are_folded_too(svc: Service) -> None:
    """A settling by standings that a ruling has changed writes nothing, and is done again."""
    enrolled = await a_ladder(svc, bots=3, blocks=8, concurrency=6)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    (first, *_) = await running(svc) or [f"{enrolled.id}-b0-r0"]
    await rulings.annul(
        svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason=WHY, match_id=first)
    )
    await asyncio.gather(settle_all(svc), rulings.refold(svc, enrolled.id))
    await settle_all(svc)
    await rulings.refold(svc, enrolled.id)
    found = (await svc.ladders.schedule(enrolled.id)).results
    assert len(found) == 6
    rows = await svc.ladders.rows(enrolled.id)
    assert rows == fold(one for one in found if one.match_id != first)


async def test_a_ladder_whose_every_match_is_annulled_has_empty_tables(svc: Service) -> None:
    """Nothing breaks, also while the table is still the one before the ruling."""
    enrolled = await a_ladder(svc, bots=2, blocks=2)
    await finish(svc, enrolled)
    bot_id = next(iter(enrolled.callers))
    await rulings.annul(
        svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=bot_id)
    )
    await rulings.refold(svc, enrolled.id)
    question = questions.LadderQuestion(ladder_id=enrolled.id)
    before = await ladders.standings(svc, None, question)
    assert [(row.place, row.group, row.matches) for row in before] == 2 * [(None, None, 0)]
    await fits.fit(svc, enrolled.id)
    assert await ladders.standings(svc, None, question) == before
    assert (
        await results.luck_of(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    ).blocks == 0


async def test_to_rule_twice_is_to_rule_once(svc: Service) -> None:
    """A repeated call gets the ruling that holds, also when many come at once."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await finish(svc, enrolled)
    bot_id = next(iter(enrolled.callers))
    made = await asyncio.gather(
        *(
            rulings.annul(
                svc,
                enrolled.owner,
                questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=bot_id, version=1),
            )
            for _ in range(4)
        )
    )
    assert {one.number for one in made} == {1}
    undone = [
        await rulings.restore(
            svc, enrolled.owner, questions.Restore(ladder_id=enrolled.id, number=1, reason=WHY)
        )
        for _ in range(2)
    ]
    assert [one.number for one in undone] == [2, 2]
    again = await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=bot_id, version=1),
    )
    assert again.number == 3
    page = await rulings.page(
        svc, None, questions.LadderRulingFilter(ladder_id=enrolled.id, first=2)
    )
    items, after = page.items, page.cursor
    assert [(one.kind, one.restores, one.restored_by) for one in items] == [
        (RulingKind.ANNULMENT, None, 2),
        (RulingKind.RESTORATION, 1, None),
    ]
    page = await rulings.page(
        svc, None, questions.LadderRulingFilter(ladder_id=enrolled.id, first=2, after=after)
    )
    rest, end = page.items, page.cursor
    assert ([one.number for one in rest], end) == ([3], None)
    with pytest.raises(BadCursor):
        await rulings.page(
            svc, None, questions.LadderRulingFilter(ladder_id=enrolled.id, first=2, after="n9")
        )


async def test_only_who_may_rule_rules_and_only_on_what_is_there(svc: Service) -> None:
    """The ladder's owner or an administrator; on matches, bots and rulings of that ladder."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await finish(svc, enrolled)
    bot_id = next(iter(enrolled.callers))
    stranger = await an_owner(svc)
    with pytest.raises(Forbidden):
        await rulings.annul(
            svc, stranger, questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=bot_id)
        )
    with pytest.raises(Malformed):
        await rulings.annul(svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason=WHY))
    with pytest.raises(Malformed):
        await rulings.annul(
            svc,
            enrolled.owner,
            questions.Annul(ladder_id=enrolled.id, reason=WHY, match_id="m", version=1),
        )
    with pytest.raises(NotFound):
        await rulings.annul(
            svc,
            enrolled.owner,
            questions.Annul(ladder_id=enrolled.id, reason=WHY, match_id="nothing"),
        )
    with pytest.raises(NotFound):
        await rulings.annul(
            svc,
            enrolled.owner,
            questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id="b0000000000000000"),
        )
    with pytest.raises(NotFound):
        await rulings.restore(
            svc, enrolled.owner, questions.Restore(ladder_id=enrolled.id, number=1, reason=WHY)
        )
    admin = Caller(kind=TokenKind.ADMIN, account_id="host")
    made = await rulings.annul(
        svc, admin, questions.Annul(ladder_id=enrolled.id, reason=WHY, bot_id=bot_id)
    )
    assert (made.account_id, made.reason) == ("host", WHY)
    with pytest.raises(Forbidden):
        await rulings.restore(
            svc, stranger, questions.Restore(ladder_id=enrolled.id, number=1, reason=WHY)
        )
