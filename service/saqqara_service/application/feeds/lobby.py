"""The lobby: which matches there are to join and to watch, and the challenges of whoever looks.

It is state, not history: what there is now, then each change. A notification says that something
has changed; what is lost of those is found at the next heartbeat, when all is looked at anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Set
from dataclasses import replace
from typing import Final, TypeAlias

from saqqara_service import questions
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges
from saqqara_service.application.feeds.retry import retried
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.models import (
    Caller,
    Challenge,
    ChallengeStatus,
    LobbyChallenge,
    LobbyHeartbeat,
    LobbyMatch,
    LobbyNews,
    Match,
    MatchStatus,
    Scope,
)
from saqqara_service.storage.redis.topics import ChallengeTopic, MatchTopic, Topic

SHOWN: Final = 100
"""How many open and how many running matches at most are told at the beginning, the newest."""

LOOK_S: Final = 1.0
"""So often is looked at matches that their public is told of later."""

LIVE: Final = (MatchStatus.OPEN, MatchStatus.RUNNING)
State: TypeAlias = tuple[object, ...]


async def now(
    svc: Service, caller: Caller | None, question: questions.LobbyFilter
) -> list[LobbyNews]:
    """The newest open and running matches, and the pending challenges of the token, if any."""
    return await _Lobby(svc, caller, question).everything()


async def news(
    svc: Service, caller: Caller | None, question: questions.LobbyFilter
) -> AsyncGenerator[LobbyNews, None]:
    """The contents of the lobby, then each new or changed match or challenge."""
    clock, beat_at = asyncio.get_running_loop().time, 0.0
    moved: dict[Topic, int] = {}
    lobby = _Lobby(svc, caller, question)
    with svc.hub.watch_lobby() as watch:
        while True:
            if beat_at <= clock():
                beat_at = clock() + presence.HEARTBEAT_MS / 1000
                watch.keep(set())
                yield LobbyHeartbeat(now_ms=await retried(svc.hub.now_ms))
                items = await retried(lobby.everything)
            else:
                items = await retried(lobby.look, moved)
            for item in items:
                yield item
            until = min(beat_at, clock() + LOOK_S) if lobby.late else beat_at
            moved = await watch.wait(until=until)


class _Lobby:
    """What one follower has been told."""

    def __init__(
        self, svc: Service, caller: Caller | None, question: questions.LobbyFilter
    ) -> None:
        self.late: set[str] = set()
        self._svc = svc
        self._caller = caller if caller and caller.may(Scope.MATCH_READ) else None
        self._wanted = Wanted(game=question.game, players=question.players)
        self._matches: dict[str, State] = {}
        self._challenges: dict[str, State] = {}

    async def everything(self) -> list[LobbyNews]:
        """What there is, as far as it is new; and what has become of all that was told."""
        found: list[Match] = []
        for status in LIVE:
            one = replace(self._wanted, status=status)
            found += (await lists.page(self._svc, one, SHOWN, None)).items
        known = self._matches.keys() - {match.id for match in found}
        news = await self._look_at_matches(known)
        news += self._changed(found)
        pending = list[Challenge]()
        if self._caller is not None:
            asked = questions.ChallengeFilter(status=ChallengeStatus.PENDING, first=SHOWN)
            pending = (await challenges.page(self._svc, self._caller, asked)).items
        known = self._challenges.keys() - {one.id for one in pending}
        return [*news, *await self._look_at_challenges(known), *self._changed_challenges(pending)]

    async def look(self, moved: Iterable[Topic]) -> list[LobbyNews]:
        """What has changed of these, and of what the public is told later."""
        matches = {one.match_id for one in moved if isinstance(one, MatchTopic)}
        offers = [one.challenge_id for one in moved if isinstance(one, ChallengeTopic)]
        news = await self._look_at_matches(matches | self.late)
        return [*news, *await self._look_at_challenges(offers)]

    async def _look_at_matches(self, match_ids: Set[str]) -> list[LobbyNews]:
        found = await lists.of_ids(self._svc, sorted(match_ids), None)
        for gone in match_ids - found.keys():
            self._matches.pop(gone, None)
            self.late.discard(gone)
        return self._changed(found.values())

    def _changed(self, matches: Iterable[Match]) -> list[LobbyNews]:
        """Those of the matches that are not as they were told last."""
        kind = replace(self._wanted, status=None)
        return [
            LobbyMatch(match=match) for match in matches if kind.has(match) and self._notes(match)
        ]

    def _notes(self, match: Match) -> bool:
        """Whether a match is not as it was told last; if it lives, it is remembered."""
        state = (match.status, *(seat.player_id for seat in match.seats))
        is_new = self._matches.get(match.id) != state
        self.late.discard(match.id)
        if match.status in LIVE:
            self._matches[match.id] = state
            if match.public_delay_ms:
                self.late.add(match.id)
        else:
            self._matches.pop(match.id, None)
        return is_new

    async def _look_at_challenges(self, challenge_ids: Iterable[str]) -> list[LobbyNews]:
        if self._caller is None:
            return []
        found = list[Challenge]()
        for one in challenge_ids:
            try:
                question = questions.ChallengeQuestion(challenge_id=one)
                found.append(await challenges.get(self._svc, self._caller, question))
            except NotFound:  # it is not the caller's, or is kept no more
                self._challenges.pop(one, None)
        return self._changed_challenges(found)

    def _changed_challenges(self, found: Iterable[Challenge]) -> list[LobbyNews]:
        news: list[LobbyNews] = []
        for one in found:
            if self._challenges.get(one.id) != (one.version,):
                news.append(LobbyChallenge(challenge=one))
            if one.status.is_over:
                self._challenges.pop(one.id, None)
            else:
                self._challenges[one.id] = (one.version,)
        return news
