"""Archives as they are handed in over HTTP."""

from __future__ import annotations

import httpx

from tests.bundle.archives import packed
from tests.service.transports import Json, bearer


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
    body: Json = answer.json()
    return body
