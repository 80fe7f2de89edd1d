"""All that is kept about an account as one tar.gz of JSON lines, written while it is sent.

One part of it is in memory at a time. A file that was cut has no end; to ask again begins anew.
"""

from __future__ import annotations

import json
import tarfile
import zlib
from collections.abc import AsyncIterator
from functools import partial
from typing import Final, TypeAlias

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.quotas import spend_export
from saqqara_service.application.operations.exported import PARTS, About
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound
from saqqara_service.models import Caller, JsonObject, Model, Scope, TokenKind

PART_BYTES: Final = 1 << 18
"""A list is cut into files of about this size."""
LEVEL: Final = 6
GZIP: Final = zlib.MAX_WBITS | 16
FORMAT: Final = 1

Line: TypeAlias = Model | JsonObject


async def export(
    svc: Service, caller: Caller, question: questions.AccountQuestion
) -> AsyncIterator[bytes]:
    """All data stored about an account, as a tar.gz of JSON lines; for its owner and operators.

    The file `export.json` comes last. An export without it is incomplete; request it again.
    """
    account = await accounts.account(svc, None, question)
    is_own = account.id == caller.account_id and caller.kind is TokenKind.USER
    if not is_own and not caller.may(Scope.ADMIN):
        raise Forbidden(
            f"Account {account.id!r} belongs to another owner. Only its owner can export it."
        )
    await spend_export(svc, caller)
    bots = await svc.accounts.bots_of(account.id)
    now_ms = await svc.connection.now_ms()
    return _packed(_members(svc, About(account, bots, now_ms)), now_ms // 1000)


async def _packed(members: AsyncIterator[tuple[str, bytes]], mtime_s: int) -> AsyncIterator[bytes]:
    """A tar.gz of these files, piece by piece."""
    packing = zlib.compressobj(LEVEL, wbits=GZIP)
    async for name, content in members:
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = len(content), mtime_s, 0o600
        for piece in (info.tobuf(tarfile.PAX_FORMAT), content, b"\0" * (-len(content) % 512)):
            if packed := packing.compress(piece):
                yield packed
    yield packing.compress(b"\0" * 1024) + packing.flush()


async def _members(svc: Service, about: About) -> AsyncIterator[tuple[str, bytes]]:
    """The names of files and what is in them: lists in parts, then programs as they are."""
    counts: dict[str, int] = {}
    for name, lines in PARTS.items():
        number, part, counts[name] = 1, bytearray(), 0
        async for line in lines(svc, about):
            await svc.cost_queue.yield_turn()
            part += _written(line)
            counts[name] += 1
            if len(part) >= PART_BYTES:
                yield f"{name}/{number:05}.jsonl", bytes(part)
                number, part = number + 1, bytearray()
        if part:
            yield f"{name}/{number:05}.jsonl", bytes(part)
    async for digest, archive in _programs(svc, about):
        yield f"programs/{digest}.tar.gz", archive
    manifest = {
        "format": FORMAT,
        "accountId": about.account.id,
        "atMs": about.now_ms,
        "lines": counts,
    }
    yield "export.json", json.dumps(manifest).encode()


async def _programs(svc: Service, about: About) -> AsyncIterator[tuple[str, bytes]]:
    """The archives that were handed in, one after the other; what was deleted is left out."""
    hashes = {
        one.archive_hash for bot_id in about.bot_ids for one in await svc.submissions.of_bot(bot_id)
    }
    for digest in sorted(hashes):
        try:
            archive = await svc.archive_slots.run(partial(svc.blobs.get, digest))
        except NotFound:
            continue
        yield digest, archive


def _written(line: Line) -> bytes:
    if isinstance(line, Model):
        return line.model_dump_json(by_alias=True).encode() + b"\n"
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
