"""What is erased with an account, step by step; each may be done again, also after half of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from saqqara_service import questions
from saqqara_service.application.challenges import offers
from saqqara_service.application.hosting import oversight
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    Busy,
    MatchOver,
    NotFound,
    NotYourSeat,
    WrongState,
)
from saqqara_service.models import Caller, ChallengeStatus, MatchStatus, TokenKind
from saqqara_service.models.display_names import looks
from saqqara_service.storage.accounts.quotas import Kept
from saqqara_service.storage.accounts.scripts import Pseudonym
from saqqara_service.storage.challenges.scripts import ChallengeEnd
from saqqara_service.storage.redis.keys import id_of_member

NOTE: Final = "the account of a player was deleted"
AT_ONCE: Final = 20
PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Erased:
    """An account that is being deleted, its bots, and what each of them is called from now on."""

    account_id: str
    bot_ids: Sequence[str]
    deleted_ms: int

    @property
    def player_ids(self) -> list[str]:
        """Who of it sits in matches."""
        return [self.account_id, *self.bot_ids]

    @property
    def names(self) -> dict[str, str]:
        """What each of them is called, by id."""
        return {one: pseudonym(one) for one in self.player_ids}

    def caller(self, player_id: str) -> Caller:
        """Who speaks for one of them."""
        if player_id == self.account_id:
            return Caller(kind=TokenKind.USER, account_id=player_id)
        return Caller(kind=TokenKind.BOT, account_id=self.account_id, bot_id=player_id)


def pseudonym(thing_id: str) -> str:
    """What an account or bot of that id is called when it was deleted: always the same."""
    return f"deleted-{thing_id[1:11]}"


async def erase(svc: Service, account_id: str, deleted_ms: int) -> None:
    """Go over all that is kept of the account once."""
    bots = await svc.accounts.bots_of(account_id)
    one = Erased(account_id, bots, deleted_ms)
    for step in STEPS:
        await step(svc, one)


async def _end_tokens(svc: Service, one: Erased) -> None:
    infos = await svc.tokens.listed(one.account_id, one.bot_ids)
    await svc.tokens.erase(infos, await svc.connection.now_ms())
    for info in infos:
        svc.known_tokens.forget(info.id)
    await svc.deletions.forget_policies(one.player_ids)


async def _forget_names(svc: Service, one: Erased) -> None:
    """Account and bots are called otherwise; the index forgets their names before they do."""
    account = await svc.accounts.account(one.account_id)
    if account is not None:
        await svc.names.drop(account.name, account.id)
        await svc.accounts.release_looks(account.id, sorted(looks(account.name)))
    name = Pseudonym(pseudonym(one.account_id), one.deleted_ms)
    await svc.deletions.rename_account(one.account_id, name)
    for bot in await svc.accounts.bots(list(one.bot_ids)):
        if bot is not None:
            await svc.names.drop(bot.name, bot.id)
            await svc.deletions.rename_bot(bot.id, Pseudonym(pseudonym(bot.id), one.deleted_ms))
            blank = {"note": "", "commit": None}
            versions = [
                version.model_copy(update={"name": f"version {version.number}", **blank})
                for version in await svc.accounts.versions(bot.id)
            ]
            await svc.deletions.rewrite_versions(bot.id, versions)
    for app_id in await svc.deletions.apps_of(one.account_id):
        await svc.deletions.forget_app(app_id)


async def _leave_ladders(svc: Service, one: Erased) -> None:
    """Its bots are withdrawn where ladders go on, and called otherwise in all of them."""
    for bot_id in one.bot_ids:
        after: str | None = None
        while ladders := await svc.engagements.ladders(bot_id, PAGE, after):
            for ladder_id in ladders:
                await svc.entries.withdraw(ladder_id, bot_id)
                if not await svc.entries.rename(ladder_id, bot_id, pseudonym(bot_id)):
                    raise _changing(f"ladder {ladder_id}")
            after = ladders[-1]
            await svc.cost_queue.yield_turn()


async def _end_challenges(svc: Service, one: Erased) -> None:
    """What is not answered is cancelled; what is over is forgotten in two days by itself."""
    for player_id in one.player_ids:
        before = ""
        while members := await svc.challenges.newest(player_id, before, PAGE):
            for challenge_id in map(id_of_member, members):
                await _end_challenge(svc, one, challenge_id)
            before = members[-1]
            await svc.cost_queue.yield_turn()


async def _end_challenge(svc: Service, one: Erased, challenge_id: str) -> None:
    stored = await svc.challenges.load(challenge_id)
    if stored is None:
        return
    if stored.challenge.status is ChallengeStatus.PENDING:
        await svc.challenges.end(challenge_id, ChallengeEnd.CANCELLED)
    with suppress(NotFound):
        await offers.settle(svc, challenge_id)
    if not await svc.challenges.rename(challenge_id, one.names):
        raise _changing(f"challenge {challenge_id}")


async def _forget_programs(svc: Service, one: Erased) -> None:
    """Archives first: an archive whose submission is gone would be found by nobody."""
    caller = Caller(kind=TokenKind.USER, account_id=one.account_id)
    for bot_id in one.bot_ids:
        for submission in await svc.submissions.of_bot(bot_id):
            if await svc.submissions.uses(submission.archive_hash) <= 1:
                await oversight.drop_archive(svc, submission.archive_hash, users=1)
            question = questions.DeleteSubmission(submission_id=submission.id)
            await oversight.delete(svc, caller, question)


async def _leave_matches(svc: Service, one: Erased) -> None:
    """It resigns where it plays, and is called otherwise wherever it played.

    Matches that have not begun are voided.
    """
    now_ms = await svc.connection.now_ms()
    for player_id in one.player_ids:
        async for match_id in _matches_of(svc, player_id):
            await _leave(svc, one.caller(player_id), match_id)
            if not await svc.renaming.rename(match_id, one.names, now_ms):
                raise _changing(f"match {match_id}")
        for match_id in await svc.quotas.listed(Kept.MATCHES, player_id):
            await _void_open(svc, match_id)


async def _matches_of(svc: Service, player_id: str) -> AsyncIterator[str]:
    before = ""
    while members := await svc.indexes.newest_of([player_id], before, AT_ONCE):
        for member in members:
            yield id_of_member(member)
        before = members[-1]
        await svc.cost_queue.yield_turn()


async def _leave(svc: Service, caller: Caller, match_id: str) -> None:
    (status,) = await svc.matches.statuses([match_id])
    if status is MatchStatus.OPEN:
        await _void_open(svc, match_id)
    if status is MatchStatus.RUNNING:
        with suppress(MatchOver, NotFound, NotYourSeat, WrongState):
            await endings.resign(svc, caller, questions.ResignMatch(match_id=match_id))


async def _void_open(svc: Service, match_id: str) -> None:
    (status,) = await svc.matches.statuses([match_id])
    if status is MatchStatus.OPEN:
        with suppress(MatchOver, NotFound):
            await endings.void(svc, None, questions.VoidMatch(match_id=match_id, note=NOTE))


def _changing(what: str) -> Busy:
    return Busy(f"{what} is changing at this moment. It is erased later.", retry_after_ms=1_000)


STEPS: Final[tuple[Callable[[Service, Erased], Awaitable[None]], ...]] = (
    _end_tokens,
    _forget_names,
    _leave_ladders,
    _end_challenges,
    _forget_programs,
    _leave_matches,
)
"""In this order: first nobody speaks for the account any more."""
