"""Ladders through the use cases: what may be done when, and what a finished one looks like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from saqqara_contest.blocks import rotations
from saqqara_contest.ratings import INITIAL
from saqqara_service import questions
from saqqara_service.application.folds.standings import row_of, standings
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, NotFound, UnknownOption, WrongState
from saqqara_service.models import (
    Caller,
    LadderEntry,
    LadderFormat,
    LadderMatchStatus,
    LadderStatus,
    MatchStatus,
    PairingKind,
    Standing,
    TokenKind,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.rows import CountedMatch, FitRow
from tests.service.ladder_folds import fold, refold, whole_schedule
from tests.service.ladders import a_ladder, enrol, finish, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner, some_bots


@pytest.mark.parametrize(("players", "bots"), [(2, 4), (3, 4), (4, 5)])
async def test_a_ladder_ends_when_every_block_is_settled(
    svc: Service, players: int, bots: int
) -> None:
    """Every match of every block counts once, and the ladder is finished by the last of them."""
    enrolled = await a_ladder(svc, bots, players, blocks=4, concurrency=5)
    ladder = await finish(svc, enrolled)
    assert ladder.status is LadderStatus.FINISHED
    assert ladder.matches_settled == ladder.matches_planned == 4 * players
    schedule = await whole_schedule(svc, enrolled.id)
    assert {one.status for one in schedule} == {LadderMatchStatus.SETTLED}
    assert sorted(one.result_number or 0 for one in schedule) == [*range(1, 4 * players + 1)]
    table = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert sum(row.matches for row in table) == 4 * players * players
    assert sum(row.wins for row in table) == pytest.approx(4 * players)


async def test_a_block_is_every_rotation_of_its_bots(svc: Service) -> None:
    """Each block holds the cyclic seatings of one set of bots, one match for each."""
    enrolled = await a_ladder(svc, bots=5, players=3, blocks=3)
    await finish(svc, enrolled)
    schedule = await whole_schedule(svc, enrolled.id)
    for block in range(3):
        seatings = [tuple(one.bots) for one in schedule if one.block == block]
        assert seatings == rotations(seatings[0])
        assert [one.rotation for one in schedule if one.block == block] == [0, 1, 2]


async def test_the_reason_of_a_pairing_is_told_in_words_and_in_fields(svc: Service) -> None:
    """The first bot had the fewest matches, and the others say how far from it they were."""
    enrolled = await a_ladder(svc, bots=5, players=3, blocks=2)
    await finish(svc, enrolled)
    names = {one.bot_id: one.bot_name for one in await svc.entries.listed(enrolled.id)}
    for one in await whole_schedule(svc, enrolled.id):
        assert one.pairing is not None
        anchor, *company = one.pairing.bots
        assert one.pairing.kind in {PairingKind.RATING, PairingKind.LOT}
        assert {bot.bot_id for bot in one.pairing.bots} == set(one.bots)
        assert one.reason.startswith(
            f"{names[anchor.bot_id]} had the fewest matches ({anchor.games})"
        )
        assert [bot.distance is None for bot in one.pairing.bots] == [True, False, False]
        by_lot = one.pairing.kind is PairingKind.LOT
        assert one.reason.endswith(" at random") == by_lot
        assert all(names[bot.bot_id] in one.reason for bot in company)
        assert by_lot or all(f"{bot.distance:.1f} away" in one.reason for bot in company)


async def test_bots_play_about_equally_often(svc: Service) -> None:
    """The counts of any two bots differ by at most one block."""
    enrolled = await a_ladder(svc, bots=5, players=2, blocks=8, concurrency=3)
    await finish(svc, enrolled)
    counts = [
        row.matches
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    ]
    assert max(counts) - min(counts) <= 2


async def test_the_rating_is_the_fold_of_the_results_by_number(svc: Service) -> None:
    """Folding all results anew in the order of their numbers gives the live standings, exactly."""
    enrolled = await a_ladder(svc, bots=4, players=3, blocks=4)
    await finish(svc, enrolled)
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)


async def test_every_match_has_chance_of_its_own(svc: Service) -> None:
    """No two matches share a seed, not even those of one block, and each belongs to the ladder."""
    enrolled = await a_ladder(svc, blocks=3)
    await finish(svc, enrolled)
    found = (await lists.page(svc, Wanted(MatchStatus.FINISHED), 100, None)).items
    assert len({match.seed for match in found}) == len(found) == 6
    assert {match.ladder_id for match in found} == {enrolled.id}


async def test_enrolling_twice_is_enrolling_once(svc: Service) -> None:
    """A repeated enrolment succeeds and changes nothing, even after the start."""
    enrolled = await a_ladder(svc, bots=2)
    bot_id = next(iter(enrolled.callers))
    before = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    await enrol(svc, enrolled.owner, enrolled.id, bot_id)
    assert (
        await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        == before
    )


async def test_a_started_ladder_takes_no_more_bots(svc: Service) -> None:
    """Enrolment of another bot after the start is refused as the wrong state."""
    enrolled = await a_ladder(svc)
    (late,) = await some_bots(svc, enrolled.owner, 1)
    assert late.bot_id is not None
    with pytest.raises(WrongState, match="has started"):
        await enrol(svc, enrolled.owner, enrolled.id, late.bot_id)


async def test_a_ladder_that_is_over_says_so_to_who_comes_late(svc: Service) -> None:
    """The refusal tells the ladder's status as the script found it."""
    enrolled = await a_ladder(svc)
    (late,) = await some_bots(svc, enrolled.owner, 1)
    assert late.bot_id is not None
    await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
    with pytest.raises(WrongState, match="is over"):
        await enrol(svc, enrolled.owner, enrolled.id, late.bot_id)


@pytest.mark.parametrize("format_", [LadderFormat.CONTINUOUS, LadderFormat.ROUND_ROBIN])
async def test_who_starts_what_was_just_cancelled_is_refused(
    svc: Service, format_: LadderFormat
) -> None:
    """Also if it was open when it was looked at; nothing begins."""
    blocks, rounds = (3, None) if format_ is LadderFormat.CONTINUOUS else (None, 1)
    enrolled = await a_ladder(svc, blocks=blocks, start=False, format=format_, rounds=rounds)
    read = await ladders.progress(svc, enrolled.id)
    await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
    with pytest.raises(WrongState, match="is cancelled"):
        await seasons.begin(svc, read)
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.CANCELLED


async def test_too_few_bots_cannot_start(svc: Service) -> None:
    """The refusal says how many are enrolled and how many are needed, and the ladder stays open."""
    enrolled = await a_ladder(svc, bots=1, players=3, start=False)
    with pytest.raises(WrongState, match=r"needs 3 bots, but only 1 .* Enrol 2 more") as caught:
        await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    assert caught.value.facts() == {"enrolled": 1, "needed": 3}
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.OPEN


async def test_starting_twice_is_starting_once(svc: Service) -> None:
    """A repeated start answers the running ladder."""
    enrolled = await a_ladder(svc)
    ladder = await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    assert ladder.status is LadderStatus.RUNNING


async def test_only_its_owner_enrols_a_bot(svc: Service) -> None:
    """A foreign bot is refused; its own account, its own token and an admin may enter it."""
    enrolled = await a_ladder(svc, bots=0, start=False)
    stranger = await an_owner(svc, "Stranger")
    one, two, three = await some_bots(svc, stranger, 3)
    assert one.bot_id is not None
    assert two.bot_id is not None
    assert three.bot_id is not None
    with pytest.raises(Forbidden, match="another account"):
        await enrol(svc, enrolled.owner, enrolled.id, one.bot_id)
    with pytest.raises(Forbidden, match="Use that bot"):
        await enrol(svc, two, enrolled.id, one.bot_id)
    await enrol(svc, stranger, enrolled.id, one.bot_id)
    await enrol(svc, two, enrolled.id, two.bot_id)
    admin = Caller(kind=TokenKind.ADMIN, account_id="host")
    await enrol(svc, admin, enrolled.id, three.bot_id)
    assert (
        len(await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id)))
        == 3
    )


async def test_only_its_maker_starts_a_ladder(svc: Service) -> None:
    """Another account may not start it."""
    enrolled = await a_ladder(svc, start=False)
    with pytest.raises(Forbidden):
        await seasons.start(
            svc, await an_owner(svc, "Stranger"), questions.StartLadder(ladder_id=enrolled.id)
        )


@pytest.mark.parametrize("ladder_id", ["l" + "0" * 16, "", "l0}{", "l" * 500])
async def test_an_unknown_ladder_is_not_found(svc: Service, ladder_id: str) -> None:
    """Every use case over a ladder refuses an id that names none."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    calls = [
        ladder_of(svc, ladder_id),
        enrol(svc, owner, ladder_id, bot.bot_id or ""),
        seasons.start(svc, owner, questions.StartLadder(ladder_id=ladder_id)),
        ladders.standings(svc, None, questions.LadderQuestion(ladder_id=ladder_id)),
        whole_schedule(svc, ladder_id),
    ]
    for call in calls:
        with pytest.raises(NotFound, match="no ladder"):
            await call


async def test_an_unknown_bot_is_not_found(svc: Service) -> None:
    """Enrolling an id that names no bot is refused."""
    enrolled = await a_ladder(svc, start=False)
    with pytest.raises(NotFound, match="no bot"):
        await enrol(svc, enrolled.owner, enrolled.id, "b0")


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"game": "senet"}, UnknownOption),
        ({"options": {"players": 9}}, UnknownOption),
        ({"options": {"colour": 1}}, UnknownOption),
        ({"blocks": 0}, Malformed),
        ({"concurrency": 0}, Malformed),
        ({"name": "x\n"}, Malformed),
    ],
)
async def test_impossible_terms_make_no_ladder(
    svc: Service, changed: dict[str, object], error: type[Exception]
) -> None:
    """What could never be played is refused when the ladder is made, and nothing is listed."""
    owner = await an_owner(svc)
    with pytest.raises(error):
        await ladders.create(svc, owner, some_terms(**changed))
    assert await ladders.page(svc, None, questions.LadderFilter()) == Page(items=[])


async def test_ladders_are_listed_newest_first_page_by_page(svc: Service) -> None:
    """Pages follow each other without gap or repetition and end with no cursor."""
    made = [(await a_ladder(svc, bots=0, start=False)).id for _ in range(5)]
    seen: list[str] = []
    cursor = None
    while True:
        page = await ladders.page(svc, None, questions.LadderFilter(first=2, after=cursor))
        found, cursor = page.items, page.cursor
        seen += [ladder.id for ladder in found]
        if cursor is None:
            break
    assert sorted(seen) == sorted(made)
    created = [(await ladder_of(svc, one)).created_ms for one in seen]
    assert created == sorted(created, reverse=True)


NAMES = ("kheops", "djoser", "snofru")
ENTRIES = [
    LadderEntry(bot_id=name, bot_name=name, account_id="a", version=1, enrolled_ms=0)
    for name in NAMES
]


def _result(
    places: Sequence[int], versions: Sequence[int] = (1, 1, 1), **said: object
) -> CountedMatch:
    seats = len(places)
    document: dict[str, object] = {
        "match_id": "m",
        "bots": NAMES[:seats],
        "versions": versions[:seats],
        "places": places,
        "totals": [0] * seats,
        "kept_time": [True] * seats,
        "ended_ms": 0,
    }
    return CountedMatch.model_validate(document | said)


def _fitted(row: Standing) -> FitRow:
    """A fit that ranks its bot first."""
    fields = row.model_dump(include={*FitRow.model_fields})
    return FitRow(**fields | {"place": 1, "group": 0, "elo": 1234})


def test_versions_that_no_fit_contains_are_estimated_without_a_place() -> None:
    """They follow the rows of the fit, best first by the number that is shown."""
    rows = fold([_result((2, 1)), _result((2, 1, 3))])
    estimated = standings(ENTRIES, rows, (), 2)
    assert [row.elo for row in estimated] == sorted((row.elo for row in estimated), reverse=True)
    assert {(row.place, row.group) for row in estimated} == {(None, None)}
    worst = estimated[-1]
    fitted = _fitted(worst)
    first, *others = standings(ENTRIES, rows, [fitted], 2)
    assert (first.bot_id, first.place, first.elo) == (worst.bot_id, 1, 1234)
    assert (first.matches, first.wins) == (worst.matches, worst.wins)
    assert others == estimated[:-1]


def test_a_version_keeps_its_place_until_the_next_one_has_results() -> None:
    """A bot that was given a new version still leads the table."""
    rows = fold([_result((1, 2, 3))])
    now = [entry.model_copy(update={"version": 2}) for entry in ENTRIES]
    old = next(one for one in standings(ENTRIES, rows, (), 2) if one.bot_id == "kheops")
    first, *others = standings(now, rows, [_fitted(old)], 2)
    assert (first.bot_id, first.version, first.place, first.retired) == ("kheops", 1, 1, False)
    new = next(one for one in others if one.bot_id == "kheops")
    assert (new.version, new.place, new.group, new.retired) == (2, None, None, False)


def test_a_fit_of_results_that_were_all_annulled_is_not_shown() -> None:
    """Until the next fit its bot is as new."""
    (new, *_) = standings(ENTRIES, {}, (), 2)
    assert new in standings(ENTRIES, {}, [_fitted(new)], 2)


def test_a_result_moves_every_counter_of_its_bots() -> None:
    """Wins are shared by those who share first place; places add up; lost clocks are counted."""
    after = fold([_result((1, 1, 3), kept_time=(True, True, False))])
    rows = [after[name][0] for name in NAMES]
    assert [row.wins for row in rows] == [0.5, 0.5, 0.0]
    assert [row.place_sum for row in rows] == [1, 1, 3]
    assert [row.flags for row in rows] == [0, 0, 1]
    assert Counter(row.matches for row in rows) == {1: 3}
    assert rows[2].mu < INITIAL.mu < rows[0].mu


def test_an_unrated_result_moves_nothing() -> None:
    """Bots of one owner may meet without that anybody's rating or counter moves."""
    rows = fold([_result((1, 2), rated=False)])
    assert {row.matches for of_bot in rows.values() for row in of_bot} == {0}
    assert {row.mu for of_bot in rows.values() for row in of_bot} == {INITIAL.mu}


def test_a_new_version_begins_at_its_parent_s_rating_but_less_certain() -> None:
    """Its parent's row stays as it was and is retired; going back goes on where that had been."""
    results = [_result((1, 2)) for _ in range(9)]
    before = fold(results)
    after = fold([*results, _result((1, 2), (2, 1))])
    old, new = after["kheops"]
    assert old == before["kheops"][0]
    assert (new.version, new.matches) == (2, 1)
    begun = row_of("kheops", 2, before["kheops"])
    assert (begun.mu, begun.matches) == (old.mu, 0)
    assert old.sigma < begun.sigma <= INITIAL.sigma
    again = fold([*results, _result((1, 2), (2, 1)), _result((1, 2))])
    assert [row.matches for row in again["kheops"]] == [10, 1]
    now = [entry.model_copy(update={"version": 2}) for entry in ENTRIES[:1]]
    retired = {row.version: row.retired for row in standings(now, after, (), 2)}
    assert retired == {1: True, 2: False}
