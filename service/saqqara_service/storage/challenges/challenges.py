"""A challenge as Redis keeps it: a hash, the scripts that change it, and the lists that name it.

The lists are written before the challenge, so they may name too many, never too few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from saqqara_contest.seating import draw_commitment, draw_seats
from saqqara_service.models import (
    Answer,
    Challenge,
    Challenged,
    ChallengeStatus,
    DeclineReason,
    MatchTerms,
    Model,
    Player,
)
from saqqara_service.models.policies import ADVICE
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
from saqqara_service.storage.redis.compare_and_set import Swap, swapped
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import index_member, key, match_key
from saqqara_service.storage.redis.scripts import Nothing

PENDING_MS: Final = 25 * 3_600_000
"""A challenge is over by then: it is pending for a day at most."""
KEPT_MS: Final = 86_400_000
"""How long a challenge that is over is told to who asks for it."""


class Written(Model):
    """What of a challenge is fixed from its beginning; `draw` is the secret that seats it, or ''.

    For the players in `commanded` the one who challenges may decide, whatever their policies.
    """

    id: str
    account_id: str
    challenger: Player | None
    challenged: list[Player]
    commanded: list[str]
    terms: MatchTerms
    seats: list[str] | None
    draw: str
    start_at_ms: int | None
    created_ms: int

    @property
    def players(self) -> list[Player]:
        """All who are to play."""
        return [*([self.challenger] if self.challenger else []), *self.challenged]

    def renamed(self, names: Mapping[str, str]) -> Written:
        """The same with other names of these players, by their ids."""
        pairs = [
            one.model_copy(update={"name": names.get(one.id, one.name)}) for one in self.players
        ]
        by, others = (pairs[0], pairs[1:]) if self.challenger else (None, pairs)
        return self.model_copy(update={"challenger": by, "challenged": others})


@dataclass(frozen=True, slots=True)
class StoredChallenge:
    """A challenge with what only the service may know of it."""

    written: Written = field(repr=False)
    challenge: Challenge
    is_considered: bool

    @property
    def match_id(self) -> str:
        """The match that comes of it."""
        return match_of(self.challenge.id)

    @property
    def order(self) -> list[str]:
        """The players by seat."""
        return _order(self.written)

    def answer_of(self, player_id: str) -> Challenged | None:
        """What a challenged player has answered so far; None if it is not challenged."""
        return next((one for one in self.challenge.challenged if one.player_id == player_id), None)


class ChallengeStore:
    """Challenges by id."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def create(self, written: Written, expires_in_ms: int) -> None:
        """Write a new challenge; one of the same id is left alone."""
        row = {
            "id": written.id,
            "players": " ".join(one.id for one in written.players),
            "written": written.model_dump_json(by_alias=False),
            "status": ChallengeStatus.PENDING.value,
            "version": "1",
        }
        arguments = ChallengeCreate(expires_in_ms=expires_in_ms, fields=flat(row))
        await self._connection.run(CREATE, written.id, arguments)

    async def answer(
        self,
        challenge_id: str,
        player_id: str,
        answer: Answer,
        reason: DeclineReason | None = None,
        *,
        by_policy: bool = False,
    ) -> AnswerReply:
        """Note a player's answer; the same again changes nothing."""
        arguments = GiveAnswer(player=player_id, answer=answer, reason=reason, by_policy=by_policy)
        return await self._connection.run(ANSWER, challenge_id, arguments)

    async def considered(self, challenge_id: str) -> None:
        """From now on the players whose policies left it open are asked."""
        await self._connection.run(CONSIDER, challenge_id, Nothing())

    async def end(self, challenge_id: str, ending: ChallengeEnd) -> EndReply:
        """End a challenge, if it may be ended so."""
        return await self._connection.run(END, challenge_id, End(how=ending))

    async def settle(self, challenge_id: str, match_id: str | None) -> None:
        """All is done that follows from its end; it is kept for a while more."""
        arguments = SettleChallenge(match_id=match_id, kept_ms=KEPT_MS)
        await self._connection.run(SETTLE, challenge_id, arguments)

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

    async def rename(self, challenge_id: str, names: Mapping[str, str]) -> bool:
        """Let players, by their ids, be called so in a challenge; False if it changed meanwhile."""
        name = match_key("challenge", challenge_id)
        text = await self._written(name)
        if text is None:
            return True
        written = Written.model_validate_json(text)
        after = written.renamed(names).model_dump_json(by_alias=False)
        return text == after or await swapped(self._connection, name, Swap("written", text, after))

    @answered
    async def _written(self, name: str) -> str | None:
        found = await self._connection.read.hget(name, "written")
        return None if found is None else str(found)

    @answered
    async def enlist(self, players: Iterable[str], created_ms: int, challenge_id: str) -> None:
        """List a challenge with bots and accounts, and forget what has gone from their lists."""
        forgotten_ms = created_ms - PENDING_MS - KEPT_MS
        pipe = self._connection.write.pipeline(transaction=False)
        for player_id in sorted(players):
            name = key("challenges", player_id)
            pipe.zadd(name, {index_member(created_ms, challenge_id): 0})
            pipe.zremrangebylex(name, "-", f"({index_member(forgotten_ms, '')}")
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
    return list(draw_seats(bytes.fromhex(written.draw), [one.id for one in written.players]))


def _stored(row: Row) -> StoredChallenge:
    written, status = Written.model_validate_json(row["written"]), ChallengeStatus(row["status"])
    is_drawn = bool(written.draw) and status is ChallengeStatus.ACCEPTED
    commitment = draw_commitment(bytes.fromhex(written.draw), written.id) if written.draw else None
    challenge = Challenge(
        id=written.id,
        version=int(row["version"]),
        status=status,
        account_id=written.account_id,
        player_id=written.challenger.id if written.challenger else None,
        player_name=written.challenger.name if written.challenger else None,
        challenged=[_challenged(row, one) for one in written.challenged],
        terms=written.terms,
        seats=_order(written) if is_drawn or not written.draw else None,
        draw_commitment=commitment,
        draw=written.draw if is_drawn else None,
        start_at_ms=written.start_at_ms,
        created_ms=written.created_ms,
        expires_ms=int(row["expires_ms"]),
        match_id=row.get("match_id"),
    )
    return StoredChallenge(written, challenge, is_considered="considered" in row)


def _challenged(row: Row, player: Player) -> Challenged:
    given = row.get(f"reason:{player.id}")
    reason = DeclineReason(given) if given else None
    return Challenged(
        player_id=player.id,
        player_name=player.name,
        account_id=player.account_id,
        answer=Answer(row.get(f"answer:{player.id}", Answer.PENDING)),
        reason=reason,
        advice=ADVICE[reason] if reason else None,
        by_policy=row.get(f"policy:{player.id}") == "1",
    )
