"""Accounts, bots and tokens on a real Redis."""

from __future__ import annotations

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, tokens
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, NotFound, Unauthenticated
from saqqara_service.models import TokenKind
from tests.service.matches import an_owner, some_bots


def lookups_so_far(redis_url: str) -> int:
    """How many hashes the server was asked for."""
    with redis.Redis.from_url(redis_url) as client:
        return int(client.info("commandstats")["cmdstat_hgetall"]["calls"])


async def test_a_registered_account_is_found_by_its_token(svc: Service) -> None:
    """Registering gives a user token that speaks for the new account."""
    issued = await accounts.register(svc, None, questions.Register(name="Hemiunu"))
    caller = await authentication.authenticate(svc, issued.token)
    assert (caller.kind, caller.account_id) == (TokenKind.USER, issued.account.id)
    assert await accounts.me(svc, caller) == issued.account


async def test_a_bot_has_a_token_of_its_own(svc: Service) -> None:
    """A bot's token speaks for the bot and its account, and the account lists its bots."""
    owner = await an_owner(svc)
    first = await accounts.create_bot(svc, owner, questions.CreateBot(name="greedy one"))
    second = await accounts.create_bot(svc, owner, questions.CreateBot(name="greedy two"))
    caller = await authentication.authenticate(svc, first.token)
    assert first.bot is not None
    assert second.bot is not None
    assert (caller.kind, caller.account_id) == (TokenKind.BOT, owner.account_id)
    assert caller.bot_id == first.bot.id
    assert sorted(bot.name for bot in await accounts.bots(svc, owner, questions.NoQuestion())) == [
        "greedy one",
        "greedy two",
    ]


async def test_an_admin_token_is_of_its_own_kind(svc: Service) -> None:
    """The host's command line issues admin tokens."""
    issued = await accounts.issue_admin(svc)
    assert (await authentication.authenticate(svc, issued.token)).kind is TokenKind.ADMIN


@pytest.mark.parametrize(
    "name", ["", "ab", "a" * 25, "new\nline", "<script>", "semi;colon", "ünder", "tab\tbed"]
)
def test_a_name_is_short_and_harmless(name: str) -> None:
    """A name has 3 to 24 plain characters, so that it is safe in logs, terminals and pages."""
    with pytest.raises(Malformed):
        questions.read(questions.Register, {"name": name})


async def test_tokens_are_stored_only_as_hashes(svc: Service, redis_url: str) -> None:
    """Neither keys nor values of the store contain a token or its secret."""
    issued = await accounts.register(svc, None, questions.Register(name="Khufu"))
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        everything = {key: str(client.hgetall(key)) for key in client.scan_iter(_type="hash")}
    assert everything[f"token:{issued.info.id}"]
    assert issued.token[8:] not in str(everything)


async def test_junk_tokens_never_reach_redis(svc: Service, redis_url: str) -> None:
    """Ten thousand junk tokens cost not one command."""
    issued = await accounts.register(svc, None, questions.Register(name="Djoser"))
    await authentication.authenticate(svc, issued.token)
    before = lookups_so_far(redis_url)
    for number in range(10_000):
        with pytest.raises(Unauthenticated):
            await authentication.authenticate(svc, f"imh_bot_{number:036d}")
    assert lookups_so_far(redis_url) == before


@pytest.mark.parametrize("token", [None, tokens.make(TokenKind.USER)], ids=["none", "unknown"])
async def test_a_missing_or_unknown_token_is_refused(svc: Service, token: str | None) -> None:
    """Without a known token nobody is anybody."""
    with pytest.raises(Unauthenticated):
        await authentication.authenticate(svc, token)


@pytest.mark.parametrize("bot_id", ["b0", "x:live", "a b", "", "b" * 41])
async def test_an_unknown_bot_is_not_found(svc: Service, bot_id: str) -> None:
    """No text given as a bot's id leads to another key of the store."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    await svc.indexes.add_live(["x"], "m1")
    assert bot.bot_id is not None
    with pytest.raises(NotFound):
        await accounts.find_bots(svc, [bot.bot_id, bot_id])
