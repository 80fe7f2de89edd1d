"""What breaks is told once it can be told, and a service that is away holds nobody up."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from saqqara_runner import reports
from saqqara_runner.reports import Failure, Reports
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.wire.errors import Busy, ConnectionFailed, NotFound, SaqqaraError

CRASH = Misstep(FaultKind.CRASH, "its process ended with code 3", detail="KeyError: 7")


@dataclass
class Service:
    """Answers with these errors first, and takes everything after them."""

    answers: list[SaqqaraError] = field(default_factory=list)
    asked: int = 0
    taken: list[Failure] = field(default_factory=list)

    async def report_failure(self, failure: Failure) -> None:
        self.asked += 1
        if self.answers:
            raise self.answers.pop(0)
        self.taken.append(failure)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "PAUSE_S", 0.01)


async def delivered(service: Service, outbox: Reports) -> list[Failure]:
    """What the service has taken when nothing waits any more."""
    delivering = asyncio.create_task(outbox.deliver(service))
    await asyncio.sleep(0)
    await outbox.empty()
    delivering.cancel()
    return service.taken


async def test_a_failure_is_told_with_the_last_words() -> None:
    """Of a match with its version; of a start without either."""
    outbox = Reports()
    outbox.broke("s1", "m1", 17, CRASH)
    outbox.not_started("s2", CRASH)
    await asyncio.sleep(0)
    first, second = await delivered(Service(), outbox)
    assert first == Failure("s1", "exit", f"{CRASH.why}\nKeyError: 7", "m1", 17)
    assert (second.submission_id, second.kind, second.match_id) == ("s2", "start", None)


async def test_what_this_machine_could_not_start_is_its_own_fault() -> None:
    """It is told as another kind, which refuses nobody's program."""
    reports = Reports()
    reports.not_started("s1", Misstep(FaultKind.HOST, "no sandbox could be created for it"))
    reports.not_here("s2", "the archive cannot be fetched")
    await asyncio.sleep(0)
    assert [one.kind for one in await delivered(Service(), reports)] == ["host", "host"]


async def test_a_service_that_is_away_is_told_later() -> None:
    """Nothing is lost, and nothing comes twice."""
    away = [ConnectionFailed("no route"), Busy("busy", code="busy", facts={"retry_after_ms": 1})]
    service, outbox = Service([*away]), Reports()
    outbox.broke("s1", "m1", 1, CRASH)
    await asyncio.sleep(0)
    assert [one.match_id for one in await delivered(service, outbox)] == ["m1"]
    assert service.asked == 3


async def test_what_is_refused_for_good_is_let_go() -> None:
    """A submission that is gone does not hold up the failures of others."""
    service, outbox = Service([NotFound("gone", code="not_found")]), Reports()
    outbox.broke("gone", "m1", 1, CRASH)
    outbox.broke("s2", "m2", 1, CRASH)
    await asyncio.sleep(0)
    assert [one.submission_id for one in await delivered(service, outbox)] == ["s2"]


async def test_a_flood_of_failures_is_bounded() -> None:
    """The one that is being told stays, and so do the newest."""
    outbox = Reports()
    for number in range(reports.MOST_WAITING + 50):
        outbox.broke("s1", f"m{number}", 1, CRASH)
    await asyncio.sleep(0.01)
    taken = await delivered(Service(), outbox)
    assert len(taken) == reports.MOST_WAITING
    assert (taken[0].match_id, taken[-1].match_id) == ("m0", f"m{reports.MOST_WAITING + 49}")


async def test_long_last_words_keep_their_end() -> None:
    """The contract takes 16 KiB, and the cause stands at the end of a traceback."""
    outbox = Reports()
    outbox.broke(
        "s1", "m1", 1, Misstep(FaultKind.ERROR, "it raised", detail="x" * 50_000 + "cause")
    )
    await asyncio.sleep(0)
    (taken,) = await delivered(Service(), outbox)
    assert len(taken.detail) == reports.LONGEST_DETAIL
    assert taken.detail.endswith("cause")
