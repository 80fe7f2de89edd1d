"""Programs that are handed in: what is refused, by which file and line, and what is kept."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import io
import os
import tarfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import thread_time
from typing import Final, NoReturn

import httpx
import pytest

from saqqara_sdk.submissions import pack
from saqqara_service.application.accounts import accounts, quotas
from saqqara_service.application.hosting import archives, oversight, submissions
from saqqara_service.application.hosting.bounds import MOST_ENTRIES, MOST_PACKED, MOST_UNPACKED
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.operations.observing import billed
from saqqara_service.application.service import Service, open_service
from saqqara_service.cli.host import HOST
from saqqara_service.errors import ApplicationError, Malformed, RateLimited
from saqqara_service.settings import Settings
from saqqara_service.storage.blobs.blobs import MARKS
from tests.service.archived import BOT, a_submission, handed_in, of_members, packed
from tests.service.seated import an_owner
from tests.service.transports import PATIENCE_S, Party, Rest, a_party, bearer, serving

MIB: Final = 1 << 20
READ_S: Final = 0.05


@dataclass(frozen=True, slots=True)
class Bad:
    """An archive that is refused, with this code and these words in its sentence."""

    code: str
    words: str
    archive: Callable[[], bytes]


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> bytes:
    """An archive with a member of that kind among good ones."""
    odd = tarfile.TarInfo(name)
    odd.type, odd.linkname = kind, link
    good = [(tarfile.TarInfo(one), content) for one, content in BOT.items()]
    for info, content in good:
        info.size = len(content)
    return of_members([(odd, b""), *good])


def said(manifest: bytes, **files: bytes) -> bytes:
    """An archive with that manifest."""
    return packed({**BOT, "bot.toml": manifest, **files})


def with_file(name: str, content: bytes = b"") -> bytes:
    """The good archive with one more file."""
    return packed({**BOT, name: content})


def forged(**head: str) -> bytes:
    """An archive with a pax head of these words before its first file."""
    info = tarfile.TarInfo("x")
    info.pax_headers = dict(head)
    return of_members([(info, b"")])


def huge_head() -> bytes:
    """A name that takes a megabyte."""
    info = tarfile.TarInfo("a" * MIB)
    return of_members([(info, b"")])


def announcing(size: int) -> bytes:
    """A file that is announced to be larger than all there is."""
    info = tarfile.TarInfo("big")
    info.size = size
    return gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(1_024))


def negative() -> bytes:
    """A file with less than nothing in it."""
    head = bytearray(tarfile.TarInfo("less").tobuf())
    head[124:136] = b"\xff" * 12
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return gzip.compress(bytes(head) + bytes(1_024))


def many(count: int) -> bytes:
    """So many empty folders: a few bytes each once they are packed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
        info = tarfile.TarInfo("folder")
        info.type = tarfile.DIRTYPE
        for _ in range(count):
            tar.addfile(info)
    return out.getvalue()


BAD: Final[Mapping[str, Bad]] = {
    "nothing": Bad("malformed", "is truncated", lambda: b""),
    "no archive": Bad("malformed", "not a tar.gz", lambda: b"PK\x03\x04 a zip"),
    "no tar": Bad("malformed", "not a tar", lambda: gzip.compress(b"x" * 2_048)),
    "truncated": Bad("malformed", "is truncated", lambda: packed()[:-20]),
    "two archives": Bad("malformed", "after its end", lambda: packed() + packed()),
    "out of it": Bad("malformed", "../up.py", lambda: with_file("../up.py")),
    "out of a folder": Bad("malformed", "cannot lead out", lambda: with_file("a/../../up.py")),
    "absolute": Bad("malformed", "/etc/passwd", lambda: with_file("/etc/passwd")),
    "a drive": Bad("malformed", "C:", lambda: with_file("C:/bot.py")),
    "backslashes": Bad("malformed", "must be relative to the root", lambda: with_file("a\\b.py")),
    "symbolic link": Bad(
        "malformed", "a symbolic link", lambda: member("l", tarfile.SYMTYPE, "/etc")
    ),
    "hard link": Bad("malformed", "a hard link", lambda: member("l", tarfile.LNKTYPE, "bot.toml")),
    "device": Bad("malformed", "a device", lambda: member("null", tarfile.CHRTYPE)),
    "block device": Bad("malformed", "a device", lambda: member("sda", tarfile.BLKTYPE)),
    "pipe": Bad("malformed", "a named pipe", lambda: member("pipe", tarfile.FIFOTYPE)),
    "unknown kind": Bad("malformed", "neither a file nor a folder", lambda: member("v", b"V")),
    "sparse": Bad("malformed", "a sparse file", lambda: member("s", tarfile.GNUTYPE_SPARSE)),
    "twice": Bad("malformed", "twice", lambda: member("bot.toml")),
    "case": Bad("malformed", "the same name on some file systems", lambda: with_file("MY_BOT.py")),
    "case of a folder": Bad(
        "malformed",
        "the same name on some file systems",
        lambda: packed({**BOT, "a/x": b"", "A/y": b""}),
    ),
    "width": Bad(
        "malformed", "the same name on some file systems", lambda: with_file("my_bot.\uff50y")
    ),
    "file and folder": Bad(
        "malformed", "a file and a folder", lambda: with_file("my_bot.py/inner.py")
    ),
    "turned name": Bad("malformed", "invisible characters", lambda: with_file("x\u202eyp.exe")),
    "joined letters": Bad("malformed", "invisible characters", lambda: with_file("a\u200db.py")),
    "not composed": Bad("malformed", "invisible characters", lambda: with_file("e\u0301.py")),
    "line end in a name": Bad("malformed", "invisible characters", lambda: with_file("a\nb.py")),
    "NUL in a name": Bad("malformed", "invisible characters", lambda: forged(path="a\0b")),
    "size in a head": Bad("malformed", "Pack it again", lambda: forged(size="1")),
    "huge name": Bad("too_large", "extended headers", huge_head),
    "deep": Bad("malformed", "folders", lambda: with_file("a/" * 20 + "x")),
    "long name": Bad("malformed", "240 bytes", lambda: with_file("x" * 300)),
    "announced too much": Bad("too_large", "bytes in total", lambda: announcing(8 << 30)),
    "announced too little": Bad("malformed", "a negative size", negative),
    "a bomb": Bad("too_large", "bytes in total", lambda: with_file("b", bytes(80 * MIB))),
    "announced a byte too much": Bad(
        "too_large", "bytes in total", lambda: announcing(MOST_UNPACKED + 1)
    ),
    "entries": Bad("too_large", "entries", lambda: many(MOST_ENTRIES + 1)),
    "files": Bad(
        "too_large", "files", lambda: packed({**BOT, **{f"{n}.py": b"" for n in range(2_001)}})
    ),
    "no manifest": Bad("malformed", "has no bot.toml", lambda: packed({"my_bot.py": b""})),
    "manifest in a folder": Bad(
        "malformed", "has no bot.toml", lambda: packed({"a/bot.toml": b"bot = 1"})
    ),
    "not valid TOML": Bad("malformed", "line 2", lambda: said(b'language = "C"\n= 3\n')),
    "unknown key": Bad("malformed", "line 2: 'memory'", lambda: said(b"\nmemory = 3\n")),
    "unknown table": Bad("malformed", "line 3: 'run'", lambda: said(b"\n\n[run]\nx = 1\n")),
    "not UTF-8": Bad("malformed", "line 2: not UTF-8", lambda: said(b"\n\xff = 1")),
    "large manifest": Bad("too_large", "bot.toml exceeds", lambda: said(b"#" * MIB)),
    "deep manifest": Bad("malformed", "not valid TOML", lambda: said(b"bot = " + b"[" * 9_000)),
    "no command": Bad("malformed", "either", lambda: said(b'language = "C"')),
    "both": Bad("malformed", "not both", lambda: said(b'command=["a"]\nbot="my_bot.py:A"')),
    "command is text": Bad("malformed", "line 1", lambda: said(b'command = "./run"')),
    "empty command": Bad("malformed", "line 1", lambda: said(b"command = []")),
    "word is no text": Bad("malformed", "line 1", lambda: said(b'command = ["a", 3]')),
    "missing program": Bad("malformed", "'run'", lambda: said(b'command = ["./run"]')),
    "missing script": Bad("malformed", "'b.py'", lambda: said(b'command = ["python", "b.py"]')),
    "missing bot": Bad(
        "malformed", "line 1: the archive has no", lambda: said(b'bot = "other.py:Bot"')
    ),
    "wrong bot": Bad("malformed", "a file and a class", lambda: said(b'bot = "my_bot.py"')),
    "wrong truth": Bad(
        "malformed", "line 2", lambda: said(b'bot = "my_bot.py:Bot"\nstateless = 1')
    ),
    "Windows": Bad(
        "malformed",
        "'run.sh', line 2",
        lambda: with_file("run.sh", b"#!/bin/sh\necho\r\n"),
    ),
}


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
        told = answer.json()
        assert (told["code"], bad.words in told["detail"]) == (bad.code, True), (what, told)
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
    told = await asyncio.gather(
        *(handed_in(client, party.owner, bot, forms[n % 3]) for n in range(9))
    )
    busy = [one for one in told if one.status_code == 429]  # one at a time for each account
    assert {one.json()["code"] for one in busy} <= {"too_many"}
    kept = [one.json() for one in told if one.status_code == 201]
    assert kept
    again = await a_submission(client, party.owner, bot)
    assert {one["id"] for one in kept} == {again["id"]}
    assert [one.id for one in await svc.submissions.of_bot(bot)] == [again["id"]]
    blob = await svc.blobs.get(again["archiveHash"])
    assert archives.read(blob).packed == blob


def test_the_author_knows_the_hash_before(tmp_path: Path) -> None:
    """What `saqqara bot submit` packs has the same hash here, however zlib packs it."""
    for name, content in BOT.items():
        (tmp_path / name).write_bytes(content)
    mine = pack(tmp_path)
    found = archives.read(mine.data)
    assert found.hash == mine.archive_hash
    assert found.hash == hashlib.sha256(gzip.decompress(found.packed)).hexdigest()
    otherwise = gzip.compress(gzip.decompress(mine.data), 1, mtime=7)
    assert otherwise != mine.data
    assert archives.read(otherwise) == found


async def test_an_account_hands_in_so_much(settings: Settings) -> None:
    """Versions a day and bytes in all are bounded; what is there, or too large, costs none."""
    few = {"account_submissions_per_day": 2, "account_archive_bytes": 20_000}
    async with (
        serving(settings.model_copy(update=few)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        open_service(settings) as svc,
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
    bot = await accounts.create_bot(svc, owner, "Bot")
    assert bot.bot is not None
    few = svc.settings.model_copy(update={"account_submissions_per_day": 1})
    frugal = replace(svc, settings=few)
    async with quotas.submitting(frugal, owner):
        pass
    with pytest.raises(RateLimited):
        await submissions.submit(frugal, owner, bot.bot.id, packed())
    assert read == []


async def test_what_reading_takes_counts_with_the_request(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of an archive that is refused: the processor's time in the thread is on its bill."""

    def read(_packed: bytes) -> NoReturn:
        until_s = thread_time() + READ_S
        while thread_time() < until_s:
            pass
        raise Malformed("no archive")

    monkeypatch.setattr(archives, "read", read)
    owner = await an_owner(svc)
    bot = await accounts.create_bot(svc, owner, "Bot")
    assert bot.bot is not None
    with billed(svc, Asker("192.0.2.1")) as bill:
        with pytest.raises(Malformed):
            await submissions.submit(svc, owner, bot.bot.id, b"")
        assert bill.spent_s >= READ_S


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
    acts = [(act.kind, act.reason) for act in await oversight.acts(svc, 10)]
    assert acts == [("deleted", ""), ("released", ""), ("quarantined", "opens sockets")]
    with pytest.raises(ApplicationError, match="no submission"):
        await oversight.quarantine(svc, HOST, one["id"], "again")
