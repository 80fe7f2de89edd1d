"""The same call made twice at once, by two processes: one action, and the same answer to both."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import Caller
from saqqara_service.storage.matches.matches import MatchStore
from tests.service.actions import act
from tests.service.matches import a_match, legal_now


async def a_call(svc: Service) -> tuple[Caller, str, str, int]:
    """What the seat to act may do now, as arguments of `act`."""
    seated = await a_match(svc)
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    return seated.callers[match.to_act], seated.id, legal[0], match.version


def interposed(
    monkeypatch: pytest.MonkeyPatch, svc: Service, name: str, deed: Callable[[], Awaitable[Any]]
) -> None:
    """Let the deed be done right after this process has read from its store by that method."""
    read = getattr(MatchStore, name)
    done: list[bool] = []

    async def reading(store: MatchStore, *args: Any, **named: Any) -> Any:
        found = await read(store, *args, **named)
        if store is svc.matches and not done:
            done.append(True)
            await deed()
        return found

    monkeypatch.setattr(MatchStore, name, reading)


@pytest.mark.parametrize("read", ["outcome", "read"])
async def test_what_the_other_call_did_is_the_answer(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    """Whenever the other process commits it, nobody is told that the action is stale."""
    caller, match_id, action, version = await a_call(svc)

    async def same() -> None:
        await act(other_svc, caller, match_id, action, version, "one")

    svc.tables._tables.clear()
    interposed(monkeypatch, svc, read, same)
    acted = await act(svc, caller, match_id, action, version, "one")
    assert acted.repeated
    assert acted.version == version + 1


async def test_an_overtaken_call_is_not_refused_for_what_it_did(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A resignation overtakes the call, and before it is tried again its twin is committed."""
    seated = await a_match(svc, players=3)
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    caller, leaver = seated.callers[match.to_act], seated.callers[match.to_act - 1]
    await endings.resign(other_svc, leaver, questions.ResignMatch(match_id=seated.id))

    async def same() -> None:
        await act(other_svc, caller, seated.id, legal[0], match.version, "one")

    interposed(monkeypatch, svc, "commit", same)
    acted = await act(svc, caller, seated.id, legal[0], match.version, "one")
    assert acted.repeated
    assert acted.version == match.version + 2
