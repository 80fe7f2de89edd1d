"""What an operator reads of the work: who does it, what waits, and what operators did."""

from __future__ import annotations

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.hosting import oversight
from saqqara_service.application.operations.workload import workload
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.errors import BadCursor
from saqqara_service.models import OperatorAct, OperatorActKind, Submission
from saqqara_service.storage.operations.queue import Job
from tests.service.fake_runners import FakeRunner, a_hosted_bot
from tests.service.matches import an_owner, some_bots

PIECE = 3


async def a_program(svc: Service) -> Submission:
    """One that has passed its check."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    return await a_hosted_bot(svc, bot)


async def test_the_workload_tells_what_waits_and_who_is_there(svc: Service) -> None:
    """Jobs and since when the next one waits, and the runners; first there is nothing."""
    work = await workload(svc, None, questions.NoQuestion())
    assert (work.workers, work.waiting_jobs, work.waits_since_ms, work.runners) == (0, 0, None, [])
    began_ms = await svc.connection.now_ms()
    await svc.queue.add([Job("play_ladder", "lOne")])
    await svc.queue.add([Job("play_ladder", "lTwo")])
    await FakeRunner(svc, "cellar", places=4).tend()
    work = await workload(svc, None, questions.NoQuestion())
    assert (work.waiting_jobs, work.failed_jobs) == (2, 0)
    assert work.waits_since_ms is not None
    assert abs(work.waits_since_ms - began_ms) < 60_000
    assert [(one.id, one.places, one.held) for one in work.runners] == [("cellar", 4, 0)]


async def test_both_transports_tell_it_to_an_operator(
    svc: Service, client: httpx.AsyncClient
) -> None:
    """The same by REST and GraphQL."""
    token = (await accounts.issue_admin(svc)).token
    await svc.queue.add([Job("play_ladder", "lOne")])
    headers = {"authorization": f"Bearer {token}"}
    by_rest = (await client.get("/api/v1/workload", headers=headers)).json()
    asked = "{ workload { workers waitingJobs waitsSinceMs failedJobs pendingChecks } }"
    answer = await client.post("/graphql", json={"query": asked}, headers=headers)
    by_graph = answer.json()["data"]["workload"]
    assert by_graph == {name: by_rest[name] for name in by_graph}
    assert by_graph["waitingJobs"] == 1


async def test_acts_are_read_page_by_page_while_new_ones_come(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is told twice or left out, however the pieces that are read at once lie."""
    monkeypatch.setattr(oversight, "PIECE", PIECE)
    one = await a_program(svc)
    for number in range(4):
        await oversight.quarantine(
            svc,
            HOST,
            questions.QuarantineSubmission(submission_id=one.id, reason=f"reason {number}"),
        )
        await oversight.release(svc, HOST, questions.ReleaseSubmission(submission_id=one.id))
    whole = [oversight.act_of(row) for row in await svc.submissions.acts(100)]
    assert len(whole) == 8
    pages: list[OperatorAct] = []
    after = None
    for number in range(10):
        page = await oversight.acts_page(
            svc, None, questions.OperatorActFilter(first=2, after=after)
        )
        after = page.cursor
        pages += page.items
        if after is None:
            break
        await oversight.quarantine(
            svc,
            HOST,
            questions.QuarantineSubmission(submission_id=one.id, reason=f"meanwhile {number}"),
        )
        await oversight.release(svc, HOST, questions.ReleaseSubmission(submission_id=one.id))
    assert pages == whole
    assert pages[-1].kind is OperatorActKind.QUARANTINED


async def test_a_cursor_of_something_else_is_refused(svc: Service) -> None:
    """It names no act, or one that was forgotten."""
    with pytest.raises(BadCursor, match="The cursor does not belong to this list"):
        await oversight.acts_page(
            svc, None, questions.OperatorActFilter(first=2, after="1-quarantined-sNone")
        )
