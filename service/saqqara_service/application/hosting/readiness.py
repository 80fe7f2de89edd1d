"""Whether programs that were handed in can begin a match: their start is never on their clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from saqqara_service.application.service import Service
from saqqara_service.models import Entrants, Player
from saqqara_service.storage.matches.rows import NO_ARCHIVE


async def away(svc: Service, entrants: Entrants, bot_ids: Sequence[str]) -> set[str]:
    """The bots that nobody plays for now: neither a runner nor, where that is allowed, its owner.

    A hosted bot is there while a runner lives, since it is started only for a match. One whose
    version is an archive that was withdrawn is played by nobody.
    """
    absent = await svc.engagements.absent([*bot_ids])
    hosted = await svc.submissions.active(bot_ids)
    if entrants is Entrants.CONNECTED:
        return absent | hosted.keys()
    is_played = set(hosted) if hosted and await svc.hosting.has_runner() else set()
    if entrants is Entrants.HOSTED:
        return set(bot_ids) - is_played
    found = await svc.accounts.bots([one for one in bot_ids if one not in hosted])
    versions = [(bot.id, bot.version) for bot in found if bot is not None]
    archives = await _archives(svc, versions)
    return (absent | hosted.keys() | archives.keys()) - is_played


async def hosted_seats(
    svc: Service, players: Sequence[Player | None], entrants: Entrants = Entrants.ANY
) -> dict[int, str]:
    """By seat of these players that only a runner plays the hash of its archive.

    A result names the archive of a version, so nobody else may play what is an archive. Where only
    hosted programs are let in, nobody else plays at all.
    """
    seated = {seat: one for seat, one in enumerate(players) if one is not None}
    versions = [(one.id, one.version) for one in seated.values() if one.version is not None]
    archives = await _archives(svc, versions)
    hosted = {seat: archives[one.id] for seat, one in seated.items() if one.id in archives}
    if entrants is Entrants.HOSTED:
        return dict.fromkeys(range(len(players)), NO_ARCHIVE) | hosted
    return hosted


async def _archives(svc: Service, versions: list[tuple[str, int]]) -> dict[str, str]:
    """By bot the hashes of those versions that are archives."""
    found = await svc.accounts.some_versions(versions) if versions else []
    hashes = {one.bot_id: one.archive_hash for one in found if one is not None}
    return {bot_id: archive for bot_id, archive in hashes.items() if archive is not None}


async def ready(svc: Service, hosted: Mapping[str, str]) -> set[str]:
    """Those of the hosted bots of which a process waits for a match."""
    waiting = await svc.hosting.ready([*hosted.values()])
    return {bot_id for bot_id, one in hosted.items() if one in waiting}


async def need_runner(svc: Service, bot_ids: Sequence[str]) -> bool:
    """A ladder of these bots has nothing to play: note it if some of them need a runner."""
    is_hosted = bool(await svc.submissions.active(bot_ids))
    if is_hosted:
        await svc.hosting.need(1)
    return is_hosted


async def want(
    svc: Service,
    hosted: Mapping[str, str],
    waiting: Iterable[tuple[str, Sequence[str]]],
    for_ms: int,
) -> None:
    """Have the programs started that matches wait for, each told by its id and its bots.

    Of all that wait the match that has waited longest gets its programs first, each of them, so
    that few places are enough for every match after the other.
    """
    needed = {
        match_id: [hosted[bot_id] for bot_id in bot_ids if bot_id in hosted]
        for match_id, bot_ids in waiting
    }
    held = [match_id for match_id, found in needed.items() if found]
    if not held:
        return
    await svc.hosting.need(max(len(found) for found in needed.values()))
    since: dict[str, int] = {}
    since_ms = await svc.hosting.held_back(held)
    for place, match_id in enumerate(held):  # no two matches since the same instant: one goes first
        for one in needed[match_id]:
            at_ms = since_ms[match_id] + place
            since[one] = min(at_ms, since.get(one, at_ms))
    await svc.hosting.want(since, for_ms)


async def take(svc: Service, hosted: Mapping[str, str], bot_ids: Sequence[str]) -> list[str] | None:
    """A waiting process of each hosted bot for one match; None if one has none yet."""
    needed = [hosted[bot_id] for bot_id in bot_ids if bot_id in hosted]
    return needed if not needed or await svc.hosting.begin(needed) else None
