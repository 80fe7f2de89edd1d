"""House bots in a fork: they are seated without being asked, within their accept policies."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.matches.policies import Offer, objection
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, TooMany
from saqqara_service.models import Caller, MatchTerms, Player, TokenKind


def is_own(caller: Caller, player: Player) -> bool:
    """Whether the caller seats the player without asking anybody; an operator seats everybody."""
    return caller.kind is TokenKind.ADMIN or player.account_id == caller.account_id


def is_house(player: Player) -> bool:
    """Whether the host itself runs the player."""
    return player.account_id == HOUSE


async def engage(
    svc: Service,
    caller: Caller,
    match_id: str,
    terms: MatchTerms,
    sitters: Sequence[Player | None],
) -> None:
    """Have each house bot that the caller may only ask for play one match more.

    Raises `Forbidden` for a match that its policy does not take, and `TooMany` if it plays as many
    as it may. Whoever is engaged already is free again as soon as the match is not made.
    """
    table = tuple(player for player in sitters if player is not None)
    for seat, player in enumerate(sitters):
        if player is None or is_own(caller, player):
            continue
        (policy,) = await svc.policies.of([player.id])
        offer = Offer(caller.account_id, caller.bot_id, terms, table, (seat,))
        if (reason := objection(policy, player, offer)) is not None:
            raise Forbidden(f"{player.name} takes no such match ({reason.value}); see its policy")
        limit = min(svc.settings.bot_matches, policy.max_matches)
        if not await svc.engagements.engage(player.id, match_id, limit):
            raise TooMany(f"{player.name} already plays as many matches as it may; try again later")
