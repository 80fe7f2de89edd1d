"""Submissions: archives that were handed in, by their ids, and what became of them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

from pydantic_core import from_json

from saqqara_service.models import FailureKind, Submission, SubmissionFailure, SubmissionState
from saqqara_service.storage.hosting.scripts import (
    ACTIVATE,
    CHANGE,
    CHECK,
    DELETE,
    FAIL,
    SUBMIT,
    Activate,
    Change,
    ChangeReply,
    Check,
    CheckReply,
    Delete,
    Fail,
    FailReply,
    Submit,
    SubmitReply,
)
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import KEYS, key
from saqqara_service.storage.redis.scripts import A, R, Script

KEPT_FAILURES: Final = 50
MARKED_FAILURES: Final = 5_000
KEPT_ACTS: Final = 10_000
CLAIM_MS: Final = 600_000
"""Who has not gone through all logs by then has died; two who do it do no harm."""
LOOKED_MS: Final = 86_400_000
_CHANGING: Final = frozenset({"state", "is_active", "version", "checked_ms"})


def submission_id(bot_id: str, archive_hash: str) -> str:
    """The id of the one submission of that archive for that bot."""
    return "s" + hashlib.sha256(f"{bot_id} {archive_hash}".encode()).hexdigest()[:24]


class SubmissionStore:
    """Submissions by id; those of a bot, and all of them, by the time of their making."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def submit(
        self, made: Submission, most_bytes: int, *, activate: bool, app_id: str | None
    ) -> SubmitReply:
        """Keep a submission, once, as its owner's or an app's; its account has a bound of bytes."""
        arguments = Submit(
            id=made.id,
            row=made.model_dump_json(by_alias=False, exclude=set(_CHANGING)),
            bytes=made.packed_bytes,
            most=most_bytes,
            activate=int(activate),
            now_ms=made.created_ms,
            app=None if app_id is None else _claim(made.account_id, app_id),
        )
        return await self._connection.run_on(SUBMIT, _keys(SUBMIT, made), arguments)

    async def change(
        self,
        one: Submission,
        to: str,
        sources: Sequence[SubmissionState],
        now_ms: int,
        reason: str = "",
    ) -> ChangeReply:
        """Bring it into another state, from one of these; `released` is the state before."""
        arguments = Change(one.id, one.bot_id, to, reason, now_ms, [*sources])
        return await self._connection.run_on(CHANGE, _keys(CHANGE, one), arguments)

    async def activate(self, one: Submission, version: int) -> ChangeReply:
        """Let it be the one of its bot that plays, if it has passed."""
        arguments = Activate(one.id, one.bot_id, version)
        return await self._connection.run_on(ACTIVATE, _keys(ACTIVATE, one), arguments)

    async def check(
        self, one: Submission, runner: str, report: str, now_ms: int, *, passed: bool
    ) -> CheckReply:
        """Note how its check ended, if that runner holds it and nobody has told before."""
        to = SubmissionState.PASSED if passed else SubmissionState.REFUSED
        arguments = Check(one.id, runner, to, report, now_ms)
        return await self._connection.run_on(CHECK, _keys(CHECK, one), arguments)

    async def fail(self, one: Submission, runner: str, failure: SubmissionFailure) -> FailReply:
        """Keep a failure that the holder tells, once for each match and kind, at a decision or
        else.
        """
        at_decision = failure.match_version is not None
        mark = _mark(failure.match_id, failure.kind, at_decision=at_decision)
        text = failure.model_dump_json(by_alias=False)
        arguments = Fail(one.id, runner, text, mark, KEPT_FAILURES, MARKED_FAILURES)
        return await self._connection.run_on(FAIL, _keys(FAIL, one), arguments)

    @answered
    async def has_failed(
        self, submission: str, match_id: str, kinds: Collection[FailureKind]
    ) -> bool:
        """Whether the program has broken at a decision of the match in one of these ways."""
        marks = [_mark(match_id, kind, at_decision=True) for kind in kinds]
        name = key("submission_failed", submission)
        return any(await self._connection.read.smismember(name, marks))

    async def delete(self, one: Submission) -> int:
        """Forget it; how many others have the same archive."""
        arguments = Delete(one.id, one.bot_id)
        return (await self._connection.run_on(DELETE, _keys(DELETE, one), arguments)).others

    @answered
    async def found(self, ids: Sequence[str]) -> list[Submission]:
        """Those of the submissions that there are, in that order."""
        pipe = self._connection.read.pipeline(transaction=False)
        fields = ["row", "state", "version", "checked_ms"]
        for each in ids:
            pipe.hmget(key("submission", each), fields)
        rows = [row for row in await pipe.execute() if row[0]]
        made = [_made(*row) for row in rows]
        active = await self.active([one.bot_id for one in made]) if made else {}
        return [
            one.model_copy(update={"is_active": active.get(one.bot_id) == one.id}) for one in made
        ]

    @answered
    async def activates(self, submission: str) -> bool:
        """Whether it is to play as soon as it has passed its check."""
        return await self._connection.read.hget(key("submission", submission), "activate") == "1"

    @answered
    async def report(self, submission: str) -> str | None:
        """What its check said."""
        found = await self._connection.read.hget(key("submission", submission), "report")
        return None if found is None else str(found)

    @answered
    async def failures(self, submission: str) -> list[SubmissionFailure]:
        """Its latest failures, the last one first."""
        rows = await self._connection.read.lrange(key("submission_failures", submission), 0, -1)
        return [SubmissionFailure.model_validate_json(row) for row in reversed(rows)]

    @answered
    async def may_forget(self) -> bool:
        """Whether this process is to forget old logs now."""
        name = KEYS["retention_logs"]
        return bool(await self._connection.write.set(name, "", nx=True, px=CLAIM_MS))

    @answered
    async def forgot(self) -> None:
        """Old logs were forgotten, and are left alone for a day."""
        await self._connection.write.set(KEYS["retention_logs"], "", px=LOOKED_MS)

    @answered
    async def forget_log(self, one: Submission, before_ms: int) -> int:
        """Forget what its check and its failures said before an instant; how many of them."""
        gone: list[tuple[Word, ...]] = []
        if one.checked_ms is not None and one.checked_ms < before_ms:
            gone.append(("HDEL", key("submission", one.id), "report"))
        failures = key("submission_failures", one.id)
        (rows,) = await self._connection.calls.read([("LRANGE", failures, 0, -1)])
        gone += [
            ("LREM", failures, 1, row)
            for row in rows
            if SubmissionFailure.model_validate_json(row).at_ms < before_ms
        ]
        return sum(await self._connection.calls.calls(gone)) if gone else 0

    @answered
    async def of_bot(self, bot_id: str) -> list[Submission]:
        """The submissions of a bot, newest first."""
        ids = await self._connection.read.zrange(key("bot_submissions", bot_id), 0, -1, desc=True)
        return await self.found([str(one) for one in ids])

    @answered
    async def ids(self, first: int, after: str | None) -> list[str] | None:
        """At most so many submissions, newest first, after one of them; None if that is gone."""
        start = 0
        if after is not None:
            rank = await self._connection.read.zrevrank(key("submissions", ""), after)
            if not isinstance(rank, int):
                return None
            start = rank + 1
        name = key("submissions", "")
        found = await self._connection.read.zrange(name, start, start + first - 1, desc=True)
        return [str(one) for one in found]

    @answered
    async def kept_bytes(self, account_id: str) -> int:
        """How many bytes the account's archives have."""
        sizes = await self._connection.read.hvals(key("account_archives", account_id))
        return sum(map(int, sizes))

    @answered
    async def with_archive(self, archive_hash: str) -> list[str]:
        """The submissions that have the archive."""
        found = await self._connection.read.smembers(key("archive_uses", archive_hash))
        return sorted(map(str, found))

    @answered
    async def uses(self, archive_hash: str) -> int:
        """How many submissions have the archive."""
        return int(await self._connection.read.scard(key("archive_uses", archive_hash)))

    @answered
    async def owners(self, ids: Collection[str]) -> dict[str, str]:
        """The account of each of the submissions; noted for `tend`, which shares out by account."""
        name, wanted = key("hosting_accounts", ""), sorted(ids)
        known = await self._connection.read.hmget(name, wanted) if wanted else []
        owners = {one: str(owner) for one, owner in zip(wanted, known, strict=True) if owner}
        if missing := [one for one in wanted if one not in owners]:
            new = {one.id: one.account_id for one in await self.found(missing)}
            if new:
                await self._connection.write.hset(name, items=flat(new))
            owners |= new
        return owners

    @answered
    async def adopt(self, submission: str) -> None:
        """Let it belong to no app."""
        await self._connection.write.hdel(key("hosted_apps", ""), submission)

    @answered
    async def end_app(self, account_id: str, app_id: str) -> None:
        """Note that what belongs to the app is to be withdrawn."""
        await self._connection.write.sadd(key("hosted_apps_ended", ""), _claim(account_id, app_id))

    @answered
    async def let_app_in(self, account_id: str, app_id: str) -> None:
        """Let what belongs to the app be its own once more."""
        await self.forget_claim(_claim(account_id, app_id))

    @answered
    async def of_ended_apps(self) -> dict[str, list[str]]:
        """What is to be withdrawn, by the claim of each app that has ended."""
        ended = await self._connection.read.smembers(key("hosted_apps_ended", ""))
        if not ended:
            return {}
        claims = await self._connection.read.hgetall(key("hosted_apps", ""))
        return {str(claim): [str(one) for one in claims if claims[one] == claim] for claim in ended}

    @answered
    async def forget_claim(self, claim: str) -> None:
        """Withdraw nothing more of that app."""
        await self._connection.write.srem(key("hosted_apps_ended", ""), claim)

    @answered
    async def active(self, bot_ids: Sequence[str]) -> dict[str, str]:
        """The submission that plays for each of the bots, of those that are hosted."""
        if not bot_ids:
            return {}
        found = await self._connection.read.hmget(key("hosted", ""), [*bot_ids])
        return {bot: str(one) for bot, one in zip(bot_ids, found, strict=True) if one}

    @answered
    async def all_active(self) -> dict[str, str]:
        """The submission that plays for each hosted bot."""
        found = await self._connection.read.hgetall(key("hosted", ""))
        return {str(bot_id): str(one) for bot_id, one in found.items()}

    @answered
    async def deactivate(self, bot_id: str) -> None:
        """Let no submission play for the bot."""
        await self._connection.write.hdel(key("hosted", ""), bot_id)

    @answered
    async def note(self, act: str) -> None:
        """Write down what an operator did."""
        name = key("hosting_audit", "")
        await self._connection.write.rpush(name, act)
        await self._connection.write.ltrim(name, -KEPT_ACTS, -1)

    @answered
    async def acts(self, count: int, *, passing: int = 0) -> list[str]:
        """What operators did, the last act first, passing over so many."""
        first, last = -passing - count, -passing - 1
        found = await self._connection.read.lrange(key("hosting_audit", ""), first, last)
        return [str(one) for one in reversed(found)]


def _mark(match_id: str | None, kind: FailureKind, *, at_decision: bool) -> str:
    return f"{match_id or ''} {kind}{' decided' if at_decision else ''}"


def _claim(account_id: str, app_id: str) -> str:
    return f"{account_id} {app_id}"


def _keys(script: Script[A, R], one: Submission) -> list[str]:
    """The keys of a script, each by the id of what it belongs to."""
    ids = {
        "account_archives": one.account_id,
        "archive_uses": one.archive_hash,
        "bot_submissions": one.bot_id,
    }
    return [key(name, ids.get(name, one.id)) for name in script.all_keys]


def _made(row: str, state: str, version: str | None, checked_ms: str | None) -> Submission:
    return Submission.model_validate(
        from_json(row)
        | {
            "state": state,
            "version": None if version is None else int(version),
            "checked_ms": None if checked_ms is None else int(checked_ms),
        }
    )
