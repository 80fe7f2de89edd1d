"""Challenges, pairings, who is there, and what a bot hears."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import CREATED, PLAY, READ
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges, pairings
from saqqara_service.application.feeds import bot_feed, lobby

CHALLENGES: Final[tuple[Row, ...]] = (
    Operation(
        "challenges_page",
        "GET /challenges",
        challenges.page,
        "challenges",
        READ,
        cursor_of=challenges.cursor,
    ).raises(errors.NotFound),
    Operation(
        "challenges_create",
        "POST /challenges",
        challenges.create,
        "create_challenge",
        PLAY,
        status=CREATED,
        repeatable=True,
    ).raises(
        errors.NotFound,
        errors.UnknownOption,
        errors.ActionIdReused,
        errors.TooMany,
        errors.Maintenance,
    ),
    Operation(
        "challenges_get", "GET /challenges/{challenge_id}", challenges.get, "challenge", READ
    ),
    Operation(
        "challenges_accept",
        "POST /challenges/{challenge_id}/accept",
        challenges.accept,
        "accept_challenge",
        PLAY,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.TooMany, errors.Maintenance),
    Operation(
        "challenges_decline",
        "POST /challenges/{challenge_id}/decline",
        challenges.decline,
        "decline_challenge",
        PLAY,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.Maintenance),
    Operation(
        "challenges_cancel",
        "POST /challenges/{challenge_id}/cancel",
        challenges.cancel,
        "cancel_challenge",
        PLAY,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState, errors.Maintenance),
    Operation(
        "matches_pair", "POST /pairings", pairings.pair, "pair_matches", PLAY, repeatable=True
    ).raises(errors.UnknownOption, errors.Maintenance),
    Operation(
        "bots_present", "GET /presence", presence.page, "present_bots", cursor_of=attrgetter("id")
    ).raises(errors.NotFound),
    Operation(
        "matches_turns",
        "GET /turns",
        bot_feed.turns,
        "turns",
        READ,
        stream=bot_feed.follow,
        stream_field="feed",
        is_play=True,
    ).raises(errors.NotFound),
    Operation(
        "matches_lobby",
        "GET /lobby",
        lobby.now,
        "lobby",
        stream=lobby.news,
        stream_field="lobby_news",
    ),
)
