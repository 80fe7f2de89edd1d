"""Eliminations as ladders: rounds follow from who lost, whoever leaves, and end by themselves."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import entries, ladders, rulings, scores, seasons
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, WrongState
from saqqara_service.models import LadderFormat, LadderStatus, PairingKind, SameOwner
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import play_round, resigned
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import Enrolled, a_ladder, some_terms
from tests.service.matches import an_owner

SINGLE, DOUBLE = LadderFormat.SINGLE_ELIMINATION, LadderFormat.DOUBLE_ELIMINATION


async def an_elimination(
    svc: Service, bots: int, how: LadderFormat = SINGLE, players: int = 2
) -> Enrolled:
    return await a_ladder(svc, bots, players, None, 9, format=how)


@pytest.mark.parametrize(
    ("bots", "how", "players", "meetings"),
    [(5, SINGLE, 2, {4}), (4, DOUBLE, 2, {6}), (6, SINGLE, 3, {4}), (5, DOUBLE, 4, {3, 4})],
)
async def test_it_ends_with_the_best_bot(
    svc: Service, bots: int, how: LadderFormat, players: int, meetings: set[int]
) -> None:
    """The strongest wins; places are by who went out last, and everybody's losses are told.

    At larger tables those who resign are ranked by their points, which chance gives: also equal
    ones, for which a meeting is played again.
    """
    enrolled = await an_elimination(svc, bots, how, players)
    ladder = await resigned(svc, enrolled)
    assert ladder.status is LadderStatus.FINISHED
    lines = await whole_schedule(svc, enrolled.id)
    assert ladder.matches_settled == ladder.matches_planned == len(lines)
    kinds = {line.block: line.pairing.kind for line in lines if line.pairing}
    assert len(lines) == len(kinds) * players
    assert sum(kind is PairingKind.ELIMINATION for kind in kinds.values()) in meetings
    assert PairingKind.PLAYOFF not in kinds.values() or players > 2
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert table[0].bot_id == next(iter(enrolled.callers))
    assert table[0].place == 1
    assert table[1].place == 2
    assert [row.place for row in table] == sorted(row.place for row in table)
    if players == 2:
        assert [row.losses for row in table] == [0] + [1 if how is SINGLE else 2] * (bots - 1)
    reasons = [line.reason for line in lines if kinds[line.block] is PairingKind.ELIMINATION]
    assert all("lost meetings" in reason for reason in reasons)


async def test_the_next_round_waits_for_the_whole_one(svc: Service) -> None:
    """Pairing twice plans it once, and nothing is planned while a match of it is left."""
    enrolled = await an_elimination(svc, 4)
    await jobs.pair(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    assert len(await whole_schedule(svc, enrolled.id)) == 4
    await play_round(svc, enrolled, matches=3)
    await jobs.pair(svc, enrolled.id)
    assert len(await whole_schedule(svc, enrolled.id)) == 4
    middle = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert sorted(row.losses or 0 for row in middle) == [0, 0, 0, 1]
    await play_round(svc, enrolled)
    await jobs.pair(svc, enrolled.id)
    assert len(await whole_schedule(svc, enrolled.id)) == 6


async def test_who_leaves_loses_and_the_others_go_on(svc: Service) -> None:
    """In the middle of a round and between two; what it was to play goes to its opponent."""
    enrolled = await an_elimination(svc, 8)
    await jobs.pair(svc, enrolled.id)
    strongest, *_ = enrolled.callers
    await entries.withdraw(
        svc,
        enrolled.callers[strongest],
        questions.Withdraw(ladder_id=enrolled.id, bot_id=strongest),
    )
    ladder = await resigned(svc, enrolled)
    assert ladder.status is LadderStatus.FINISHED
    table = {
        row.bot_id: row
        for row in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }
    assert table[strongest].place >= 5
    assert min(table.values(), key=lambda row: row.place).bot_id == list(enrolled.callers)[1]


async def test_all_but_one_leave(svc: Service) -> None:
    """It is over, and who stayed has won."""
    enrolled = await an_elimination(svc, 3)
    stays, *others = enrolled.callers
    await jobs.pair(svc, enrolled.id)
    for bot_id in others:
        await entries.withdraw(
            svc, enrolled.callers[bot_id], questions.Withdraw(ladder_id=enrolled.id, bot_id=bot_id)
        )
    ladder = await resigned(svc, enrolled)
    assert ladder.status is LadderStatus.FINISHED
    first, *rest = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert (first.bot_id, first.place) == (stays, 1)
    assert all(row.place > 1 for row in rest)


async def test_a_disqualified_winner_leaves_the_first_place_to_the_other_of_the_final(
    svc: Service,
) -> None:
    """Also after the end: the table is a function of results and rulings."""
    enrolled = await an_elimination(svc, 4)
    await resigned(svc, enrolled)
    before = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="a copy", bot_id=before[0].bot_id),
    )
    after = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert after[0].bot_id == before[1].bot_id
    await rulings.restore(
        svc,
        enrolled.owner,
        questions.Restore(ladder_id=enrolled.id, number=1, reason="it was none"),
    )
    assert await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id)) == before


async def test_what_does_not_go_together_is_refused(svc: Service) -> None:
    """Each refusal says what to do; nothing is made."""
    owner = await an_owner(svc)
    refused: list[tuple[dict[str, object], str]] = [
        ({"rounds": 3}, "Omit `rounds`"),
        ({"blocks": 3}, "Omit `blocks`"),
        ({"same_owner": SameOwner.FORBIDDEN}, "botsPerAccount"),
        ({"late_entry": True}, "does not allow late entry"),
        ({"teams": [{"name": "Red", "members": ["b1"]}]}, "cannot have teams"),
    ]
    for changed, message in refused:
        asked: dict[str, object] = {"blocks": None, "format": SINGLE}
        terms = some_terms(**(asked | changed))
        with pytest.raises(Malformed, match=message):
            await ladders.create(svc, owner, terms)
    one_each = some_terms(
        blocks=None, format=DOUBLE, same_owner=SameOwner.FORBIDDEN, bots_per_account=1
    )
    made = await ladders.create(svc, owner, one_each)
    with pytest.raises(WrongState):
        await seasons.start(svc, owner, questions.StartLadder(ladder_id=made.id))
    with pytest.raises(Malformed):
        await seasons.extend(svc, owner, questions.ExtendLadder(ladder_id=made.id, rounds=5))
