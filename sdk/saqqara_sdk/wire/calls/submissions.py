"""Submitted programs, which the host runs.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given,
    given_query,
    reading,
    segment,
)
from saqqara_sdk.wire.enums import (
    SubmissionState,
)
from saqqara_sdk.wire.models import (
    OperatorAct,
    Page,
    Submission,
    SubmissionLog,
)


class Submissions(Group):
    """Submitted programs, which the host runs.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def of_bot(self, bot_id: str) -> Page[Submission]:
        """The submissions of one of the caller's bots, newest first.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_of_bot(bot_id))

    def submit(
        self,
        bot_id: str,
        archive: bytes | Iterable[bytes],
        *,
        name: str | None = None,
        note: str = "",
        only_check: bool = False,
    ) -> Submission:
        """Submit a bot's program: a tar.gz with `bot.toml` at its root, as the request body.

        The service reads the archive without running it. Errors name the file and the line.
        Submitting the same files again returns the same submission. A runner then checks the
        program, and it plays if it passes.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            archive: The archive, a tar.gz, whole or in pieces. A retry iterates over the pieces
                again.
            name: The name of the version; None: derived from the archive's hash.
            note: A note on the version.
            only_check: Whether the program is only checked. Otherwise it plays from the next match
                on once it has passed.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_submit(bot_id, archive, name=name, note=note, only_check=only_check))

    def page(
        self,
        *,
        state: SubmissionState | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Submission]:
        """The submissions of all bots, newest first; administrators only.

        The token needs the scope `admin`.

        Args:
            state: Only submissions in this state; None: all. One of `pending`, `passed`, `refused`,
                `quarantined`, `withdrawn`.
            first: The maximum number of submissions per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return self._send(_page(state=state, first=first, after=after))

    def get(self, submission_id: str) -> Submission:
        """A submission; for its owner and the operator.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_get(submission_id))

    def log(self, submission_id: str) -> SubmissionLog:
        """The log of a submission: its check and its latest failures; for its owner and the
        operator.

        Nobody else can read it, since a program's standard error may reveal how it plays.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_log(submission_id))

    def activate(self, submission_id: str) -> Submission:
        """Activate a submission that has passed its check: its bot plays it from the next match on.

        It becomes the bot's current version. Repeating the call has no further effect. A
        submission that an app uploaded belongs to the owner from then on.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_activate(submission_id))

    def withdraw(self, submission_id: str) -> Submission:
        """Withdraw a submission from play; the host stops playing its bot's running matches.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_withdraw(submission_id))

    def quarantine(self, submission_id: str, reason: str) -> Submission:
        """Quarantine a submission at once until it is released; administrators only.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.
            reason: The reason, for the audit log and the owner.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_quarantine(submission_id, reason))

    def release(self, submission_id: str) -> Submission:
        """Release a quarantined submission to its previous state; it is not active.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_release(submission_id))

    def delete(self, submission_id: str) -> Submission:
        """Delete a submission, its log, and its archive unless another submission shares it.

        Versions and results that name its hash stay. The response is the submission as it was.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_delete(submission_id))

    def acts(self, *, first: int = 20, after: str | None = None) -> Page[OperatorAct]:
        """The audit log of operators' actions on submissions, newest first; administrators only.

        The token needs the scope `admin`.

        Args:
            first: The maximum number of acts per page. From 1 to 100.
            after: Only items after this cursor; None: start at the last.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return self._send(_acts(first=first, after=after))


class AsyncSubmissions(AsyncGroup):
    """Submitted programs, which the host runs.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def of_bot(self, bot_id: str) -> Page[Submission]:
        """The submissions of one of the caller's bots, newest first.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_of_bot(bot_id))

    async def submit(
        self,
        bot_id: str,
        archive: bytes | Iterable[bytes],
        *,
        name: str | None = None,
        note: str = "",
        only_check: bool = False,
    ) -> Submission:
        """Submit a bot's program: a tar.gz with `bot.toml` at its root, as the request body.

        The service reads the archive without running it. Errors name the file and the line.
        Submitting the same files again returns the same submission. A runner then checks the
        program, and it plays if it passes.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            archive: The archive, a tar.gz, whole or in pieces. A retry iterates over the pieces
                again.
            name: The name of the version; None: derived from the archive's hash.
            note: A note on the version.
            only_check: Whether the program is only checked. Otherwise it plays from the next match
                on once it has passed.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(
            _submit(bot_id, archive, name=name, note=note, only_check=only_check)
        )

    async def page(
        self,
        *,
        state: SubmissionState | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Submission]:
        """The submissions of all bots, newest first; administrators only.

        The token needs the scope `admin`.

        Args:
            state: Only submissions in this state; None: all. One of `pending`, `passed`, `refused`,
                `quarantined`, `withdrawn`.
            first: The maximum number of submissions per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return await self._send(_page(state=state, first=first, after=after))

    async def get(self, submission_id: str) -> Submission:
        """A submission; for its owner and the operator.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_get(submission_id))

    async def log(self, submission_id: str) -> SubmissionLog:
        """The log of a submission: its check and its latest failures; for its owner and the
        operator.

        Nobody else can read it, since a program's standard error may reveal how it plays.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_log(submission_id))

    async def activate(self, submission_id: str) -> Submission:
        """Activate a submission that has passed its check: its bot plays it from the next match on.

        It becomes the bot's current version. Repeating the call has no further effect. A
        submission that an app uploaded belongs to the owner from then on.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_activate(submission_id))

    async def withdraw(self, submission_id: str) -> Submission:
        """Withdraw a submission from play; the host stops playing its bot's running matches.

        The token needs the scope `account_manage`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_withdraw(submission_id))

    async def quarantine(self, submission_id: str, reason: str) -> Submission:
        """Quarantine a submission at once until it is released; administrators only.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.
            reason: The reason, for the audit log and the owner.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_quarantine(submission_id, reason))

    async def release(self, submission_id: str) -> Submission:
        """Release a quarantined submission to its previous state; it is not active.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_release(submission_id))

    async def delete(self, submission_id: str) -> Submission:
        """Delete a submission, its log, and its archive unless another submission shares it.

        Versions and results that name its hash stay. The response is the submission as it was.

        The token needs the scope `admin`.

        Args:
            submission_id: The submission's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_delete(submission_id))

    async def acts(self, *, first: int = 20, after: str | None = None) -> Page[OperatorAct]:
        """The audit log of operators' actions on submissions, newest first; administrators only.

        The token needs the scope `admin`.

        Args:
            first: The maximum number of acts per page. From 1 to 100.
            after: Only items after this cursor; None: start at the last.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return await self._send(_acts(first=first, after=after))


def _of_bot(bot_id: str) -> Call[Page[Submission]]:
    return Call.get(f"/bots/{segment(bot_id)}/submissions", reading(Page[Submission]))


def _submit(
    bot_id: str, archive: bytes | Iterable[bytes], *, name: str | None, note: str, only_check: bool
) -> Call[Submission]:
    return Call.upload(
        f"/bots/{segment(bot_id)}/submissions",
        reading(Submission),
        archive,
        given_query({"name": name, "note": note, "onlyCheck": only_check}),
    )


def _page(
    *, state: SubmissionState | str | None, first: int, after: str | None
) -> Call[Page[Submission]]:
    return Call.get(
        "/submissions",
        reading(Page[Submission]),
        given_query({"state": state, "first": first, "after": after}),
    )


def _get(submission_id: str) -> Call[Submission]:
    return Call.get(f"/submissions/{segment(submission_id)}", reading(Submission))


def _log(submission_id: str) -> Call[SubmissionLog]:
    return Call.get(f"/submissions/{segment(submission_id)}/log", reading(SubmissionLog))


def _activate(submission_id: str) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/activate",
        reading(Submission),
        {},
        is_repeatable=True,
    )


def _withdraw(submission_id: str) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/withdraw",
        reading(Submission),
        {},
        is_repeatable=True,
    )


def _quarantine(submission_id: str, reason: str) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/quarantine",
        reading(Submission),
        given({"reason": reason}),
        is_repeatable=True,
    )


def _release(submission_id: str) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/release",
        reading(Submission),
        {},
        is_repeatable=True,
    )


def _delete(submission_id: str) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/delete",
        reading(Submission),
        {},
        is_repeatable=False,
    )


def _acts(*, first: int, after: str | None) -> Call[Page[OperatorAct]]:
    return Call.get(
        "/operator-acts", reading(Page[OperatorAct]), given_query({"first": first, "after": after})
    )
