"""House bots: the host's own, at named levels, which accept everybody within limits.

Their account and their ids are the same in every installation, so that a stranger can challenge one
before asking for any list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saqqara_service.application.accounts.grants import whole
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptMode,
    AcceptPolicy,
    Account,
    Bot,
    BotVersion,
    Caller,
    TimeControlKind,
    TimeLimit,
    TokenKind,
)

HOUSE: Final = "house"
"""The account of the house bots, by its id and by its name."""

TIME_LIMITS: Final = [
    TimeLimit.model_validate({"kind": kind, **bounds})
    for kind, bounds in {
        TimeControlKind.FISCHER: {"max_base_ms": 3_600_000, "max_increment_ms": 120_000},
        TimeControlKind.DELAY: {"max_base_ms": 3_600_000, "max_delay_ms": 120_000},
        TimeControlKind.PER_MOVE: {"max_move_ms": 600_000, "max_bank_ms": 3_600_000},
    }.items()
]
"""Matches that end within the day, so that nobody who has gone keeps a place for weeks."""


@dataclass(frozen=True, slots=True)
class HouseLevel:
    """One house bot: its name, the installed bot that plays, how many matches it plays at once.

    One that thinks for long has a process of its own for each match.
    """

    name: str
    most: int
    is_slow: bool = False

    @property
    def bot_id(self) -> str:
        """The id of the bot, the same everywhere."""
        return HOUSE + "".join(filter(str.isalnum, self.name))


LEVELS: Final = (
    HouseLevel("random", 32),
    HouseLevel("greedy", 32),
    HouseLevel("planner", 16),
    HouseLevel("mcts-250", 8, is_slow=True),
    HouseLevel("mcts-1000", 4, is_slow=True),
    HouseLevel("mcts-4000", 2, is_slow=True),
    HouseLevel("mcts-16000", 1, is_slow=True),
)
"""From the weakest to the strongest."""


async def open_house(svc: Service, level: HouseLevel) -> str:
    """Make sure that the level's bot is there and accepts everybody; a new token for it.

    Its tokens from before are revoked, so whoever played with one stops.
    """
    bot = await _bot(svc, level)
    for info in await svc.tokens.listed(HOUSE, [bot.id]):
        if info.bot_id == bot.id:
            await svc.tokens.remove(info)
            svc.known_tokens.forget(info.id)
    policy = AcceptPolicy(
        mode=AcceptMode.ACCEPT,
        time_controls=TIME_LIMITS,
        max_matches=level.most,
        needs_presence=True,
    )
    await svc.policies.put(bot.id, policy)
    owner = Caller(kind=TokenKind.BOT, account_id=HOUSE, bot_id=bot.id)
    token, _ = await issue(svc, owner, bot.name, whole(TokenKind.BOT))
    return token


async def _bot(svc: Service, level: HouseLevel) -> Bot:
    """The level's bot, made if this store has none."""
    (found,) = await svc.accounts.bots([level.bot_id])
    if found is not None:
        return found
    now_ms = await svc.connection.now_ms()
    if await svc.accounts.account(HOUSE) is None:
        await svc.accounts.add_account(Account(id=HOUSE, name=HOUSE, created_ms=now_ms))
    bot = Bot(id=level.bot_id, name=level.name, account_id=HOUSE, created_ms=now_ms, is_house=True)
    await svc.accounts.claim_name(HOUSE, bot.name, bot.id, now_ms)
    if not await svc.accounts.versions(bot.id):
        first = BotVersion(
            bot_id=bot.id, number=1, name="first", note="", commit=None, created_ms=now_ms
        )
        await svc.accounts.add_version(first, most=1)
    await svc.accounts.add_bot(bot)
    return bot
