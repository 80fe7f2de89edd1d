"""Archives as they are handed in, good ones and others, made in memory."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from typing import Final

import httpx

from tests.service.transports import Json, bearer

MANIFEST: Final = b'bot = "my_bot.py:MyBot"\n'
BOT: Final[Mapping[str, bytes]] = {"bot.toml": MANIFEST, "my_bot.py": b"class MyBot: ...\n"}


def packed(files: Mapping[str, bytes] = BOT) -> bytes:
    """A tar.gz with these files."""
    members = []
    for name, content in files.items():
        member = tarfile.TarInfo(name)
        member.size = len(content)
        members.append((member, content))
    return of_members(members)


def of_members(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    """A tar.gz with these members, whatever they are."""
    out = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as whole,
        tarfile.open(fileobj=whole, mode="w") as tar,
    ):
        for member, content in members:
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


async def handed_in(
    client: httpx.AsyncClient, token: str | None, bot_id: str, archive: bytes, **asked: str
) -> httpx.Response:
    """The answer to an archive that is handed in for the bot."""
    path = f"/api/v1/bots/{bot_id}/submissions"
    return await client.post(path, content=archive, params=asked, headers=bearer(token))


async def a_submission(client: httpx.AsyncClient, token: str, bot_id: str) -> Json:
    """A small program of the bot, kept by the server."""
    answer = await handed_in(client, token, bot_id, packed())
    assert answer.status_code == 201, answer.text
    told: Json = answer.json()
    return told
