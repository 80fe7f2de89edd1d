"""Programs that are handed in, and the runners that play them."""

from __future__ import annotations

from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import ACCOUNT, ADMIN, CREATED, RUN
from saqqara_service.application.hosting import oversight, runners, submissions
from saqqara_service.application.ladders import availability
from saqqara_service.models import Bot, Submission

HOSTING: Final[tuple[Row, ...]] = (
    Operation(
        "submissions_submit",
        "POST /bots/{bot_id}/submissions",
        submissions.submit,
        "submit_bot",
        ACCOUNT,
        status=CREATED,
    ).raises(errors.TooMany),
    Operation(
        "submissions_of_bot",
        "GET /bots/{bot_id}/submissions",
        submissions.of_bot,
        "submissions",
        ACCOUNT,
        of=Bot,
    ),
    Operation(
        "submissions_page",
        "GET /submissions",
        oversight.page,
        "submissions",
        ADMIN,
        cursor_of=oversight.cursor,
    ),
    Operation(
        "submissions_get",
        "GET /submissions/{submission_id}",
        submissions.get,
        "submission",
        ACCOUNT,
    ),
    Operation(
        "submissions_log",
        "GET /submissions/{submission_id}/log",
        submissions.log,
        "log",
        ACCOUNT,
        of=Submission,
    ),
    Operation(
        "submissions_activate",
        "POST /submissions/{submission_id}/activate",
        submissions.activate,
        "activate_submission",
        ACCOUNT,
        repeatable=True,
    ).raises(errors.WrongState, errors.TooMany),
    Operation(
        "submissions_withdraw",
        "POST /submissions/{submission_id}/withdraw",
        submissions.withdraw,
        "withdraw_submission",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "submissions_quarantine",
        "POST /submissions/{submission_id}/quarantine",
        oversight.quarantine,
        "quarantine_submission",
        ADMIN,
        repeatable=True,
        leaves_nothing=True,
    ),
    Operation(
        "submissions_release",
        "POST /submissions/{submission_id}/release",
        oversight.release,
        "release_submission",
        ADMIN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "submissions_delete",
        "POST /submissions/{submission_id}/delete",
        oversight.delete,
        "delete_submission",
        ADMIN,
        leaves_nothing=True,
    ),
    Operation(
        "submissions_acts",
        "GET /operator-acts",
        oversight.acts_page,
        "operator_acts",
        ADMIN,
        cursor_of=oversight.act_cursor,
    ),
    Operation(
        "runners_tend",
        "POST /runners/tend",
        availability.tend,
        "tend_runner",
        RUN,
        repeatable=True,
        leaves_nothing=True,
    ),
    Operation("runners_archive", "GET /archives/{archive_hash}", runners.archive, "archive", RUN),
    Operation(
        "runners_report_check",
        "POST /submissions/{submission_id}/check",
        runners.report_check,
        "report_check",
        RUN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.TooMany),
    Operation(
        "runners_report_failure",
        "POST /submissions/{submission_id}/failures",
        runners.report_failure,
        "report_failure",
        RUN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
)
