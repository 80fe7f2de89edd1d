"""Making a thing once under a key of the caller's making, however often it is asked for."""

from __future__ import annotations

import hashlib

from saqqara_service.application.accounts.quotas import spend_one
from saqqara_service.application.accounts.tokens import random_word
from saqqara_service.application.service import Service
from saqqara_service.errors import ActionIdReused
from saqqara_service.models import Caller

ID_LENGTH = 16


async def id_under(
    svc: Service, caller: Caller, key: str | None, prefix: str, *asked: object
) -> str:
    """The id for what is to be made: within 24 hours the same for the same key of the caller.

    What is made under it has to be made idempotently, and counts once with what the account makes
    in a day. Raises `ActionIdReused` if something else was `asked` under the key.
    """
    made_id = prefix + random_word(ID_LENGTH)
    if key is None:
        await spend_one(svc, caller)
        return made_id
    name = _digest(caller.player_id, prefix, key)
    payload = _digest(*asked)
    if not await svc.once.is_known(name):
        await spend_one(svc, caller)
    known_id, known_payload = await svc.once.claim(name, made_id, payload)
    if known_payload != payload:
        raise ActionIdReused(
            f"The key {key[:40]!r} was already used for another request. Use a new key."
        )
    return known_id


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
