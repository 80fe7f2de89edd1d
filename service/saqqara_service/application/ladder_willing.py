"""Which bots of a ladder are there and willing, and which of their versions play."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_service.application.policies import Offer, objection_to_terms
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptMode,
    AcceptPolicy,
    Bot,
    DeclineReason,
    EntryStatus,
    LadderEntry,
    MatchTerms,
)
from saqqara_service.storage.ladder_rows import Terms
from saqqara_service.storage.leases import Lease


async def unwilling(
    svc: Service, terms: Terms, entries: Sequence[LadderEntry]
) -> dict[str, DeclineReason]:
    """Why active bots are not to be paired now: they are absent, or their policies decline.

    Who enters a ladder meets whoever is paired with it: whom a policy blocks or allows is not
    asked, or else a bot could choose its opponents.
    """
    bot_ids = [one.bot_id for one in entries if one.status is EntryStatus.ACTIVE]
    if not bot_ids:
        return {}
    absent = await svc.engagements.absent(bot_ids)
    policies = await svc.policies.of(bot_ids)
    found = {
        bot_id: DeclineReason.ABSENT if bot_id in absent else _objection(policy, terms)
        for bot_id, policy in zip(bot_ids, policies, strict=True)
    }
    return {bot_id: reason for bot_id, reason in found.items() if reason is not None}


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


def _objection(policy: AcceptPolicy, terms: Terms) -> DeclineReason | None:
    if policy.mode is AcceptMode.REFUSE:
        return DeclineReason.REFUSES
    anybody = Bot(id="", name="", account_id="", created_ms=0)
    offer = Offer(
        account_id=terms.account_id,
        bot_id=None,
        terms=MatchTerms(game=terms.game, options=terms.options, time_control=terms.time_control),
        table=(anybody,) * terms.players,
        seats=tuple(range(terms.players)),
    )
    return objection_to_terms(policy, offer)
