"""Revocations beside what makes tokens: however the steps of two processes interleave."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import (
    accounts,
    apps,
    authentication,
    credentials,
    issuance,
    tokens,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, TooMany, Unauthenticated
from saqqara_service.models import Caller, Issued, Scope, TokenInfo, TokenKind
from saqqara_service.models.apps import App
from saqqara_service.storage.accounts.tokens import id_of

BACK = "https://board.example/back"
SCOPES = frozenset({Scope.ACCOUNT_MANAGE})
Pair = tuple[str, str]


async def a_person(svc: Service) -> Caller:
    """Somebody with the token of a new account."""
    issued = await accounts.register(svc, None, questions.Register(name="Judit"))
    return await authentication.verify(svc, issued.token)


async def made_by(svc: Service, maker: Caller, name: str) -> tuple[Issued, Caller]:
    """A token that another one makes, and whom it speaks for."""
    issued = await credentials.create(svc, maker, questions.CreateToken(name=name))
    return issued, await authentication.verify(svc, issued.token)


async def a_code(svc: Service, person: Caller, app: App, code: str) -> None:
    """Let the app in by a code."""
    given = await apps.consent(
        svc, person, app, redirect_uri=BACK, scopes=sorted(SCOPES), challenge="none"
    )
    await apps.keep(svc, code, given)


def a_pair() -> Pair:
    """Two secrets that nobody has yet."""
    return tokens.make(TokenKind.USER), tokens.make(TokenKind.APP)


async def redeemed(svc: Service, app: App, code: str) -> Pair | None:
    """The pair that the app gets for a code."""
    pair = a_pair()
    one = await apps.grant_of_code(svc, code, app)
    return pair if one and await apps.redeem(svc, one, SCOPES, pair) else None


async def live(svc: Service, *secrets: str) -> list[str]:
    """Those of the tokens that are there."""
    return await svc.tokens.living([id_of(secret) for secret in secrets])


def once(real: Callable[..., Any], before: Callable[[], Any]) -> Callable[..., Any]:
    """The call, and at its first time something else before it."""
    calls: list[None] = []

    async def call(*given: Any, **named: Any) -> Any:
        calls.append(None)
        if len(calls) == 1:
            await before()
        return await real(*given, **named)

    return call


@pytest.mark.parametrize("is_app", [False, True], ids=["token", "app"])
async def test_what_a_grandchild_makes_meanwhile_ends_too(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, *, is_app: bool
) -> None:
    """Between two steps of a revocation a token of the second generation makes one more."""
    person = await a_person(svc)
    first, first_caller = await made_by(svc, person, "first")
    _, second_caller = await made_by(svc, first_caller, "second")
    app = await apps.register(svc, person, "Board", [BACK])
    late: list[str] = []

    async def makes() -> None:
        if is_app:
            await a_code(other_svc, second_caller, app, "code")
            late.extend(await redeemed(other_svc, app, "code") or ())
        else:
            late.append(
                (
                    await credentials.create(
                        other_svc, second_caller, questions.CreateToken(name="third")
                    )
                ).token
            )

    monkeypatch.setattr(svc.tokens, "made_by", once(svc.tokens.made_by, makes))
    await credentials.revoke(svc, person, questions.RevokeToken(token_id=first.info.id))
    assert late
    assert await live(svc, first.token, *late) == []


async def test_nothing_survives_by_chance(svc: Service, other_svc: Service) -> None:
    """Fifty times one process revokes while another makes tokens as fast as it can."""
    person = await a_person(svc)
    chance = random.Random(1)
    for _ in range(50):
        first, first_caller = await made_by(svc, person, "first")
        _, second_caller = await made_by(other_svc, first_caller, "second")

        async def makes(caller: Caller = second_caller) -> None:
            with suppress(Unauthenticated, TooMany):
                for _ in range(4):
                    await credentials.create(other_svc, caller, questions.CreateToken(name="third"))

        async def revokes(info: TokenInfo = first.info) -> None:
            await asyncio.sleep(chance.random() * 0.004)
            await credentials.revoke(svc, person, questions.RevokeToken(token_id=info.id))

        await asyncio.gather(makes(), revokes())
        names = {
            info.name for info in await credentials.listed(svc, person, questions.NoQuestion())
        }
        assert names.isdisjoint({"first", "second", "third"})


async def test_a_revocation_that_failed_is_repeated(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token is there until what it has made is gone, so nothing is out of reach."""
    person = await a_person(svc)
    first, first_caller = await made_by(svc, person, "first")
    second, _ = await made_by(svc, first_caller, "second")

    async def fails() -> None:
        raise Busy("Redis is away", retry_after_ms=1)

    monkeypatch.setattr(svc.tokens, "made_by", once(svc.tokens.made_by, fails))
    with pytest.raises(Busy):
        await credentials.revoke(svc, person, questions.RevokeToken(token_id=first.info.id))
    await credentials.revoke(svc, person, questions.RevokeToken(token_id=first.info.id))
    assert await live(svc, first.token, second.token) == []


async def test_a_token_that_is_over_leaves_what_it_made(svc: Service) -> None:
    """One that was rotated is only forgotten; its successor and its children live on."""
    person = await a_person(svc)
    old, old_caller = await made_by(svc, person, "old")
    child, _ = await made_by(svc, old_caller, "child")
    new = await credentials.rotate(
        svc, old_caller, questions.RotateToken(token_id=old.info.id, overlap_ms=0)
    )
    await credentials.revoke(svc, person, questions.RevokeToken(token_id=old.info.id))
    assert len(await live(svc, old.token, child.token, new.token)) == 2


async def test_an_app_that_was_revoked_gets_nothing_for_its_codes(svc: Service) -> None:
    """Of two codes that wait one is redeemed, then the person revokes the app."""
    person = await a_person(svc)
    app = await apps.register(svc, person, "Board", [BACK])
    for code in ("one", "other"):
        await a_code(svc, person, app, code)
    pair = await redeemed(svc, app, "one")
    assert pair is not None
    await credentials.revoke(svc, person, questions.RevokeToken(token_id=id_of(pair[0])))
    assert await redeemed(svc, app, "other") is None
    assert [
        info
        for info in await credentials.listed(svc, person, questions.NoQuestion())
        if info.app_id
    ] == []


async def test_half_a_pair_is_no_pair(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The app is revoked after its first token was written, and before its second."""
    person = await a_person(svc)
    app = await apps.register(svc, person, "Board", [BACK])
    await a_code(svc, person, app, "code")
    written: list[TokenInfo] = []
    real = issuance.enter

    async def enters(*given: Any) -> TokenInfo:
        if written:
            await credentials.revoke(
                other_svc, person, questions.RevokeToken(token_id=written[0].id)
            )
        written.append(await real(*given))
        return written[-1]

    monkeypatch.setattr("saqqara_service.application.accounts.apps.enter", enters)
    assert await redeemed(svc, app, "code") is None
    assert await svc.tokens.living([info.id for info in written]) == []


async def test_a_refresh_that_fails_costs_nothing(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Redis goes away before the refresh token is used up: it is good the next time."""
    person = await a_person(svc)
    app = await apps.register(svc, person, "Board", [BACK])
    await a_code(svc, person, app, "code")
    pair = await redeemed(svc, app, "code")
    assert pair is not None

    async def fails(*_: object) -> bool:
        raise Busy("Redis is away", retry_after_ms=1)

    one = await apps.grant_of_refresh(svc, pair[1], app)
    assert one is not None
    with monkeypatch.context() as fault:
        fault.setattr(svc.apps, "use", fails)
        with pytest.raises(Busy):
            await apps.redeem(svc, one, SCOPES, a_pair())
    assert len(await live(svc, *pair)) == 2
    assert await apps.redeem(svc, one, SCOPES, a_pair())
