"""Matches: made, played, followed, kept."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import ADMIN, CREATED, PLAY, READ
from saqqara_service.application.feeds import match_events
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import forks, lists, matches, views
from saqqara_service.application.play import act, endings, explanations, hints, previews

MADE: Final = (
    errors.NotFound,
    errors.UnknownOption,
    errors.WrongState,
    errors.ActionIdReused,
    errors.TooMany,
    errors.Maintenance,
)
SEATED: Final = (errors.WrongState, errors.NotYourSeat, errors.MatchOver)
TURN: Final = (
    *SEATED,
    errors.NotYourTurn,
    errors.IllegalAction,
    errors.SeatFlagged,
    errors.SeatResigned,
)

MATCHES: Final[tuple[Row, ...]] = (
    Operation("matches_page", "GET /matches", lists.public, "matches", cursor_of=lists.cursor),
    Operation(
        "matches_create",
        "POST /matches",
        matches.request,
        "create_match",
        PLAY,
        status=CREATED,
        repeatable=True,
    ).raises(*MADE),
    Operation("matches_get", "GET /matches/{match_id}", matches.get, "match"),
    Operation(
        "matches_join",
        "POST /matches/{match_id}/join",
        matches.join,
        "join_match",
        PLAY,
        leaves_nothing=True,
    ).raises(errors.UnknownOption, errors.WrongState, errors.SeatTaken, errors.Maintenance),
    Operation(
        "matches_start",
        "POST /matches/{match_id}/start",
        matches.start,
        "start_match",
        PLAY,
        leaves_nothing=True,
    ).raises(errors.UnknownOption, errors.WrongState, errors.Maintenance),
    Operation(
        "matches_resign",
        "POST /matches/{match_id}/resign",
        endings.resign,
        "resign_match",
        PLAY,
        repeatable=True,
        leaves_nothing=True,
    ).raises(*SEATED, errors.Maintenance),
    Operation(
        "matches_abort",
        "POST /matches/{match_id}/abort",
        endings.abort,
        "abort_match",
        PLAY,
        repeatable=True,
        leaves_nothing=True,
    ).raises(*SEATED, errors.Maintenance),
    Operation(
        "matches_void",
        "POST /matches/{match_id}/void",
        endings.void,
        "void_match",
        ADMIN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.MatchOver),
    Operation("matches_view", "GET /matches/{match_id}/view", views.view, "view").raises(
        errors.Forbidden, errors.WrongState
    ),
    Operation(
        "matches_act",
        "POST /matches/{match_id}/actions",
        act.act,
        "act",
        PLAY,
        charge=Charge.ACTION,
        repeatable=True,
        is_play=True,
        leaves_nothing=True,
    ).raises(*TURN, errors.StaleVersion, errors.ActionIdReused, errors.Maintenance),
    Operation(
        "matches_preview", "GET /matches/{match_id}/preview", previews.preview, "preview", READ
    ).raises(*TURN),
    Operation("matches_hint", "GET /matches/{match_id}/hint", hints.request, "hint", READ).raises(
        *SEATED, errors.NotYourTurn, errors.SeatFlagged, errors.SeatResigned
    ),
    Operation(
        "matches_explain",
        "GET /matches/{match_id}/explanation",
        explanations.explain,
        "explain",
        READ,
    ).raises(*TURN),
    Operation(
        "matches_events",
        "GET /matches/{match_id}/events",
        match_events.page,
        "match_events",
        cursor_of=attrgetter("cursor"),
        stream=match_events.follow,
        stream_field="match_events",
    ),
    Operation("matches_record", "GET /matches/{match_id}/record", matches.record, "record").raises(
        errors.WrongState
    ),
    Operation(
        "matches_record_views",
        "POST /records/views",
        views.of_record,
        "view_record",
        repeatable=True,
        leaves_nothing=True,
    ),
    Operation(
        "matches_fork", "POST /forks", forks.request, "fork_match", PLAY, status=CREATED
    ).raises(*MADE),
)
