"""Matches whose time here is over by the host's rules; once a day all buckets are gone through.

Nothing lists matches by when they are to be deleted: a rule that the host changes holds for all of
them from the next day on, and matches that stay for ever cost nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from enum import StrEnum

from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.service import DAY_MS, Service
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.over.old import OldMatch
from saqqara_service.storage.matches.over.scripts import DeleteReply
from saqqara_service.storage.redis.keys import bucket_tags


class MatchOwner(StrEnum):
    """Whose match it was, which decides how long it is kept."""

    GUEST = "guest"
    """Outside ladders; no registered account has made it or played in it."""
    CASUAL = "casual"
    """Outside ladders, any other."""
    RATED = "rated"
    """Of a ladder."""


async def sweep(svc: Service) -> int:
    """Delete the matches whose time is over in the buckets that are due; how many."""
    rules, count = kept_days(svc.settings), 0
    if not rules:
        return 0
    tags = bucket_tags()
    for tag in random.sample(tags, len(tags)):  # else all replicas would begin with the same one
        if await svc.old_matches.claim(tag):
            count += await _go_through(svc, tag, rules)
            await svc.old_matches.rest(tag)
    svc.metrics.deleted.inc(count)
    return count


def kept_days(settings: Settings) -> dict[MatchOwner, int]:
    """How long matches are kept, without those that are kept for ever."""
    days = {
        MatchOwner.GUEST: settings.keep_guest_matches_days,
        MatchOwner.CASUAL: settings.keep_casual_matches_days,
        MatchOwner.RATED: settings.keep_rated_matches_days,
    }
    return {standing: count for standing, count in days.items() if count}


async def _go_through(svc: Service, tag: str, rules: Mapping[MatchOwner, int]) -> int:
    now_ms = await svc.connection.now_ms()
    house_bots = frozenset(await svc.accounts.bots_of(HOUSE))
    count, after = 0, ""
    while members := await svc.old_matches.members(
        tag, now_ms - min(rules.values()) * DAY_MS, after
    ):
        after = members[-1]
        found = await svc.old_matches.matches(members)
        for one, standing in zip(found, await _standings(svc, found, house_bots), strict=True):
            days = rules.get(standing)
            if one.is_settled and days is not None and one.ended_ms < now_ms - days * DAY_MS:
                count += await svc.old_matches.delete(one, now_ms) is DeleteReply.DELETED
        await svc.cost_queue.yield_turn()
    return count


async def _standings(
    svc: Service, found: Sequence[OldMatch], house_bots: frozenset[str]
) -> list[MatchOwner]:
    people = {person for one in found for person in (one.owner_id, *one.account_ids)}
    registered = await svc.accounts.registered(sorted(people - {HOUSE}))
    return [_standing(one, registered, house_bots) for one in found]


def _standing(one: OldMatch, registered: set[str], house_bots: frozenset[str]) -> MatchOwner:
    """Bots belong to registered accounts, or to the host."""
    if one.ladder_id is not None:
        return MatchOwner.RATED
    guests = {*one.account_ids, one.owner_id} - registered
    others = {*one.player_ids, one.owner_id} - guests - house_bots - {HOUSE}
    return MatchOwner.CASUAL if others else MatchOwner.GUEST
