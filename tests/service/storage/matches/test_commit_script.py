"""The script that commits an action: the order of its refusals and the arithmetic of its clock."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import astuple, dataclass, replace
from itertools import takewhile

import pytest
import redis

from saqqara_contest.clocks import (
    LAG_CAP_MS,
    LAG_START_MS,
    Delays,
    Ruling,
    charge,
    credit,
)
from saqqara_contest.time_controls import LONGEST_MS, UNBOUND_MS, ClockTerms
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus
from saqqara_service.storage.matches.cursors import LogPlace
from saqqara_service.storage.matches.matches import (
    Ask,
    Commit,
    CommitRefused,
    CommitReply,
    CommittedBefore,
    CommittedNow,
)
from saqqara_service.storage.matches.scripts import CommitKind, FlagReply, FlagRuling
from saqqara_service.storage.redis.keys import bucket_key, match_key, tag_of
from tests.service.application.play.test_outages import go_back
from tests.service.matches import a_match
from tests.service.store_contents import contents

# Later than any clock a test may run on: `last_ms` then fixes the instant of the script.
FUTURE_MS = 4_102_444_800_000
# How long a sweep leaves a seat that is gone to who plays for it, as prelude.lua says.
FOLLOWED_UP_MS = 1_000
# How long a sweep leaves an answer in a replica's hands, as clock.lua says.
IN_HAND_MS = 30


@dataclass(frozen=True, slots=True)
class Rigged:
    """A started match whose hash the test may rewrite, and the store's script over it."""

    svc: Service
    match_id: str
    client: redis.Redis

    def put(self, **fields: str | int) -> None:
        """Overwrite fields of the match; `left_0` stands for `left:0`."""
        for name, value in fields.items():
            self.client.hset(match_key("match", self.match_id), name.replace("_0", ":0"), value)

    def get(self, name: str) -> int:
        """A number among the fields of the match."""
        return int(self.client.hget(match_key("match", self.match_id), name) or 0)

    def everything(self) -> dict[bytes, object]:
        """All that the store holds, byte for byte, but for the service's heartbeat."""
        keys = [key for key in self.client.scan_iter() if not key.endswith(b":beat")]
        return contents(self.client, keys)

    def head(self, version: int = 1) -> LogPlace:
        """The last event as the match's hash has it, at that version."""
        return LogPlace(version, self.get("last_ms"))

    def decision(self) -> Commit:
        """What the match waits for."""
        ask = Ask(1, ClockTerms())
        return Commit(self.match_id, 0, "get", 1, "one", head=self.head(), ask=ask)

    async def commit(self, decision: Commit) -> CommitReply:
        """Run the script."""
        return await self.svc.matches.commit(decision)


@pytest.fixture
async def rigged(svc: Service, redis_url: str) -> AsyncIterator[Rigged]:
    """A two-player match at version 1, seat 0 to act; however slow the machine, without outage."""
    seated = await a_match(svc)
    with redis.Redis.from_url(redis_url) as client:
        client.hset(bucket_key("beat", tag_of(seated.id)), "last_ms", FUTURE_MS)
        yield Rigged(svc, seated.id, client)


async def refusal_of(rigged: Rigged, decision: Commit) -> CommitKind:
    """Why the script refuses."""
    reply = await rigged.commit(decision)
    assert isinstance(reply, CommitRefused), reply
    return reply.kind


# Reasons to refuse in the order of precedence: the first decides, whatever else is true as well.
REFUSALS = [
    ({"status": "finished"}, CommitKind.OVER),
    ({"flagged_0": "1"}, CommitKind.FLAGGED),
    ({"resigned_0": "1"}, CommitKind.RESIGNED),
    ({"version": "9"}, CommitKind.STALE),
    ({"to_act": "1"}, CommitKind.STALE),
    ({"left_0": "5", "turn_since": "1"}, CommitKind.LATE),
]


@pytest.mark.parametrize("first", range(len(REFUSALS)))
async def test_the_first_reason_in_order_is_the_answer(rigged: Rigged, first: int) -> None:
    """Over comes first, then flagged, resigned, stale, late; nothing is changed."""
    for fields, _refusal in reversed(REFUSALS[first:]):
        rigged.put(**fields)
    before = rigged.everything()
    assert await refusal_of(rigged, rigged.decision()) is REFUSALS[first][1]
    assert rigged.everything() == before


@pytest.mark.parametrize(("fields", "refusal"), REFUSALS)
async def test_each_reason_alone_is_enough(
    rigged: Rigged, fields: dict[str, str], refusal: CommitKind
) -> None:
    """An old version of the seat that is asked is refused, and so is another seat's turn."""
    rigged.put(**fields)
    before = rigged.everything()
    assert await refusal_of(rigged, rigged.decision()) is refusal
    assert rigged.everything() == before


async def test_a_seen_id_is_answered_before_anything_else(rigged: Rigged) -> None:
    """A repeated id gets the stored outcome even when every other reason to refuse holds."""
    done = await rigged.commit(rigged.decision())
    assert isinstance(done, CommittedNow)
    for fields, _refusal in REFUSALS:
        rigged.put(**fields)
    before = rigged.everything()
    for action in ("get", "another"):
        reply = await rigged.commit(replace(rigged.decision(), action=action))
        assert reply == CommittedBefore(done.outcome)
    assert rigged.everything() == before


async def test_ids_are_scoped_by_seat(rigged: Rigged) -> None:
    """The same id at another seat is another id."""
    assert isinstance(await rigged.commit(rigged.decision()), CommittedNow)
    other = replace(rigged.decision(), seat=1, head=rigged.head(2), ask=Ask(0, ClockTerms()))
    reply = await rigged.commit(other)
    assert isinstance(reply, CommittedNow)
    assert reply.outcome.version == 3


async def test_autoplay_acts_for_a_flagged_seat_without_a_clock(rigged: Rigged) -> None:
    """Of a flagged seat nothing is charged and nothing is added; its turn is due at once."""
    rigged.put(flagged_0="1", left_0="0", turn_since="1", last_ms=FUTURE_MS)
    ask = Ask(0, ClockTerms(increment_ms=500))
    decision = replace(rigged.decision(), is_auto=True, ask=ask)
    reply = await rigged.commit(decision)
    assert isinstance(reply, CommittedNow)
    assert (reply.outcome.charged_ms, reply.outcome.left_ms) == (0, 0)
    assert reply.deadline_ms == FUTURE_MS


async def test_the_policy_decides_for_a_seat_only_between_its_bound_and_its_flag(
    rigged: Rigged,
) -> None:
    """Not before the bound, nor when the clock itself has run out: that is for the flag."""
    rigged.put(terms=f"500,{LONGEST_MS},0,200,1", last_ms=FUTURE_MS)
    decision = replace(rigged.decision(), is_auto=True)
    for elapsed, left in ((200, 1000), (5000, 199)):
        rigged.put(left_0=left, turn_since=FUTURE_MS - elapsed)
        before = rigged.everything()
        assert await refusal_of(rigged, decision) is CommitKind.UNDUE
        assert rigged.everything() == before
    rigged.put(left_0=1000, turn_since=FUTURE_MS - 5000)
    reply = await rigged.commit(decision)
    assert isinstance(reply, CommittedNow)
    assert (reply.outcome.charged_ms, reply.outcome.left_ms) == (200, 800)
    (event,) = await rigged.svc.matches.log(rigged.match_id, 1, 10)
    assert event.auto


async def test_the_last_action_ends_the_match(rigged: Rigged) -> None:
    """With no seat to act next the match is finished, has no deadline and reveals its seed."""
    decision = replace(rigged.decision(), ask=None)
    reply = await rigged.commit(decision)
    assert isinstance(reply, CommittedNow)
    assert reply.outcome.status is MatchStatus.FINISHED
    row = rigged.client.hgetall(match_key("match", rigged.match_id))
    assert row[b"seed"] == rigged.client.get(match_key("seed", rigged.match_id))
    assert not {b"to_act", b"deadline", b"turn_since"} & set(row)
    assert rigged.client.zscore(match_key("deadlines", rigged.match_id), rigged.match_id) is None


@dataclass(frozen=True, slots=True)
class ClockCase:
    """One decision: how long it took, under which terms, and how its answer came."""

    elapsed: int
    terms: ClockTerms
    left: int
    delays: Delays
    bank: int


def clock_cases() -> list[ClockCase]:
    """Decisions of all kinds, drawn, with every boundary of the formula among them."""
    rng = random.Random(20)
    cases = []
    for _ in range(60):
        free, own = rng.choice([(0, 0), (rng.randrange(3000), rng.randrange(300))])
        terms = ClockTerms(
            increment_ms=rng.randrange(3000),
            cap_ms=rng.choice([LONGEST_MS, rng.randrange(1, 8000)]),
            free_ms=free,
            bound_ms=rng.choice([UNBOUND_MS, rng.randrange(1, 8000)]),
            wall_factor=rng.choice([1, 1, 2, 7]),
        )
        left = rng.choice([0, rng.randrange(6000)])
        cpu = rng.choice([None, 0, rng.randrange(8000)])
        delays = Delays(own, rng.choice([None, 0, rng.randrange(1000)]), cpu)
        bank = rng.choice([LAG_START_MS, rng.randrange(LAG_CAP_MS + 1)])
        lag = min(delays.rtt_ms or 0, bank)
        edges = [left + free + own + lag, terms.bound_ms + own + lag]
        cases += [
            ClockCase(elapsed, terms, left, delays, bank)
            for edge in [rng.randrange(12_000), *(edge for edge in edges if edge < UNBOUND_MS)]
            for elapsed in (edge, edge + 1)
        ]
    return cases


async def test_the_script_charges_as_the_contest_rules(rigged: Rigged) -> None:
    """The script's clock is the formula of `saqqara_contest.clocks`, to the millisecond."""
    version = 1
    for number, case in enumerate(clock_cases()):
        terms = case.terms
        rigged.put(
            to_act=0,
            left_0=case.left,
            bank_0=case.bank,
            terms=",".join(map(str, astuple(terms))),
            turn_since=FUTURE_MS - case.elapsed,
            last_ms=FUTURE_MS,
        )
        decision = replace(
            rigged.decision(), head=rigged.head(version), action_id=f"{number}", delays=case.delays
        )
        reply = await rigged.commit(decision)
        credited = credit(case.elapsed, terms, case.delays, case.bank)
        expected = charge(case.elapsed, terms, case.left, credited.credit_ms, case.delays.cpu_ms)
        if expected.ruling is not Ruling.IN_TIME:
            assert reply == CommitRefused(CommitKind.LATE, version), case
            continue
        assert isinstance(reply, CommittedNow), case
        outcome = reply.outcome
        version = outcome.version
        charges = (outcome.charged_ms, outcome.credited_ms, outcome.left_ms, rigged.get("bank:0"))
        assert charges == (
            *(expected.charged_ms, credited.credit_ms, expected.left_ms),
            credited.bank_ms,
        ), case


async def test_an_action_takes_few_commands(rigged: Rigged) -> None:
    """Each of them costs Redis more than what it does; the beat is noted now and then besides."""
    with rigged.client.monitor() as monitor:  # type: ignore[no-untyped-call]
        await rigged.commit(rigged.decision())
        rigged.client.ping()
        seen = iter(monitor.next_command, None)
        commands = list(takewhile(lambda one: one["command"] != "PING", seen))
    inside = [one["command"] for one in commands if one["client_type"] == "lua"]
    found = [one.split(" ")[0] for one in inside if not re.match("HSET [^ ]+:beat ", one)]
    assert sorted(found) == [
        *("HGETALL", "HMGET", "HSET", "HSETNX", "PUBLISH", "TIME", "XADD", "XADD", "ZADD"),
    ]


async def test_time_never_runs_backwards(rigged: Rigged) -> None:
    """An event is never earlier than the one before it, even if Redis' clock was set back."""
    rigged.put(last_ms=FUTURE_MS, turn_since=FUTURE_MS)
    await rigged.commit(rigged.decision())
    (event,) = await rigged.svc.matches.log(rigged.match_id, 1, 10)
    assert event.at_ms == FUTURE_MS
    assert event.charged_ms == 0


async def test_a_seat_is_flagged_only_after_its_deadline(rigged: Rigged) -> None:
    """The flag script re-checks: at the deadline nothing happens, a millisecond later it does."""
    rigged.put(deadline=FUTURE_MS, last_ms=FUTURE_MS)
    before = rigged.everything()
    early = await rigged.svc.matches.flag(rigged.match_id, is_swept=False)
    assert early == FlagRuling(FlagReply.EARLY, 1)
    assert rigged.everything() == before
    rigged.put(deadline=FUTURE_MS - 1)
    for late_ms in (1, None):
        ruled = await rigged.svc.matches.flag(rigged.match_id, is_swept=False)
        assert ruled == FlagRuling(FlagReply.FLAGGED, 2, late_ms)
    stored = await rigged.svc.matches.load(rigged.match_id)
    assert stored is not None
    assert stored.match.version == 2
    assert stored.match.seats[0].flagged
    assert stored.match.seats[0].left_ms == 0
    assert stored.match.deadline_ms == FUTURE_MS


async def test_an_answer_that_used_up_its_clock_is_ruled_on_before_the_deadline(
    rigged: Rigged,
) -> None:
    """Where processor time is counted the wall allows more; what others used flags nobody."""
    rigged.put(
        terms="0,1000000,0,1000000,4",
        left_0=1000,
        turn_since=FUTURE_MS - 1500,
        deadline=FUTURE_MS + 2500,
        last_ms=FUTURE_MS,
    )
    late = replace(rigged.decision(), delays=Delays(cpu_ms=1001))
    assert await rigged.commit(late) == CommitRefused(CommitKind.LATE, 1)
    flag = rigged.svc.matches.flag
    assert await flag(rigged.match_id, is_swept=True) == FlagRuling(FlagReply.EARLY, 1)
    assert await flag(rigged.match_id, is_swept=False, cpu_ms=999) == FlagRuling(FlagReply.EARLY, 1)
    ruled = await flag(rigged.match_id, is_swept=False, cpu_ms=1001)
    assert ruled == FlagRuling(FlagReply.FLAGGED, 2, 0)
    stored = await rigged.svc.matches.load(rigged.match_id)
    assert stored is not None
    assert stored.match.seats[0].flagged


async def test_an_answer_that_used_little_of_its_clock_is_in_time(rigged: Rigged) -> None:
    """A busy machine makes it late on the wall, and not by its clock."""
    rigged.put(
        terms="0,1000000,0,1000000,4",
        left_0=1000,
        turn_since=FUTURE_MS - 1500,
        deadline=FUTURE_MS + 2500,
        last_ms=FUTURE_MS,
    )
    ask = Ask(1, ClockTerms(wall_factor=4, free_ms=10))
    reply = await rigged.commit(replace(rigged.decision(), ask=ask, delays=Delays(cpu_ms=500)))
    assert isinstance(reply, CommittedNow)
    assert (reply.outcome.charged_ms, reply.outcome.left_ms) == (500, 500)
    assert reply.deadline_ms == FUTURE_MS + 4 * (rigged.get("left:1") + 10)


async def test_a_sweep_waits_for_an_answer_on_its_way(rigged: Rigged) -> None:
    """A sweep rules later by the lag that may be credited, and by a moment for our own work."""
    rigged.put(rtt_0=90, bank_0=60, last_ms=FUTURE_MS)
    for late, reply in ((60 + IN_HAND_MS, FlagReply.EARLY), (61 + IN_HAND_MS, FlagReply.FLAGGED)):
        rigged.put(deadline=FUTURE_MS - late)
        ruled = await rigged.svc.matches.flag(rigged.match_id, is_swept=True)
        assert ruled.kind is reply


async def test_an_outage_is_not_our_own_time_with_the_answer_as_well(
    rigged: Rigged, redis_url: str
) -> None:
    """What an answer waited while the service was away is credited as outage and not again."""
    go_back(redis_url, rigged.match_id, turn_ms=510_000, beat_ms=500_000)
    reply = await rigged.commit(replace(rigged.decision(), delays=Delays(own_ms=500_000)))
    assert isinstance(reply, CommittedNow)
    assert reply.outcome.credited_ms == 0
    assert 10_000 <= reply.outcome.charged_ms < 500_000


async def test_autoplay_decides_at_once_for_who_resigns_in_its_turn(rigged: Rigged) -> None:
    """If the process dies then, any sweep finds the turn a second after it was given up."""
    rigged.put(last_ms=FUTURE_MS)
    await rigged.svc.matches.resign(rigged.match_id, 0, rigged.head(), None)
    assert rigged.get("deadline") == FUTURE_MS
    due = rigged.client.zscore(match_key("deadlines", rigged.match_id), rigged.match_id)
    assert due == FUTURE_MS + FOLLOWED_UP_MS


async def test_all_keys_of_a_match_are_in_one_slot(rigged: Rigged) -> None:
    """Every key that a match script touches carries the hash tag of the match's bucket."""
    await rigged.commit(rigged.decision())
    tags = {key.split(b":")[0] for key in rigged.client.scan_iter(match=f"*{rigged.match_id}*")}
    assert len(tags) == 1
    assert tags.pop().startswith(b"{b")
