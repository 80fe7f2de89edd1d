"""House bots: who makes matches with them has a share, and there they are seated unasked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from saqqara_service.application.accounts.house import HOUSE
from saqqara_service.application.limits.rate_limits import TOTAL
from saqqara_service.application.matches.policies import Offer, most_matches, objection
from saqqara_service.application.matches.upkeep import ACCOUNT
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, TooMany
from saqqara_service.models import Caller, MatchTerms, Player, TokenKind

SHARES: Final = {ACCOUNT: 4, TOTAL: 2}
"""An account has one in so many of a house bot's places at most, all at one address one in so many;
of a bot with fewer places than that, one."""


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
            raise Forbidden(
                f"{player.name} does not accept this match ({reason.value}). See its accept policy."
            )
        if not await engaged(svc, player.id, match_id, most_matches(policy)):
            raise TooMany(
                f"{player.name} already plays its maximum number of matches. Try again later."
            )


async def engaged(svc: Service, player_id: str, match_id: str, limit: int) -> bool:
    """Have a house bot play one more match; whether it may, and its maker has a share left.

    Two at once may both be refused the last place of a share, and never both have it.
    """
    if not await svc.engagements.engage(player_id, match_id, limit):
        return False
    if await _is_within_share(svc, player_id, match_id, limit):
        return True
    await svc.indexes.drop_live(player_id, match_id)
    return False


async def _is_within_share(svc: Service, player_id: str, match_id: str, limit: int) -> bool:
    """Whether nobody who makes the match has more of the bot's places than a share."""
    live = (await svc.engagements.live([player_id]))[player_id]
    begun = await svc.payers.recent(await svc.engagements.idle(player_id))  # is being made
    own, *others = await svc.payers.several([match_id, *({*live, *begun} - {match_id})])
    for holder, part in SHARES.items():
        if (subject := own.get(holder)) is not None:
            held = 1 + sum(other.get(holder) == subject for other in others)
            if held > max(1, limit // part):
                return False
    return True
