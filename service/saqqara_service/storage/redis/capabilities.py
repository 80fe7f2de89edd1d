"""Whether a Redis can do what is configured: by the version it tells, and by trying.

A command may be missing from a new server as well: hosts rename commands, and accounts lack rights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from redis.exceptions import NoPermissionError, ResponseError

from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.redis.binary import OLDEST_MAJOR, version_of
from saqqara_service.storage.redis.connection import RedisConnection, answered, open_connection
from saqqara_service.storage.redis.reasons import is_refusal

OLDEST: Final[Mapping[Durability, tuple[int, int]]] = {
    Durability.LOCAL: (OLDEST_MAJOR, 0),
    Durability.REPLICA: (7, 2),
}
"""Since 7.2 Redis tells when a replica has something on its disk."""
_TRIAL: Final = ("WAITAOF", 0, 0, 1)
"""It waits for nobody, and is answered at once."""
_REPLICA: Final = "SAQQARA_DURABILITY=replica needs the command WAITAOF, which"


async def lack_at(settings: Settings) -> str | None:
    """What the store of these settings lacks; None of one that is away, which may come."""
    assert settings.redis_url is not None  # noqa: S101 - who calls has looked
    async with open_connection(
        settings.redis_url,
        Metrics(),
        prefix=settings.key_prefix,
    ) as connection:
        try:
            return await lack(connection, settings.durability)
        except Busy:
            return None


@answered
async def lack(connection: RedisConnection, durability: Durability) -> str | None:
    """Why this Redis cannot do what is configured, as a sentence with what to do; None if it can.

    Raises `Busy` while it is away.
    """
    states = await connection.states()
    if (old := next(filter(None, (_age(one, durability) for one in states)), None)) is not None:
        return old
    if durability is Durability.LOCAL:
        return None
    server = server_of(states[0]) if states else "this Redis"
    try:
        await connection.calls.everywhere(*_TRIAL)
    except NoPermissionError:
        return f"{_REPLICA} the account in REDIS_URL may not use; add +waitaof to its rights"
    except ResponseError as error:
        if not is_refusal(error):  # such as a replica's, which other checks name
            return None
        return (
            f"{_REPLICA} {server} does not have under that name; use a Redis that has not renamed"
            " it, or set SAQQARA_DURABILITY=local"
        )
    return None


def server_of(state: Mapping[str, str]) -> str:
    """Which server it is, such as `Redis 7.2.4`, by what it tells of itself."""
    name, version = version_of(state)
    return f"{name.capitalize()} {version}"


def _age(state: Mapping[str, str], durability: Durability) -> str | None:
    server = server_of(state)
    has = tuple(int(part) for part in re.findall(r"\d+", server)[:2])
    newer = f"use Redis {'.'.join(map(str, OLDEST[durability]))} or newer, or Valkey"
    if has < OLDEST[Durability.LOCAL]:
        return f"{server} is too old; {newer}"
    if has < OLDEST[durability]:
        return f"{_REPLICA} {server} does not have; {newer}, or set SAQQARA_DURABILITY=local"
    return None
