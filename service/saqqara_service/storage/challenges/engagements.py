"""What keeps a bot busy: the matches that it plays or has agreed to play, and who is asked what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from saqqara_service.models import ChallengeStatus, MatchStatus
from saqqara_service.storage.challenges.challenges import challenge_of
from saqqara_service.storage.challenges.scripts import ENGAGE, Engage
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import KEYS, key, match_key
from saqqara_service.storage.redis.scripts import UnlessFull
from saqqara_service.storage.redis.topics import (
    ChallengeTopic,
    EntryTopic,
    topic_of,
    version_field,
)

T = TypeVar("T", ChallengeTopic, EntryTopic)
_OVER = {MatchStatus.FINISHED, MatchStatus.VOID}
_LED_NOWHERE = {None, *ChallengeStatus} - {ChallengeStatus.PENDING, ChallengeStatus.ACCEPTED}


class Engagements:
    """The matches and challenges of bots, and which bots are there."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def engage(self, bot_id: str, match_id: str, limit: int) -> bool:
        """Give a bot one more match unless it has so many; those that are over do not count."""
        return await self._engage(bot_id, match_id, limit, []) or await self._engage(
            bot_id, match_id, limit, await self.idle(bot_id)
        )

    async def _engage(self, bot_id: str, match_id: str, limit: int, idle: list[str]) -> bool:
        arguments = Engage(match_id=match_id, limit=limit, idle=idle)
        return await self._connection.run(ENGAGE, bot_id, arguments) is UnlessFull.DONE

    @answered
    async def idle(self, bot_id: str) -> list[str]:
        """Those of the bot's matches that are over, or will never be made."""
        ids = sorted(map(str, await self._connection.read.smembers(key("player_live", bot_id))))
        idle = await self._idle(ids)
        return [match_id for match_id in ids if match_id in idle]

    @answered
    async def live(self, bot_ids: Sequence[str]) -> dict[str, set[str]]:
        """The matches that each of the bots plays or has agreed to play."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.smembers(key("player_live", bot_id))
        listed = [{*map(str, found)} for found in await pipe.execute()]
        idle = await self._idle({match_id for found in listed for match_id in found})
        return {bot_id: found - idle for bot_id, found in zip(bot_ids, listed, strict=True)}

    @answered
    async def ask(self, bot_id: str, challenge_id: str) -> None:
        """Let the bot's feed tell of a challenge."""
        topic = ChallengeTopic(challenge_id)
        await self._connection.write.sadd(key("player_asked", bot_id), str(topic))

    @answered
    async def with_questions(self, bot_ids: Sequence[str]) -> set[str]:
        """Those of the bots whose feed has challenges to tell of; some may be answered already."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.scard(key("player_asked", bot_id))
        counts = await pipe.execute()
        return {bot_id for bot_id, count in zip(bot_ids, counts, strict=True) if count}

    @answered
    async def drop_challenge(self, bot_id: str, topic: ChallengeTopic) -> None:
        """Forget a challenge whose end the bot has been told."""
        await self._connection.write.srem(key("player_asked", bot_id), str(topic))

    @answered
    async def challenges(self, bot_id: str) -> dict[ChallengeTopic, int]:
        """The challenges of which the bot's feed is to tell, and their versions.

        Those that are kept no more are forgotten.
        """
        versions = await self._versions(key("player_asked", bot_id), ChallengeTopic)
        for topic in [topic for topic, version in versions.items() if version is None]:
            await self.drop_challenge(bot_id, topic)
        return {topic: int(version) for topic, version in versions.items() if version is not None}

    @answered
    async def follow_entry(self, bot_id: str, ladder_id: str, now_ms: int) -> None:
        """Let the bot's feed tell of its entry in a ladder, and list the ladder with the bot."""
        topic = EntryTopic(ladder_id, bot_id)
        ladders = key("bot_ladders", bot_id)
        await self._connection.write.zadd(ladders, {ladder_id: now_ms}, nx=True)
        await self._connection.write.sadd(key("bot_entries", bot_id), str(topic))

    @answered
    async def ladders(self, bot_id: str, count: int, after: str | None) -> list[str] | None:
        """At most so many ladders that the bot has entered, the last first, after one of them.

        None if it has not entered that one.
        """
        ladders, start = key("bot_ladders", bot_id), 0
        if after is not None:
            rank = await self._connection.read.zrevrank(ladders, after)
            if not isinstance(rank, int):
                return None
            start = rank + 1
        found = await self._connection.read.zrange(ladders, start, start + count - 1, desc=True)
        return [str(one) for one in found]

    @answered
    async def drop_entry(self, topic: EntryTopic) -> None:
        """Forget an entry of which no more will be told."""
        await self._connection.write.srem(key("bot_entries", topic.bot_id), str(topic))

    @answered
    async def entries(self, bot_id: str) -> dict[EntryTopic, int]:
        """The bot's entries in ladders, and how often each has changed."""
        versions = await self._versions(key("bot_entries", bot_id), EntryTopic)
        return {topic: int(version) for topic, version in versions.items() if version is not None}

    @answered
    async def entered(self, bot_ids: Sequence[str]) -> set[str]:
        """The ladders that any of the bots has entered and that may not be over."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.smembers(key("bot_entries", bot_id))
        topics = [topic_of(str(text)) for found in await pipe.execute() for text in found]
        return {topic.ladder_id for topic in topics if isinstance(topic, EntryTopic)}

    @answered
    async def be_present(self, bot_id: str, for_ms: int) -> bool:
        """The bot is there for that time; true if it was not there a moment ago."""
        return await self.be_all_present([bot_id], for_ms)

    @answered
    async def be_all_present(self, bot_ids: Sequence[str], for_ms: int) -> bool:
        """The bots are there for that time; true if one was not there a moment ago."""
        now_ms = await self._connection.now_ms()
        present = KEYS["present"]
        _, is_new = await self._connection.calls.calls(
            [
                ("ZREMRANGEBYSCORE", present, "-inf", now_ms),
                ("ZADD", present, *(each for one in bot_ids for each in (now_ms + for_ms, one))),
            ]
        )
        return bool(is_new)

    @answered
    async def present(self, first: int, after: str | None) -> list[str]:
        """The ids of the bots that are there, in the order of their ids."""
        now_ms = await self._connection.now_ms()
        found = await self._connection.read.zrangebyscore(KEYS["present"], now_ms, "+inf")
        later = sorted(str(one) for one in found if after is None or str(one) > after)
        return later[:first]

    @answered
    async def absent(self, bot_ids: list[str], in_ms: int = 0) -> set[str]:
        """Those of the bots that are not there, or will not be in that time if they are silent."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.time()
        pipe.zmscore(KEYS["present"], bot_ids)
        (seconds, micros), scores = await pipe.execute()
        until_ms = zip(bot_ids, scores, strict=True)
        then_ms = int(seconds) * 1000 + int(micros) // 1000 + in_ms
        return {bot_id for bot_id, until in until_ms if (until or 0) <= then_ms}

    async def _versions(self, listed: str, kind: type[T]) -> dict[T, str | None]:
        """The topics of a set and their versions, in order; None for one that is kept no more."""
        texts = sorted(map(str, await self._connection.read.smembers(listed)))
        topics = [topic for topic in map(topic_of, texts) if isinstance(topic, kind)]
        pipe = self._connection.read.pipeline(transaction=False)
        for topic in topics:
            pipe.hget(*version_field(topic))
        return dict(zip(topics, await pipe.execute(), strict=True))

    async def _idle(self, match_ids: Iterable[str]) -> set[str]:
        """Those of the matches that keep a bot from nothing.

        One that does not exist may yet come of its challenge, until that leads nowhere.
        """
        statuses = await self._statuses({one: match_key("match", one) for one in match_ids})
        missing = [one for one, status in statuses.items() if status is None]
        challenges = {one: match_key("challenge", challenge_of(one)) for one in missing}
        asked = await self._statuses(challenges)
        over = {one for one, status in statuses.items() if status in _OVER}
        return over | {one for one, status in asked.items() if status in _LED_NOWHERE}

    async def _statuses(self, keys: Mapping[str, str]) -> dict[str, str | None]:
        pipe = self._connection.read.pipeline(transaction=False)
        for name in keys.values():
            pipe.hget(name, "status")
        return dict(zip(keys, await pipe.execute(), strict=True)) if keys else {}
