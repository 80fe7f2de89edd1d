"""The demand for programs: which submissions are to be worked on, and how urgently.

Calls of runners look it up, once a second at most, so nothing is done where there is no runner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from saqqara_service.application.hosting import processor_time
from saqqara_service.application.hosting.runner_tokens import call_in
from saqqara_service.application.hosting.submissions import withdraw_of_ended_apps
from saqqara_service.application.service import Service
from saqqara_service.models import Correspondence, MatchStatus, Untimed
from saqqara_service.storage.hosting.leases import AT_PLAY, FREE_PLAY
from saqqara_service.storage.hosting.submissions import submission_id
from saqqara_service.storage.matches.rows import StoredMatch

UNHURRIED: Final = (Correspondence, Untimed)
"""Time controls by which a program that is started only when it is asked loses nothing."""


async def sweep(svc: Service) -> None:
    """Want what waits for a check, and bots with decisions or questions; end tokens nobody holds.

    A ladder's own jobs want the bots of the matches that are next.
    """
    await withdraw_of_ended_apps(svc)
    active = await svc.submissions.all_active()
    at_play, agreed = await _engaged(svc, active)
    since = await svc.hosting.pending() | agreed
    owners = await svc.submissions.owners({*since, *at_play, *await svc.hosting.wanted()})
    spent = await processor_time.all_spent(svc, {*owners.values()})
    paid = {one: at_ms for one, at_ms in since.items() if owners.get(one) not in spent}
    await svc.hosting.want(paid | at_play)
    lent = list(await svc.hosting.all_lent())
    held = await svc.hosting.holders(lent)
    for unheld in (one for one in lent if one not in held):
        await call_in(svc, unheld)


async def _engaged(
    svc: Service, active: Mapping[str, str]
) -> tuple[dict[str, int], dict[str, int]]:
    """The submissions of bots at play, and of those that have agreed to play or are asked to."""
    if not active:
        return {}, {}
    live = await svc.engagements.live([*active])
    ids = sorted({match_id for matches in live.values() for match_id in matches})
    found = {one.match.id: one for one in await svc.indexes.matches(ids)}
    started = {one for one in found if found[one].match.status is not MatchStatus.OPEN}
    asked = await svc.engagements.with_questions([*active])
    asked |= {bot_id for bot_id in live if not live[bot_id] <= started}
    due = [
        (bot_id, found[one])
        for bot_id, matches in live.items()
        for one in sorted(matches & started)
        if is_due(found[one], bot_id)
    ]
    at_play: dict[str, int] = {}
    for one, stored in zip(await _programs(svc, active, due), (one for _, one in due), strict=True):
        urgency = FREE_PLAY if stored.match.ladder_id is None else AT_PLAY
        at_play[one] = min(urgency, at_play.get(one, urgency))
    now_ms = await svc.connection.now_ms()
    agreed = {active[bot_id]: now_ms + at for at, bot_id in enumerate(sorted(asked))}
    return at_play, agreed  # no two since the same instant, as programs of one match are


async def _programs(
    svc: Service, active: Mapping[str, str], due: Sequence[tuple[str, StoredMatch]]
) -> list[str]:
    """The submission that plays for each bot in a match: that of the version which sits there.

    The owner may have chosen another one since, for matches to come.
    """
    seats = [(bot_id, one.match.seats[one.seat_of(bot_id) or 0]) for bot_id, one in due]
    wanted = [(bot_id, seat.bot_version or 0) for bot_id, seat in seats]
    versions = await svc.accounts.some_versions(wanted) if wanted else []
    return [
        active[bot_id]
        if version is None or version.archive_hash is None
        else submission_id(bot_id, version.archive_hash)
        for (bot_id, _), version in zip(wanted, versions, strict=True)
    ]


def is_due(stored: StoredMatch, bot_id: str) -> bool:
    """Whether a bot that plays a match has to decide now, or soon: before others' clocks run out.

    Without a clock others may never answer, and by correspondence for days; a program holds no
    place for that, and has the time to be started again.
    """
    match, seat = stored.match, stored.seat_of(bot_id)
    if seat is None or match.to_act is None or match.seats[seat].is_gone:
        return False
    return match.to_act == seat or not isinstance(match.time_control, UNHURRIED)
