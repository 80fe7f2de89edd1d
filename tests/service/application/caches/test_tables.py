"""Tables that follow their matches in another process: by the log alone where it says enough."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from saqqara_service.application.caches.tables import Table
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.models import Fischer, MatchStatus
from tests.service.matches import a_match, act_at_random, play_out


def all_of(table: Table) -> tuple[object, ...]:
    """What an answer may tell of a table."""
    return table.stored, table.view(None), table.receipts, table.asked_at


async def test_moves_of_another_process_are_followed_by_the_log(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One command reads them, and the table is the same as if all had been read."""
    seated = await a_match(svc)
    await other_svc.tables.fresh(seated.id)
    with monkeypatch.context() as patched:
        patched.setattr(other_svc.tables._store, "read", None)
        for number in range(20):
            acted = await act_at_random(svc, seated, random.Random(number))
            if number % 3 == 1:  # else several moves are followed at once
                table = await other_svc.tables.at(seated.id, acted.version)
                assert table.match.version == acted.version
    followed = await other_svc.tables.at(seated.id, acted.version)
    other_svc.tables.forget()
    assert all_of(followed) == all_of((await other_svc.tables.fresh(seated.id))[0])


async def test_what_the_log_does_not_say_is_read(svc: Service, other_svc: Service) -> None:
    """Its end has a result and a seed, and a seat that was flagged is marked."""
    seated = await a_match(svc)
    hurried = await a_match(svc, time_control=Fischer(base_ms=100))
    for one in (seated, hurried):
        await other_svc.tables.fresh(one.id)
    match = await play_out(svc, seated, random.Random(1))
    table = await other_svc.tables.at(seated.id, match.version)
    assert (table.match, table.match.status) == (match, MatchStatus.FINISHED)
    while not any(seat.flagged for seat in (await svc.tables.fresh(hurried.id))[0].match.seats):
        await deadlines.sweep(svc)
    (now, _), known = await svc.tables.fresh(hurried.id), other_svc.tables.known(hurried.id)
    assert known is not None
    followed = await other_svc.tables.at(hurried.id, known.match.version + 1)
    assert all_of(followed) == all_of(now)


async def test_a_log_that_went_back_is_read_again(svc: Service, other_svc: Service) -> None:
    """What is known is in no log any more: there is nothing to follow."""
    seated = await a_match(svc)
    await other_svc.tables.fresh(seated.id)
    await act_at_random(svc, seated, random.Random(1))
    known = other_svc.tables.known(seated.id)
    assert known is not None
    elsewhere = replace(known, stored=replace(known.stored, last_ms=known.stored.last_ms + 1))
    other_svc.tables._tables[seated.id] = elsewhere
    table = await other_svc.tables.at(seated.id, known.match.version + 1)
    assert all_of(table) == all_of((await svc.tables.fresh(seated.id))[0])
