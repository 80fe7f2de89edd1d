"""Who may sit in a match: bots, and people by the tokens of their accounts."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_service.application.accounts.accounts import demand_id, find_bots
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound
from saqqara_service.models import Caller, Player, TokenKind

ACCOUNT_LETTER = "a"
"""The ids of accounts begin with it, those of bots with another."""


async def find_players(svc: Service, ids: Sequence[str]) -> list[Player]:
    """The players of those ids; raises `NotFound` naming the first that does not exist."""
    people = [one for one in ids if one.startswith(ACCOUNT_LETTER)]
    bots = await find_bots(svc, [one for one in ids if not one.startswith(ACCOUNT_LETTER)])
    found = {bot.id: Player.of_bot(bot) for bot in bots}
    for account_id in people:
        demand_id(account_id)
        account = await svc.accounts.account(account_id)
        if account is None:
            raise NotFound(f"There is no account {account_id[:40]!r}.")
        found[account_id] = Player.of_account(account)
    return [found[one] for one in ids]


async def find_rivals(svc: Service, ids: Sequence[str]) -> list[Player]:
    """Those of them who can be asked to play; raises `NotFound` naming one who was deleted."""
    players = await find_players(svc, ids)
    for player in players:
        account = await svc.accounts.account(player.account_id)
        if account is not None and account.deleted_ms is not None:
            raise NotFound(f"{player.id!r} was deleted by its owner or the host.")
    return players


async def find_player(svc: Service, player_id: str) -> Player:
    """One of them."""
    (player,) = await find_players(svc, [player_id])
    return player


def demand_own_player(caller: Caller, player: Player) -> None:
    """Refuse a player that the caller does not speak for."""
    if caller.kind is TokenKind.ADMIN:
        return
    if player.account_id != caller.account_id:
        raise Forbidden(f"{player.id!r} belongs to another account. Only its owner can do this.")
    if caller.bot_id not in {None, player.id}:
        raise Forbidden(f"This is not the token of {player.id!r}. Use that player's token.")
