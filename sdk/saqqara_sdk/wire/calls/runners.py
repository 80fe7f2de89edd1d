"""Calls of the host's runners, which run submitted programs.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given,
    reading,
    segment,
)
from saqqara_sdk.wire.enums import (
    FailureKind,
)
from saqqara_sdk.wire.models import (
    HeldSubmission,
    RunnerLease,
    Submission,
    SubmissionFailure,
)


class Runners(Group):
    """Calls of the host's runners, which run submitted programs.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def tend(
        self,
        runner_id: str,
        places: int,
        *,
        sandbox: str = "",
        load: float = 0.0,
        speed_index: float = 1.0,
        held: Sequence[HeldSubmission] = (),
    ) -> RunnerLease:
        """Report a runner's state and fetch its current assignments.

        Runners call this about once a second. They stop submissions missing from the response at
        once.

        The token needs the scope `runner`.

        Args:
            runner_id: A name that is unique to the process, such as a UUID.
            places: The maximum number of submissions at once; 0: it takes no more and finishes.
                From 0 to 1,000.
            sandbox: The runner's description of its sandbox.
            load: The load of its machine: the share of processors in use, from 0 to 1. From 0 to
                1,000.
            speed_index: The speed of one processor relative to the project's reference machine.
                From 0 to 1,000.
            held: The submissions that it works on now.
        """
        return self._send(
            _tend(runner_id, places, sandbox=sandbox, load=load, speed_index=speed_index, held=held)
        )

    def archive(self, archive_hash: str) -> bytes:
        """An archive in its normal form, a tar.gz; its SHA-256 is the requested hash.

        A runner can only download the archives of its assigned submissions.

        The token needs the scope `runner`.

        Args:
            archive_hash: The SHA-256 of the archive's normal form, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_archive(archive_hash))

    def report_check(
        self, submission_id: str, runner_id: str, *, passed: bool, report: str
    ) -> Submission:
        """Report the result of a submission's check; a submission that passed plays from now on.

        If the owner requested only a check, the submission does not start to play.

        The token needs the scope `runner`.

        Args:
            submission_id: The submission's id.
            runner_id: The runner that checked the submission and holds it.
            passed: Whether the submission may play.
            report: The report of the check, for the owner and the operator.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_report_check(submission_id, runner_id, passed=passed, report=report))

    def report_failure(
        self,
        submission_id: str,
        runner_id: str,
        kind: FailureKind | str,
        *,
        match_id: str | None = None,
        version: int | None = None,
        detail: str = "",
    ) -> SubmissionFailure:
        """Report a program's failure; only its owner and the operator can read it.

        Repeated reports with the same match and kind count as one failure. A program that two
        runners, or the only runner, cannot start is no longer played.

        The token needs the scope `runner`.

        If two runners, or the only runner, cannot start a program (`start`), its submission is
        `refused` and no longer played. After a failure of the machine (`host`), other runners
        try, and later the same one again.

        Args:
            submission_id: The submission's id.
            runner_id: The reporting runner; for `start` and `host`, the one that holds the
                submission.
            kind: The kind of failure. One of `exit`, `timeout`, `output`, `illegal`, `limit`,
                `start`, `host`.
            match_id: The match in which the program failed; None if it could not be started.
            version: The match's version at that moment; None if unknown. From 0 to 1,000,000.
            detail: A description with the end of the program's standard error; at most 16 KiB.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(
            _report_failure(
                submission_id, runner_id, kind, match_id=match_id, version=version, detail=detail
            )
        )


class AsyncRunners(AsyncGroup):
    """Calls of the host's runners, which run submitted programs.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def tend(
        self,
        runner_id: str,
        places: int,
        *,
        sandbox: str = "",
        load: float = 0.0,
        speed_index: float = 1.0,
        held: Sequence[HeldSubmission] = (),
    ) -> RunnerLease:
        """Report a runner's state and fetch its current assignments.

        Runners call this about once a second. They stop submissions missing from the response at
        once.

        The token needs the scope `runner`.

        Args:
            runner_id: A name that is unique to the process, such as a UUID.
            places: The maximum number of submissions at once; 0: it takes no more and finishes.
                From 0 to 1,000.
            sandbox: The runner's description of its sandbox.
            load: The load of its machine: the share of processors in use, from 0 to 1. From 0 to
                1,000.
            speed_index: The speed of one processor relative to the project's reference machine.
                From 0 to 1,000.
            held: The submissions that it works on now.
        """
        return await self._send(
            _tend(runner_id, places, sandbox=sandbox, load=load, speed_index=speed_index, held=held)
        )

    async def archive(self, archive_hash: str) -> bytes:
        """An archive in its normal form, a tar.gz; its SHA-256 is the requested hash.

        A runner can only download the archives of its assigned submissions.

        The token needs the scope `runner`.

        Args:
            archive_hash: The SHA-256 of the archive's normal form, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_archive(archive_hash))

    async def report_check(
        self, submission_id: str, runner_id: str, *, passed: bool, report: str
    ) -> Submission:
        """Report the result of a submission's check; a submission that passed plays from now on.

        If the owner requested only a check, the submission does not start to play.

        The token needs the scope `runner`.

        Args:
            submission_id: The submission's id.
            runner_id: The runner that checked the submission and holds it.
            passed: Whether the submission may play.
            report: The report of the check, for the owner and the operator.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(
            _report_check(submission_id, runner_id, passed=passed, report=report)
        )

    async def report_failure(
        self,
        submission_id: str,
        runner_id: str,
        kind: FailureKind | str,
        *,
        match_id: str | None = None,
        version: int | None = None,
        detail: str = "",
    ) -> SubmissionFailure:
        """Report a program's failure; only its owner and the operator can read it.

        Repeated reports with the same match and kind count as one failure. A program that two
        runners, or the only runner, cannot start is no longer played.

        The token needs the scope `runner`.

        If two runners, or the only runner, cannot start a program (`start`), its submission is
        `refused` and no longer played. After a failure of the machine (`host`), other runners
        try, and later the same one again.

        Args:
            submission_id: The submission's id.
            runner_id: The reporting runner; for `start` and `host`, the one that holds the
                submission.
            kind: The kind of failure. One of `exit`, `timeout`, `output`, `illegal`, `limit`,
                `start`, `host`.
            match_id: The match in which the program failed; None if it could not be started.
            version: The match's version at that moment; None if unknown. From 0 to 1,000,000.
            detail: A description with the end of the program's standard error; at most 16 KiB.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(
            _report_failure(
                submission_id, runner_id, kind, match_id=match_id, version=version, detail=detail
            )
        )


def _tend(
    runner_id: str,
    places: int,
    *,
    sandbox: str,
    load: float,
    speed_index: float,
    held: Sequence[HeldSubmission],
) -> Call[RunnerLease]:
    return Call.post(
        "/runners/tend",
        reading(RunnerLease),
        given(
            {
                "runnerId": runner_id,
                "places": places,
                "sandbox": sandbox,
                "load": load,
                "speedIndex": speed_index,
                "held": [one.model_dump(mode="json", by_alias=True) for one in held],
            }
        ),
        is_repeatable=True,
    )


def _archive(archive_hash: str) -> Call[bytes]:
    return Call.download(f"/archives/{segment(archive_hash)}", reading(bytes))


def _report_check(
    submission_id: str, runner_id: str, *, passed: bool, report: str
) -> Call[Submission]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/check",
        reading(Submission),
        given({"runnerId": runner_id, "passed": passed, "report": report}),
        is_repeatable=True,
    )


def _report_failure(
    submission_id: str,
    runner_id: str,
    kind: FailureKind | str,
    *,
    match_id: str | None,
    version: int | None,
    detail: str,
) -> Call[SubmissionFailure]:
    return Call.post(
        f"/submissions/{segment(submission_id)}/failures",
        reading(SubmissionFailure),
        given(
            {
                "runnerId": runner_id,
                "matchId": match_id,
                "version": version,
                "kind": kind,
                "detail": detail,
            }
        ),
        is_repeatable=True,
    )
