"""Ladders."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import ACCOUNT, CREATED, JOIN, PLAY
from saqqara_service.application.feeds import ladder_progress
from saqqara_service.application.ladders import (
    entries,
    guides,
    ladders,
    results,
    rulings,
    scores,
    seasons,
    trials,
)
from saqqara_service.models import Ladder

LADDERS: Final[tuple[Row, ...]] = (
    Operation("ladders_page", "GET /ladders", ladders.page, "ladders", cursor_of=ladders.cursor),
    Operation(
        "ladders_create",
        "POST /ladders",
        ladders.create,
        "create_ladder",
        ACCOUNT,
        status=CREATED,
        repeatable=True,
    ).raises(errors.NotFound, errors.UnknownOption, errors.ActionIdReused),
    Operation(
        "ladders_get",
        "GET /ladders/{ladder_id}",
        ladders.get,
        "ladder",
        stream=ladder_progress.changes,
        stream_field="ladder_progress",
    ),
    Operation("ladders_guide", "GET /ladders/{ladder_id}/guide", guides.get, "guide", of=Ladder),
    Operation(
        "ladders_enrol",
        "POST /ladders/{ladder_id}/entries",
        entries.enrol,
        "enrol",
        JOIN,
        repeatable=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_play_trials", "POST /ladders/{ladder_id}/trials", trials.play, "play_trials", PLAY
    ).raises(errors.WrongState, errors.UnknownOption, errors.Maintenance),
    Operation(
        "ladders_entries", "GET /ladders/{ladder_id}/entries", entries.listed, "entries", of=Ladder
    ),
    Operation(
        "ladders_withdraw",
        "POST /ladders/{ladder_id}/withdraw",
        entries.withdraw,
        "withdraw",
        JOIN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_readmit",
        "POST /ladders/{ladder_id}/readmit",
        entries.readmit,
        "readmit",
        JOIN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_start",
        "POST /ladders/{ladder_id}/start",
        seasons.start,
        "start_ladder",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.TooMany, errors.Maintenance),
    Operation(
        "ladders_pause",
        "POST /ladders/{ladder_id}/pause",
        seasons.pause,
        "pause_ladder",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_resume",
        "POST /ladders/{ladder_id}/resume",
        seasons.resume,
        "resume_ladder",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.TooMany),
    Operation(
        "ladders_extend",
        "POST /ladders/{ladder_id}/extend",
        seasons.extend,
        "extend_ladder",
        ACCOUNT,
        repeatable=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_cancel",
        "POST /ladders/{ladder_id}/cancel",
        seasons.cancel,
        "cancel_ladder",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_annul",
        "POST /ladders/{ladder_id}/annul",
        rulings.annul,
        "annul",
        ACCOUNT,
        repeatable=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_restore",
        "POST /ladders/{ladder_id}/restore",
        rulings.restore,
        "restore",
        ACCOUNT,
        repeatable=True,
    ).raises(errors.WrongState),
    Operation(
        "ladders_rulings",
        "GET /ladders/{ladder_id}/rulings",
        rulings.page,
        "rulings",
        cursor_of=rulings.cursor,
        of=Ladder,
    ),
    Operation(
        "ladders_standings",
        "GET /ladders/{ladder_id}/standings",
        ladders.standings,
        "standings",
        of=Ladder,
    ),
    Operation(
        "ladders_scores", "GET /ladders/{ladder_id}/scores", scores.listed, "scores", of=Ladder
    ),
    Operation(
        "ladders_teams", "GET /ladders/{ladder_id}/teams", scores.teams, "team_scores", of=Ladder
    ),
    Operation(
        "ladders_matches",
        "GET /ladders/{ladder_id}/matches",
        ladders.schedule,
        "matches",
        cursor_of=attrgetter("id"),
        of=Ladder,
    ),
    Operation(
        "ladders_results",
        "GET /ladders/{ladder_id}/results",
        results.page,
        "results",
        cursor_of=results.cursor,
        of=Ladder,
    ),
    Operation("ladders_pairs", "GET /ladders/{ladder_id}/pairs", results.pairs, "pairs", of=Ladder),
    Operation("ladders_fit", "GET /ladders/{ladder_id}/fit", results.fit_of, "fit", of=Ladder),
    Operation("ladders_luck", "GET /ladders/{ladder_id}/luck", results.luck_of, "luck", of=Ladder),
)
