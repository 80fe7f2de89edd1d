"""Programs that are handed in: what is refused, by which file and line, and what is kept."""

from __future__ import annotations

import asyncio
import io
import os
import tarfile
from pathlib import Path
from time import thread_time
from typing import Final, NoReturn

import httpx
import pytest

from saqqara_bundle import MOST_PACKED
from saqqara_bundle.limits import MIB
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, quotas
from saqqara_service.application.hosting import archives, oversight, submissions
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.operations.observation import cost_of_request
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.errors import ApplicationError, Malformed, RateLimited
from saqqara_service.settings import Settings
from saqqara_service.storage.blobs.blobs import MARKS
from tests.bundle.archives import BAD, BOT, packed, with_file
from tests.service.archives import a_submission, handed_in
from tests.service.matches import an_owner
from tests.service.transports import PATIENCE_S, Party, Rest, a_party, bearer, serving

READ_S: Final = 0.05


async def everything(svc: Service, party: Party) -> tuple[object, ...]:
    """All that could have been kept."""
    found = Path(svc.settings.blob_store).rglob("*")
    blobs = sorted(path for path in found if MARKS not in path.parts)  # each process leaves one
    return blobs, await svc.submissions.of_bot(party.ids[0]), await svc.hosting.pending()


async def test_what_is_wrong_is_named_and_nothing_is_kept(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Each archive is refused by REST with the file and the line, and leaves no trace."""
    party = await a_party(Rest(client))
    before = await everything(svc, party)
    for what, bad in BAD.items():
        answer = await handed_in(client, party.owner, party.ids[0], bad.archive())
        body = answer.json()
        assert (body["code"], bad.words in body["detail"]) == (bad.code, True), (what, body)
    assert await everything(svc, party) == before


async def test_bodies_have_bounds_and_others_are_asked_who_they_are(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Too many bytes are refused before they are read, as are strangers, bots and odd questions."""
    party, stranger = await a_party(Rest(client)), await a_party(Rest(client), 1)
    bot, huge = party.ids[0], bytes(MOST_PACKED + 1)
    guest = (await Rest(client).do("registerGuest", None, {})).data["token"]
    cases = [
        (party.owner, huge, {}, "too_large"),
        (None, huge[:MIB], {}, "unauthenticated"),
        ("imh_user_nonsense", packed(), {}, "unauthenticated"),
        (party.tokens[0], packed(), {}, "forbidden"),
        (guest, packed(), {}, "forbidden"),
        (stranger.owner, packed(), {}, "forbidden"),
        (party.owner, packed(), {"name": "a"}, "malformed"),
        (party.owner, packed(), {"onlyCheck": "perhaps"}, "malformed"),
        (party.owner, packed(), {"nme": "first"}, "malformed"),
    ]
    for token, archive, asked, code in cases:
        answer = await handed_in(client, token, bot, archive, **asked)
        assert answer.json()["code"] == code, (code, answer.text)
    assert (await handed_in(client, party.owner, "bNone", packed())).json()["code"] == "not_found"
    assert await svc.submissions.of_bot(bot) == []
    runner = (await accounts.issue_runner(svc, "runner")).token
    for who, status in ((None, 401), (party.owner, 403), (party.tokens[0], 403), (runner, 403)):
        answer = await client.get(f"/api/v1/archives/{'0' * 64}", headers=bearer(who))
        assert answer.status_code == status
    answer = await client.get("/api/v1/archives/..%2f..%2fetc", headers=bearer(runner))
    assert answer.status_code == 404


async def test_the_same_content_is_one_submission(client: httpx.AsyncClient, svc: Service) -> None:
    """However it was packed, however often it comes, ten times at once too: one, and one blob."""
    party = await a_party(Rest(client))
    bot = party.ids[0]
    other = io.BytesIO()
    with tarfile.open(fileobj=other, mode="w:gz", format=tarfile.GNU_FORMAT) as tar:
        for name, content in reversed([*BOT.items()]):
            info = tarfile.TarInfo(f"./{name}")
            info.size, info.mtime, info.uid, info.uname = len(content), 7, 1_000, "imhotep"
            tar.addfile(info, io.BytesIO(content))
    forms = [packed(), other.getvalue(), archives.read(packed()).packed]
    responses = await asyncio.gather(
        *(handed_in(client, party.owner, bot, forms[n % 3]) for n in range(9))
    )
    busy = [one for one in responses if one.status_code == 429]  # one at a time for each account
    assert {one.json()["code"] for one in busy} <= {"too_many"}
    kept = [one.json() for one in responses if one.status_code == 201]
    assert kept
    again = await a_submission(client, party.owner, bot)
    assert {one["id"] for one in kept} == {again["id"]}
    assert [one.id for one in await svc.submissions.of_bot(bot)] == [again["id"]]
    blob = await svc.blobs.get(again["archiveHash"])
    assert archives.read(blob).packed == blob


async def test_an_account_hands_in_so_much(
    svc: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Versions a day and bytes in all are bounded; what is there, or too large, costs none."""
    monkeypatch.setattr(quotas, "SUBMISSIONS_PER_DAY", 2)
    monkeypatch.setattr(quotas, "ARCHIVE_BYTES", 20_000)
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        party = await a_party(Rest(client))
        bot = party.ids[0]
        large = await handed_in(client, party.owner, bot, with_file("w", os.urandom(30_000)))
        assert (large.json()["code"], large.json()["limit"]) == ("too_many", 20_000)
        first = await a_submission(client, party.owner, bot)
        for _ in range(3):
            assert await a_submission(client, party.owner, bot) == first
        me = (await client.get("/api/v1/me", headers=bearer(party.owner))).json()
        quota = next(one for one in me["quotas"] if one["name"] == "archive_bytes")
        assert quota == {"name": "archive_bytes", "used": first["packedBytes"], "limit": 20_000}
        files = [one for one in Path(svc.settings.blob_store).rglob("*") if one.is_file()]
        kept = [one.name for one in files if MARKS not in one.parts]
        assert kept == [first["archiveHash"]]
        assert (await handed_in(client, party.owner, bot, with_file("2.py"))).status_code == 201
        spent = await handed_in(client, party.owner, bot, with_file("3.py"))
        assert (spent.json()["code"], spent.json()["budget"]) == (
            "rate_limited",
            "account_submitted",
        )


async def test_who_may_hand_in_no_more_has_nothing_read(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The quota of the day is looked at first: to read an archive takes the processor."""
    read: list[bytes] = []
    monkeypatch.setattr(archives, "read", read.append)
    owner = await an_owner(svc)
    bot = await accounts.create_bot(svc, owner, questions.CreateBot(name="Bot"))
    assert bot.bot is not None
    monkeypatch.setattr(quotas, "SUBMISSIONS_PER_DAY", 1)
    async with quotas.submitting(svc, owner):
        pass
    with pytest.raises(RateLimited):
        await submissions.submit(
            svc, owner, questions.SubmitBot(bot_id=bot.bot.id, archive=packed())
        )
    assert read == []


async def test_what_reading_takes_counts_with_the_request(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of an archive that is refused: the processor's time in the thread counts as its cost."""

    def read(_packed: bytes) -> NoReturn:
        until_s = thread_time() + READ_S
        while thread_time() < until_s:
            pass
        raise Malformed("no archive")

    monkeypatch.setattr(archives, "read", read)
    owner = await an_owner(svc)
    bot = await accounts.create_bot(svc, owner, questions.CreateBot(name="Bot"))
    assert bot.bot is not None
    with cost_of_request(svc, Client("192.0.2.1")) as cost:
        with pytest.raises(Malformed):
            await submissions.submit(
                svc, owner, questions.SubmitBot(bot_id=bot.bot.id, archive=b"")
            )
        assert cost.spent_s >= READ_S


async def test_what_the_operator_took_out_stays_out(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """An owner activates neither what is quarantined, withdrawn nor refused; acts are noted."""
    rest, party = Rest(client), await a_party(Rest(client))
    admin = (await accounts.issue_admin(svc)).token
    one = await a_submission(client, party.owner, party.ids[0])
    ask = {"reason": "opens sockets"}
    assert (await rest.do("activateSubmission", party.owner, {}, one["id"])).code == "wrong_state"
    assert (await rest.do("releaseSubmission", admin, {}, one["id"])).code == "wrong_state"
    out = await rest.do("quarantineSubmission", admin, ask, one["id"])
    assert out.data["state"] == "quarantined"
    for what in ("activateSubmission", "withdrawSubmission"):
        assert (await rest.do(what, party.owner, {}, one["id"])).code == "wrong_state", what
    assert (await a_submission(client, party.owner, party.ids[0]))["state"] == "quarantined"
    again = await rest.do("quarantineSubmission", admin, ask, one["id"])
    assert again.data == out.data
    assert (await rest.do("releaseSubmission", admin, {}, one["id"])).data["state"] == "pending"
    gone = await rest.do("withdrawSubmission", party.owner, {}, one["id"])
    assert gone.data["state"] == "withdrawn"
    assert (await rest.do("activateSubmission", party.owner, {}, one["id"])).code == "wrong_state"
    assert (await a_submission(client, party.owner, party.ids[0]))["state"] == "pending"
    assert (await rest.do("deleteSubmission", admin, {}, one["id"])).code is None
    assert (await rest.do("activateSubmission", party.owner, {}, one["id"])).code == "not_found"
    assert not await svc.blobs.has(one["archiveHash"])
    found = map(oversight.act_of, await svc.submissions.acts(10))
    acts = [(act.kind, act.reason) for act in found]
    assert acts == [("deleted", ""), ("released", ""), ("quarantined", "opens sockets")]
    with pytest.raises(ApplicationError, match="no submission"):
        await oversight.quarantine(
            svc, HOST, questions.QuarantineSubmission(submission_id=one["id"], reason="again")
        )
