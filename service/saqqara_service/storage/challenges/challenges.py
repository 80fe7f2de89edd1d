"""A challenge as Redis keeps it: a hash, the scripts that change it, and the lists that name it.

The lists are written before the challenge, so they may name too many, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from saqqara_contest.seating import draw_commitment, draw_seats
from saqqara_service.models import (
    Answer,
    Bot,
    Challenge,
    Challenged,
    ChallengeStatus,
    DeclineReason,
    MatchTerms,
    Model,
)
from saqqara_service.storage.challenges.scripts import (
    ANSWER,
    CONSIDER,
    CREATE,
    END,
    SETTLE,
    AnswerReply,
    ChallengeCreate,
    ChallengeEnd,
    End,
    EndReply,
    GiveAnswer,
    SettleChallenge,
)
from saqqara_service.storage.matches.rows import Row
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import index_member, key, match_key
from saqqara_service.storage.redis.scripts import Nothing

LISTED_MS: Final = 49 * 3_600_000
"""How long a challenge stays listed: it is pending for a day at most and kept for another."""


class Written(Model):
    """What of a challenge is fixed from its beginning; `draw` is the secret that seats it, or ''.

    For the bots in `commanded` the one who challenges may decide, whatever their policies.
    """

    id: str
    account_id: str
    bot: Bot | None
    challenged: list[Bot]
    commanded: list[str]
    terms: MatchTerms
    seats: list[str] | None
    draw: str
    start_at_ms: int | None
    created_ms: int

    @property
    def bots(self) -> list[Bot]:
        """All who are to play."""
        return [*([self.bot] if self.bot else []), *self.challenged]


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A challenge with what only the service may know of it."""

    written: Written = field(repr=False)
    told: Challenge
    is_considered: bool

    @property
    def match_id(self) -> str:
        """The match that comes of it."""
        return match_of(self.told.id)

    @property
    def order(self) -> list[str]:
        """The bots by seat."""
        return _order(self.written)

    def answer_of(self, bot_id: str) -> Challenged | None:
        """What a challenged bot has answered so far; None if it is not challenged."""
        return next((one for one in self.told.challenged if one.bot_id == bot_id), None)


class ChallengeStore:
    """Challenges by id."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def create(self, written: Written, expires_in_ms: int) -> None:
        """Write a new challenge; one of the same id is left alone."""
        row = {
            "id": written.id,
            "bots": " ".join(bot.id for bot in written.bots),
            "written": written.model_dump_json(by_alias=False),
            "status": ChallengeStatus.PENDING.value,
            "version": "1",
        }
        arguments = ChallengeCreate(expires_in_ms=expires_in_ms, fields=flat(row))
        await self._connection.run(CREATE, written.id, arguments)

    async def answer(
        self,
        challenge_id: str,
        bot_id: str,
        answer: Answer,
        reason: DeclineReason | None = None,
        *,
        by_policy: bool = False,
    ) -> AnswerReply:
        """Note a bot's answer; the same again changes nothing."""
        arguments = GiveAnswer(bot=bot_id, answer=answer, reason=reason, by_policy=by_policy)
        return await self._connection.run(ANSWER, challenge_id, arguments)

    async def considered(self, challenge_id: str) -> None:
        """From now on the bots whose policies left it open are asked."""
        await self._connection.run(CONSIDER, challenge_id, Nothing())

    async def end(self, challenge_id: str, ending: ChallengeEnd) -> EndReply:
        """End a challenge, if it may be ended so."""
        return await self._connection.run(END, challenge_id, End(how=ending))

    async def settle(self, challenge_id: str, match_id: str | None) -> None:
        """All is done that follows from its end; it is kept for a day more."""
        await self._connection.run(SETTLE, challenge_id, SettleChallenge(match_id=match_id))

    @answered
    async def load(self, challenge_id: str) -> StoredChallenge | None:
        """The challenge, if there is one of that id."""
        return (await self.many([challenge_id]))[0]

    @answered
    async def many(self, challenge_ids: Iterable[str]) -> list[StoredChallenge | None]:
        """The challenges of those ids, in that order, None where there is none any more."""
        pipe = self._connection.read.pipeline(transaction=False)
        for challenge_id in challenge_ids:
            pipe.hgetall(match_key("challenge", challenge_id))
        return [_stored(row) if row else None for row in await pipe.execute()]

    @answered
    async def enlist(self, players: Iterable[str], created_ms: int, challenge_id: str) -> None:
        """List a challenge with bots and accounts, and forget what has gone from their lists."""
        pipe = self._connection.write.pipeline(transaction=False)
        for player_id in sorted(players):
            name = key("challenges", player_id)
            pipe.zadd(name, {index_member(created_ms, challenge_id): 0})
            pipe.zremrangebylex(name, "-", f"({index_member(created_ms - LISTED_MS, '')}")
        await pipe.execute()

    @answered
    async def newest(self, player_id: str, before: str, limit: int) -> list[str]:
        """Index members of a bot's or account's challenges, newest first."""
        top = f"({before}" if before else "+"
        found = await self._connection.read.zrange(
            key("challenges", player_id), top, "-", desc=True, bylex=True, offset=0, num=limit
        )
        return [str(member) for member in found]


def match_of(challenge_id: str) -> str:
    """The id of the match that comes of a challenge."""
    return f"m{challenge_id[1:]}"


def challenge_of(match_id: str) -> str:
    """The id of the challenge that a match of that id would come of."""
    return f"c{match_id[1:]}"


def _order(written: Written) -> list[str]:
    if written.seats is not None:
        return written.seats
    return list(draw_seats(bytes.fromhex(written.draw), [bot.id for bot in written.bots]))


def _stored(row: Row) -> StoredChallenge:
    written, status = Written.model_validate_json(row["written"]), ChallengeStatus(row["status"])
    is_drawn = bool(written.draw) and status is ChallengeStatus.ACCEPTED
    commitment = draw_commitment(bytes.fromhex(written.draw), written.id) if written.draw else None
    told = Challenge(
        id=written.id,
        version=int(row["version"]),
        status=status,
        account_id=written.account_id,
        bot_id=written.bot.id if written.bot else None,
        bot_name=written.bot.name if written.bot else None,
        challenged=[_challenged(row, bot) for bot in written.challenged],
        terms=written.terms,
        seats=_order(written) if is_drawn or not written.draw else None,
        draw_commitment=commitment,
        draw=written.draw if is_drawn else None,
        start_at_ms=written.start_at_ms,
        created_ms=written.created_ms,
        expires_ms=int(row["expires_ms"]),
        match_id=row.get("match_id"),
    )
    return StoredChallenge(written, told, is_considered="considered" in row)


def _challenged(row: Row, bot: Bot) -> Challenged:
    reason = row.get(f"reason:{bot.id}")
    return Challenged(
        bot_id=bot.id,
        bot_name=bot.name,
        account_id=bot.account_id,
        answer=Answer(row.get(f"answer:{bot.id}", Answer.PENDING)),
        reason=DeclineReason(reason) if reason else None,
        by_policy=row.get(f"policy:{bot.id}") == "1",
    )
