"""Which bots of a ladder are there and willing, and which of their versions play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from saqqara_service.application.hosting import processor_time
from saqqara_service.application.hosting.readiness import away
from saqqara_service.application.matches.policies import Offer, most_matches, objection_to_terms
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptMode,
    AcceptPolicy,
    Bot,
    DeclineReason,
    EntryStatus,
    LadderEntry,
    MatchTerms,
    Player,
)
from saqqara_service.storage.ladders.leases import Lease
from saqqara_service.storage.ladders.rows import Planned, StoredTerms


@dataclass(frozen=True, slots=True)
class Load:
    """A bot's policy, and how many matches it plays or has agreed to play against its limit."""

    policy: AcceptPolicy
    limit: int
    of_ladder: int
    """Those of the ladder that asks."""
    others: int

    @property
    def is_full(self) -> bool:
        """Whether other matches alone are as many as it takes."""
        return self.others >= self.limit

    @property
    def room(self) -> int:
        """How many more of the ladder may begin; one at a time always, or a block never ended."""
        return max(1, self.limit - self.others) - self.of_ladder


async def unwilling(
    svc: Service, terms: StoredTerms, entries: Sequence[LadderEntry], loaded: Mapping[str, Load]
) -> dict[str, DeclineReason]:
    """Why active bots are not to be paired now: absent, busy, too new, or their policies decline.

    Or the host plays for them, and their accounts have spent their processor time.

    Who enters a ladder meets whoever is paired with it: whom a policy blocks or allows is not
    asked, or else a bot could choose its opponents.
    """
    bot_ids = [one.bot_id for one in entries if one.status is EntryStatus.ACTIVE]
    if not bot_ids:
        return {}
    absent = await away(svc, terms.entrants, bot_ids)
    spent = await processor_time.spent(svc, bot_ids)
    newer = await too_new(svc, terms, entries)
    found = {
        bot_id: DeclineReason.ABSENT if bot_id in absent else _objection(loaded[bot_id], terms)
        for bot_id in bot_ids
    }
    found |= dict.fromkeys(newer.intersection(bot_ids), DeclineReason.VERSIONS)
    found |= dict.fromkeys(spent, DeclineReason.SPENT)
    return {bot_id: reason for bot_id, reason in found.items() if reason is not None}


async def too_new(svc: Service, terms: StoredTerms, entries: Sequence[LadderEntry]) -> set[str]:
    """The bots that are at a version beyond those that the ladder lets a bot have in a season."""
    if terms.new_versions is None or not terms.format.rules.open_ended or not entries:
        return set()
    most = 1 + terms.new_versions
    _, rows = await svc.ladders.rows_of(terms.id, [one.bot_id for one in entries])
    return {
        one.bot_id
        for one in entries
        for known in ([row.version for row in rows[one.bot_id][:most]],)
        if len(known) == most and one.version not in known
    }


async def loads(svc: Service, ladder_id: str, bot_ids: Collection[str]) -> dict[str, Load]:
    """How busy each of the bots is."""
    ids = sorted(bot_ids)
    busy = await svc.engagements.live(ids)
    found = {}
    for bot_id, policy in zip(ids, await svc.policies.of(ids), strict=True):
        own = sum(match_id.startswith(f"{ladder_id}-") for match_id in busy[bot_id])
        limit = most_matches(policy)
        found[bot_id] = Load(policy, limit, of_ladder=own, others=len(busy[bot_id]) - own)
    return found


def booked_up(queue: Sequence[Planned], loaded: Mapping[str, Load]) -> set[str]:
    """The bots for which as many matches wait as they take at once: more would hold others up."""
    waiting = Counter(bot_id for planned in queue for bot_id in planned.bots)
    return {bot_id for bot_id, load in loaded.items() if waiting[bot_id] >= max(1, load.limit)}


def within_room(
    queue: Sequence[Planned], loaded: Mapping[str, Load]
) -> tuple[list[Planned], list[Planned]]:
    """The matches of the queue that all of their bots have room for, and the others."""
    room = {bot_id: load.room for bot_id, load in loaded.items()}
    able: list[Planned] = []
    waiting: list[Planned] = []
    for planned in queue:
        has_room = all(room[bot_id] > 0 for bot_id in planned.bots)
        (able if has_room else waiting).append(planned)
        for bot_id in planned.bots:
            room[bot_id] -= has_room
    return able, waiting


async def at_their_versions(
    svc: Service, lease: Lease, entries: Sequence[LadderEntry]
) -> list[LadderEntry]:
    """The entries with the versions that play now; those that have changed are written."""
    bots = await svc.accounts.bots([entry.bot_id for entry in entries])
    now = [_at(entry, bot) for entry, bot in zip(entries, bots, strict=True)]
    changed = [one for one, before in zip(now, entries, strict=True) if one != before]
    if changed:
        await svc.entries.change(lease, changed)
    return now


def _at(entry: LadderEntry, bot: Bot | None) -> LadderEntry:
    return entry if bot is None else entry.model_copy(update={"version": bot.version})


def _objection(load: Load, terms: StoredTerms) -> DeclineReason | None:
    policy = load.policy
    if policy.mode is AcceptMode.REFUSE:
        return DeclineReason.REFUSES
    anybody = Player(id="", name="", account_id="")
    offer = Offer(
        account_id=terms.account_id,
        player_id=None,
        terms=MatchTerms(game=terms.game, options=terms.options, time_control=terms.time_control),
        table=(anybody,) * terms.players,
        seats=tuple(range(terms.players)),
    )
    return objection_to_terms(policy, offer) or (DeclineReason.BUSY if load.is_full else None)
