"""What is kept fits together: logs, lists, results and standings, looked at by samples."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from math import isclose
from typing import Final

from saqqara_engine.errors import EngineError, OtherVersion
from saqqara_engine.records.record import Record, read, verify
from saqqara_service.application.folds.standings import counted
from saqqara_service.application.operations import archival
from saqqara_service.application.operations.doctor.findings import (
    LOOK_S,
    Check,
    Finding,
    failed,
    good,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Internal
from saqqara_service.models import Match, MatchStatus
from saqqara_service.storage.ladders.rows import StandingRow
from saqqara_service.storage.operations.samples import ListedMatch, Samples
from saqqara_service.storage.redis.keys import id_of_member, index_member

EACH_S: Final = 2.0
"""A look is given so much more time for each match."""
LADDERS: Final = 20
MOST_RESULTS: Final = 50_000
"""A longer season is not folded again."""
TRIES: Final = 3
AGAIN_S: Final = 0.3
"""What is read while it changes is read again."""
SHOWN: Final = 3
BATCH: Final = 200
_LISTS: Final = tuple(status.value for status in MatchStatus)
_BEGUN: Final = ("running", "finished", "void")
_RESTORE: Final = "compare with a backup restored into another Redis, and report this"


async def records(svc: Service, sample: int) -> Finding:
    """The logs of matches are whole, and replay to the results that were told."""
    faults, listed = dict[str, str](), await Samples(svc.connection).of_buckets(_BEGUN, sample)
    for _, member in listed:
        faults |= await _until_same(partial(_damaged, svc, id_of_member(member)))
        await asyncio.sleep(0)
    if not faults:
        return good(f"{len(listed)} matches were replayed with the same results")
    found = f"{len(faults)} of {len(listed)} matches are damaged: {_some(faults)}"
    return failed(
        found,
        f"{_RESTORE}; `saqqara match void --as host` ends a running match that cannot continue",
    )


async def _damaged(svc: Service, match_id: str) -> Mapping[str, str]:
    fault = await _fault_of(svc, match_id)
    return {} if fault is None else {match_id: fault}


async def _fault_of(svc: Service, match_id: str) -> str | None:
    """Why the match is not as it was told; None if it is, or if nobody here can tell."""
    try:
        return await _played_again(svc, match_id)
    except (EngineError, Internal) as error:
        # Of other rules, which are not played any more, nobody here can tell.
        return None if isinstance(error, OtherVersion) else str(error)
    except Busy:
        raise
    except ApplicationError:
        return None  # it never began, is of other rules, or was deleted meanwhile
    except (ValueError, KeyError) as error:
        return f"its data in Redis cannot be read: {error}"


async def _played_again(svc: Service, match_id: str) -> str | None:
    stored = await svc.matches.load(match_id)
    if stored is None:
        return None  # the check of lists tells it
    if stored.archive is not None:
        document = await svc.matches.record(stored)
    else:
        log = await svc.matches.log(match_id, 0, stored.match.version)
        if [one.version for one in log] != [*range(1, stored.match.version + 1)]:
            return f"its log lacks some of its {stored.match.version} events"
        document = await archival.record_of(svc, match_id)
    if document is None or stored.match.status is MatchStatus.RUNNING:
        return None
    record = read(json.dumps(document))
    verify(record)
    return _contradiction(stored.match, record)


def _contradiction(match: Match, record: Record) -> str | None:
    """Where a result says something else than the record that verifies."""
    if match.result is None:
        return "it is over but has no result"
    seats = match.result.seats
    stored = [(one.total, one.place) for one in seats]
    scores = [one.total for one in record.scores]
    if seats and stored != list(zip(scores, record.placements, strict=False)):
        return f"its result has {stored}, but its record {scores} and {list(record.placements)}"
    return None


async def lists(svc: Service, sample: int) -> Finding:
    """Matches stand in the lists of their statuses, and nowhere else."""
    listed = await Samples(svc.connection).of_buckets(_LISTS, sample)
    wrong = await _until_same(partial(_listed_wrongly, svc, listed))
    return _finding(len(listed), "entries of lists", wrong)


async def _listed_wrongly(svc: Service, listed: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    ids = [id_of_member(member) for _, member in listed]
    statuses = await svc.matches.statuses(ids)
    entries = [ListedMatch(name, id_of_member(member), member) for name, member in listed]
    still = await Samples(svc.connection).are_listed(entries)
    return {
        entry.match_id: f"listed as {entry.name}, but it is {status or 'missing'}"
        for entry, status, is_listed in zip(entries, statuses, still, strict=True)
        if is_listed and (status is None or status.value != entry.name)
    }


async def found(svc: Service, sample: int) -> Finding:
    """The matches of bots and accounts are listed, and those that run will be ruled on."""
    samples = Samples(svc.connection)
    members = await svc.indexes.newest_of(await samples.players(sample), "", sample)
    running = await samples.of_buckets((MatchStatus.RUNNING.value,), sample)
    ids = [*dict.fromkeys(id_of_member(one) for one in (*members, *(one for _, one in running)))]
    wrong = await _until_same(partial(_missing, svc, ids))
    return _finding(len(ids), "matches", wrong)


async def _missing(svc: Service, ids: Sequence[str]) -> Mapping[str, str]:
    wanted = [
        listed for stored in await svc.indexes.matches(ids) for listed in _places_of(stored.match)
    ]
    there = await Samples(svc.connection).are_listed(wanted)
    pairs = zip(wanted, there, strict=True)
    return {one.match_id: f"missing in {one.name}" for one, is_there in pairs if not is_there}


def _places_of(match: Match) -> list[ListedMatch]:
    """Where the match has to be listed."""
    own = ListedMatch(match.status.value, match.id, index_member(match.created_ms, match.id))
    if match.status is MatchStatus.RUNNING and match.deadline_ms is not None:
        return [own, ListedMatch("deadlines", match.id, match.id)]
    return [own]


async def ladders(svc: Service) -> Finding:
    """Standings are the fold of the results, each of which stands under its number."""
    ids = await Samples(svc.connection).ladders(LADDERS)

    async def wrong() -> Mapping[str, str]:
        faults = {one: await _fault_of_ladder(svc, one) for one in ids}
        return {one: fault for one, fault in faults.items() if fault is not None}

    return _finding(len(ids), "ladders", await _until_same(wrong))


async def _fault_of_ladder(svc: Service, ladder_id: str) -> str | None:
    progress = await svc.seasons.progress(ladder_id)
    if progress is None:
        return "it is listed, but missing"
    if not progress.is_folded or progress.settled > MOST_RESULTS:
        return None
    rulings, annulled, number = await svc.rulings.of(ladder_id), 0, 0
    rows: dict[str, list[StandingRow]] = {}
    while number < progress.settled:
        some = await svc.ladders.results(ladder_id, number, min(BATCH, progress.settled - number))
        outcomes = await svc.ladders.outcomes(ladder_id, [one.match_id for one in some])
        for result, outcome in zip(some, outcomes, strict=True):
            number += 1
            if outcome != str(number):
                return (
                    f"result {number} is of match {result.match_id}, but that has outcome {outcome}"
                )
            if rulings.annulling(result) is None:
                rows |= counted({bot: rows.get(bot, []) for bot in result.bots}, result)
            else:
                annulled += 1
        await asyncio.sleep(0)
    return _differing(rows, await svc.ladders.rows(ladder_id)) or (
        f"{annulled} results are annulled, but {progress.annulled} are counted as annulled"
        if annulled != progress.annulled
        else None
    )


def _differing(
    folded: Mapping[str, Sequence[StandingRow]], published: Mapping[str, Sequence[StandingRow]]
) -> str | None:
    for bot_id in sorted({*folded, *published}):
        expected, rows = folded.get(bot_id, ()), published.get(bot_id, ())
        pairs = zip(expected, rows, strict=False)
        if len(expected) != len(rows) or not all(_is_same(one, other) for one, other in pairs):
            count = [sum(row.matches for row in some) for some in (expected, rows)]
            return (
                f"the rows of bot {bot_id} ({count[1]} matches) differ from its results"
                f" ({count[0]})"
            )
    return None


def _is_same(one: StandingRow, other: StandingRow) -> bool:
    """Whether both say the same, but for how a library rounds."""
    close = all(
        isclose(getattr(one, name), getattr(other, name), rel_tol=1e-6)
        for name in ("mu", "sigma", "wins")
    )
    exact = ("version", "matches", "place_sum", "flags")
    return close and all(getattr(one, name) == getattr(other, name) for name in exact)


async def _until_same(look: Callable[[], Awaitable[Mapping[str, str]]]) -> Mapping[str, str]:
    """What is wrong each time it is looked at; what was read in the midst of a change is not."""
    wrong = await look()
    for _ in range(TRIES - 1):
        if not wrong:
            break
        await asyncio.sleep(AGAIN_S)
        again = await look()
        wrong = {one: fault for one, fault in wrong.items() if again.get(one) == fault}
    return wrong


def _finding(count: int, what: str, wrong: Mapping[str, str]) -> Finding:
    if not wrong:
        return good(f"{count} {what} are consistent")
    return failed(f"{len(wrong)} of {count} {what} are inconsistent: {_some(wrong)}", _RESTORE)


def _some(faults: Mapping[str, str]) -> str:
    texts = [f"{one} ({fault[:200]})" for one, fault in list(faults.items())[:SHOWN]]
    return ", ".join(texts) + (f" and {len(faults) - SHOWN} more" if len(faults) > SHOWN else "")


def checks(sample: int) -> list[Check[Service]]:
    """The checks, by samples of so many."""
    patience_s = LOOK_S + sample * EACH_S
    return [
        Check("kept.matches", partial(records, sample=sample), patience_s),
        Check("kept.lists", partial(lists, sample=sample), patience_s),
        Check("kept.players", partial(found, sample=sample), patience_s),
        Check("kept.ladders", ladders, patience_s),
    ]
