"""What is kept about an account, list by list: the lines of an export."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.ladders import entries, ladders, results
from saqqara_service.application.matches import lists, matches
from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound, WrongState
from saqqara_service.models import (
    Account,
    Caller,
    JsonObject,
    Match,
    MatchStatus,
    Model,
    SubmissionLog,
    TokenKind,
)
from saqqara_service.models.pages import each
from saqqara_service.storage.redis.keys import id_of_member

PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class About:
    """The account that is told of, its bots, and when."""

    account: Account
    bot_ids: list[str]
    now_ms: int

    @property
    def player_ids(self) -> list[str]:
        """Who of it sits in matches."""
        return [self.account.id, *self.bot_ids]

    def caller(self, player_id: str) -> Caller:
        """Who sees what one of them may see."""
        if player_id == self.account.id:
            return Caller(kind=TokenKind.USER, account_id=player_id)
        return Caller(kind=TokenKind.BOT, account_id=self.account.id, bot_id=player_id)


Lines: TypeAlias = AsyncIterator[Model | JsonObject]


async def _account(_svc: Service, about: About) -> Lines:
    yield about.account


async def _tokens(svc: Service, about: About) -> Lines:
    for info in await svc.tokens.listed(about.account.id, about.bot_ids):
        yield info


async def _apps(svc: Service, about: About) -> Lines:
    for app_id in await svc.deletions.apps_of(about.account.id):
        app = await svc.apps.find(app_id)
        if app is not None:
            yield app


async def _bots(svc: Service, about: About) -> Lines:
    for bot in await svc.accounts.bots(about.bot_ids):
        if bot is not None:
            yield bot


async def _versions(svc: Service, about: About) -> Lines:
    for bot_id in about.bot_ids:
        for version in await svc.accounts.versions(bot_id):
            yield version


async def _policies(svc: Service, about: About) -> Lines:
    policies = await svc.policies.of(about.player_ids)
    for player_id, policy in zip(about.player_ids, policies, strict=True):
        yield {"playerId": player_id, "policy": policy.model_dump(mode="json", by_alias=True)}


async def _submissions(svc: Service, about: About) -> Lines:
    for bot_id in about.bot_ids:
        for one in await svc.submissions.of_bot(bot_id):
            yield one


async def _logs(svc: Service, about: About) -> Lines:
    for bot_id in about.bot_ids:
        for one in await svc.submissions.of_bot(bot_id):
            yield SubmissionLog(
                submission_id=one.id,
                report=await svc.submissions.report(one.id),
                failures=await svc.submissions.failures(one.id),
            )


async def _challenges(svc: Service, about: About) -> Lines:
    for player_id in about.player_ids:
        page = partial(challenges.page, svc, about.caller(player_id))
        async for one in each(page, questions.ChallengeFilter(first=PAGE)):
            yield one


async def _matches(svc: Service, about: About) -> Lines:
    async for match in _each_match(svc, about):
        yield match


async def _records(svc: Service, about: About) -> Lines:
    """Records of what is over; without those whose rules, or who themselves, are gone by now."""
    async for match in _each_match(svc, about):
        if match.status is MatchStatus.FINISHED:
            try:
                yield await matches.record(svc, None, questions.MatchQuestion(match_id=match.id))
            except (WrongState, NotFound):
                continue


async def _each_match(svc: Service, about: About) -> AsyncIterator[Match]:
    """Every match in which one of the account sits, as that one sees it, once for each."""
    for player_id in about.player_ids:
        before = ""
        while members := await svc.indexes.newest_of([player_id], before, lists.AT_ONCE):
            ids = [id_of_member(member) for member in members]
            found = await lists.of_ids(svc, ids, about.caller(player_id))
            for match in found.values():
                own = [one.player_id for one in match.seats if one.player_id in about.player_ids]
                if own[:1] == [player_id]:
                    yield match
            before = members[-1]


async def _ladders(svc: Service, about: About) -> Lines:
    """Ladders in which its bots are or were, and those that it made."""
    entered = {one for bot_id in about.bot_ids async for one in _entered(svc, bot_id)}
    after: str | None = None
    while page := await svc.seasons.page(PAGE, after):
        for one in page:
            if one.terms.id in entered or one.terms.account_id == about.account.id:
                yield await ladders.get(svc, None, questions.LadderQuestion(ladder_id=one.terms.id))
        after = page[-1].terms.id


async def _entries(svc: Service, about: About) -> Lines:
    for bot_id in about.bot_ids:
        async for ladder_id in _entered(svc, bot_id):
            question = questions.LadderQuestion(ladder_id=ladder_id)
            for entry in await entries.listed(svc, None, question):
                if entry.bot_id == bot_id:
                    yield {"ladderId": ladder_id} | entry.model_dump(mode="json", by_alias=True)


async def _results(svc: Service, about: About) -> Lines:
    for bot_id in about.bot_ids:
        async for ladder_id in _entered(svc, bot_id):
            query = questions.LadderResultFilter(ladder_id=ladder_id, first=PAGE, bot_id=bot_id)
            async for one in each(partial(results.page, svc, None), query):
                yield {"ladderId": ladder_id} | one.model_dump(mode="json", by_alias=True)


async def _entered(svc: Service, bot_id: str) -> AsyncIterator[str]:
    after: str | None = None
    while found := await svc.engagements.ladders(bot_id, PAGE, after):
        for one in found:
            yield one
        after = found[-1]


PARTS: Final[Mapping[str, Callable[[Service, About], Lines]]] = {
    "account": _account,
    "tokens": _tokens,
    "apps": _apps,
    "bots": _bots,
    "versions": _versions,
    "policies": _policies,
    "submissions": _submissions,
    "logs": _logs,
    "challenges": _challenges,
    "matches": _matches,
    "records": _records,
    "ladders": _ladders,
    "entries": _entries,
    "results": _results,
}
"""The folders of an export, and what is in each of them."""
