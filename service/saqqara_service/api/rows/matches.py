"""Matches: made, played, followed, kept."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from saqqara_service.api import matches, play
from saqqara_service.api.operation import Operation
from saqqara_service.api.rows import ADMIN, CREATED, PLAY, READ
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import lists
from saqqara_service.application.matches import matches as games
from saqqara_service.application.play import endings

MATCHES: Final[tuple[Operation, ...]] = (
    Operation("matches_page", "GET /matches", matches.page, "matches", cursor_of=lists.cursor),
    Operation(
        "matches_create", "POST /matches", matches.create, "create_match", PLAY, status=CREATED
    ),
    Operation("matches_get", "GET /matches/{match_id}", games.get, "match"),
    Operation("matches_join", "POST /matches/{match_id}/join", matches.join, "join_match", PLAY),
    Operation("matches_start", "POST /matches/{match_id}/start", games.start, "start_match", PLAY),
    Operation(
        "endings_resign", "POST /matches/{match_id}/resign", endings.resign, "resign_match", PLAY
    ),
    Operation(
        "endings_abort", "POST /matches/{match_id}/abort", endings.abort, "abort_match", PLAY
    ),
    Operation("endings_void", "POST /matches/{match_id}/void", matches.void, "void_match", ADMIN),
    Operation("matches_view", "GET /matches/{match_id}/view", matches.view, "view"),
    Operation(
        "play_act", "POST /matches/{match_id}/actions", play.act, "act", PLAY, charge=Charge.ACTION
    ),
    Operation("play_preview", "GET /matches/{match_id}/preview", play.preview, "preview", READ),
    Operation("play_explain", "GET /matches/{match_id}/explanation", play.explain, "explain", READ),
    Operation(
        "following_events",
        "GET /matches/{match_id}/events",
        play.events,
        "match_events",
        cursor_of=attrgetter("cursor"),
        stream=play.follow_events,
        stream_field="match_events",
    ),
    Operation("matches_record", "GET /matches/{match_id}/record", games.record, "record"),
    Operation("records_views", "POST /records/views", matches.view_record, "view_record"),
    Operation("forks_fork", "POST /forks", matches.fork, "fork_match", PLAY, status=CREATED),
)
