"""An account's bots have names of their own, so that standings say who is who."""

from __future__ import annotations

import asyncio
from unittest.mock import patch

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, quotas
from saqqara_service.application.service import Service
from saqqara_service.errors import NameTaken, TooMany
from saqqara_service.storage.accounts.accounts import ABANDONED_MS
from saqqara_service.storage.redis.keys import key
from tests.service.matches import an_owner
from tests.service.transports import Transport


async def test_a_name_is_given_once(transport: Transport) -> None:
    """A second bot of the name is refused, whatever the case; another account may have it."""
    owners = [
        (await transport.do("register", None, {"name": name})).data["token"]
        for name in ("one", "two")
    ]
    assert (await transport.do("createBot", owners[0], {"name": "Ibis"})).code is None
    refused = await transport.do("createBot", owners[0], {"name": "ibis"})
    assert refused.code == "name_taken"
    assert "new version" in (refused.message or "")
    assert (await transport.do("createBot", owners[1], {"name": "ibis"})).code is None


async def test_of_many_at_once_one_has_it(svc: Service, other_svc: Service) -> None:
    """Two processes never both give a name."""
    owner = await an_owner(svc)
    made = await asyncio.gather(
        *(
            accounts.create_bot(one, owner, questions.CreateBot(name="ibis"))
            for one in (svc, other_svc) * 4
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(one, NameTaken) for one in made) == 7
    assert len(await accounts.bots(svc, owner, questions.NoQuestion())) == 1


async def test_a_name_of_a_bot_that_was_never_made_becomes_free(
    svc: Service, redis_url: str
) -> None:
    """Who claimed it may have died: after a while somebody else may have the name."""
    owner = await an_owner(svc)
    now_ms = await svc.connection.now_ms()
    names = key("account_names", owner.account_id)
    with redis.Redis.from_url(redis_url) as client:
        client.hset(names, "ibis", f"bgone {now_ms}")
        with pytest.raises(NameTaken):
            await accounts.create_bot(svc, owner, questions.CreateBot(name="ibis"))
        client.hset(names, "ibis", f"bgone {now_ms - ABANDONED_MS - 1}")
    assert (await accounts.create_bot(svc, owner, questions.CreateBot(name="ibis"))).bot is not None


async def test_a_refused_bot_keeps_no_name(svc: Service) -> None:
    """An account that is full may use the name once it has room."""
    owner = await an_owner(svc)
    await accounts.create_bot(svc, owner, questions.CreateBot(name="ibis"))
    with patch.object(quotas, "MOST_BOTS", 1), pytest.raises(TooMany):
        await accounts.create_bot(svc, owner, questions.CreateBot(name="heron"))
    assert (
        await accounts.create_bot(svc, owner, questions.CreateBot(name="heron"))
    ).bot is not None
