"""The table of operations: both transports, their documents, scopes and charges follow from it."""

from __future__ import annotations

from http import HTTPStatus
from operator import attrgetter
from typing import Final

from saqqara_service.api import accounts, challenges, ladders, matches, play
from saqqara_service.api.operation import Operation
from saqqara_service.application.accounts import accounts as own
from saqqara_service.application.accounts import credentials, versions
from saqqara_service.application.challenges import challenges as offers
from saqqara_service.application.challenges import policies
from saqqara_service.application.feeds import ladder_progress
from saqqara_service.application.ladders import entries, results, scores, seasons
from saqqara_service.application.ladders import ladders as rated
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import lists
from saqqara_service.application.matches import matches as games
from saqqara_service.application.operations import server
from saqqara_service.application.play import endings
from saqqara_service.models import Scope

CREATED: Final = HTTPStatus.CREATED
ACCOUNT, ADMIN, JOIN = Scope.ACCOUNT_MANAGE, Scope.ADMIN, Scope.LADDER_JOIN
PLAY, READ = Scope.MATCH_PLAY, Scope.MATCH_READ

OPERATIONS: Final[tuple[Operation, ...]] = (
    Operation("server_about", "GET /server", server.about, "server"),
    Operation("games_page", "GET /games", matches.known_games, "games"),
    Operation(
        "accounts_register",
        "POST /accounts",
        accounts.register,
        "register",
        status=CREATED,
        charge=Charge.REGISTRATION,
    ),
    Operation("accounts_me", "GET /me", own.about_me, "me"),
    Operation("accounts_bots", "GET /bots", own.bots, "bots"),
    Operation(
        "accounts_create_bot",
        "POST /bots",
        accounts.create_bot,
        "create_bot",
        ACCOUNT,
        status=CREATED,
    ),
    Operation(
        "accounts_bot_versions", "GET /bots/{bot_id}/versions", versions.listed, "bot_versions"
    ),
    Operation(
        "accounts_create_version",
        "POST /bots/{bot_id}/versions",
        accounts.create_version,
        "create_bot_version",
        ACCOUNT,
        status=CREATED,
    ),
    Operation(
        "accounts_choose_version",
        "POST /bots/{bot_id}/version",
        accounts.choose_version,
        "choose_bot_version",
        ACCOUNT,
    ),
    Operation("credentials_token", "GET /token", credentials.about, "token"),
    Operation("credentials_tokens", "GET /tokens", credentials.listed, "tokens", ACCOUNT),
    Operation(
        "credentials_create_token",
        "POST /tokens",
        accounts.create_token,
        "create_token",
        ACCOUNT,
        status=CREATED,
    ),
    Operation(
        "credentials_rotate_token",
        "POST /tokens/{token_id}/rotate",
        accounts.rotate_token,
        "rotate_token",
        status=CREATED,
    ),
    Operation(
        "credentials_revoke_token",
        "POST /tokens/{token_id}/revoke",
        credentials.revoke,
        "revoke_token",
    ),
    Operation(
        "credentials_invite", "POST /invitations", accounts.invite, "invite", ADMIN, status=CREATED
    ),
    Operation("policies_get", "GET /bots/{bot_id}/policy", policies.of_bot, "policy", READ),
    Operation(
        "policies_put", "POST /bots/{bot_id}/policy", challenges.set_policy, "set_policy", PLAY
    ),
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
    Operation("matches_view", "GET /matches/{match_id}/view", games.view, "view"),
    Operation(
        "play_act", "POST /matches/{match_id}/actions", play.act, "act", PLAY, charge=Charge.ACTION
    ),
    Operation("play_explain", "GET /matches/{match_id}/explanation", play.explain, "explain", READ),
    Operation(
        "following_events",
        "GET /matches/{match_id}/events",
        play.events,
        stream=play.follow_events,
        stream_field="match_events",
    ),
    Operation("matches_record", "GET /matches/{match_id}/record", games.record, "record"),
    Operation("forks_fork", "POST /forks", matches.fork, "fork_match", PLAY, status=CREATED),
    Operation("challenges_page", "GET /challenges", challenges.page, "challenges", READ),
    Operation(
        "challenges_create",
        "POST /challenges",
        challenges.create,
        "create_challenge",
        PLAY,
        status=CREATED,
    ),
    Operation("challenges_get", "GET /challenges/{challenge_id}", offers.get, "challenge", READ),
    Operation(
        "challenges_accept",
        "POST /challenges/{challenge_id}/accept",
        challenges.accept,
        "accept_challenge",
        PLAY,
    ),
    Operation(
        "challenges_decline",
        "POST /challenges/{challenge_id}/decline",
        challenges.decline,
        "decline_challenge",
        PLAY,
    ),
    Operation(
        "challenges_cancel",
        "POST /challenges/{challenge_id}/cancel",
        offers.cancel,
        "cancel_challenge",
        PLAY,
    ),
    Operation("challenges_pair", "POST /pairings", challenges.pair, "pair_matches", PLAY),
    Operation("challenges_present", "GET /presence", accounts.present, "present_bots"),
    Operation(
        "following_turns",
        "GET /turns",
        play.turns,
        "turns",
        READ,
        stream=play.follow_turns,
        stream_field="feed",
    ),
    Operation("ladders_page", "GET /ladders", ladders.page, "ladders", cursor_of=rated.cursor),
    Operation(
        "ladders_create", "POST /ladders", ladders.create, "create_ladder", ACCOUNT, status=CREATED
    ),
    Operation(
        "ladders_get",
        "GET /ladders/{ladder_id}",
        rated.get,
        "ladder",
        stream=ladder_progress.changes,
        stream_field="ladder_progress",
    ),
    Operation("ladders_enrol", "POST /ladders/{ladder_id}/entries", ladders.enrol, "enrol", JOIN),
    Operation(
        "ladders_entries", "GET /ladders/{ladder_id}/entries", entries.listed, "ladder_entries"
    ),
    Operation(
        "ladders_withdraw", "POST /ladders/{ladder_id}/withdraw", ladders.withdraw, "withdraw", JOIN
    ),
    Operation(
        "ladders_readmit", "POST /ladders/{ladder_id}/readmit", ladders.readmit, "readmit", JOIN
    ),
    Operation(
        "ladders_start", "POST /ladders/{ladder_id}/start", seasons.start, "start_ladder", ACCOUNT
    ),
    Operation(
        "ladders_pause", "POST /ladders/{ladder_id}/pause", seasons.pause, "pause_ladder", ACCOUNT
    ),
    Operation(
        "ladders_resume",
        "POST /ladders/{ladder_id}/resume",
        seasons.resume,
        "resume_ladder",
        ACCOUNT,
    ),
    Operation(
        "ladders_extend",
        "POST /ladders/{ladder_id}/extend",
        ladders.extend,
        "extend_ladder",
        ACCOUNT,
    ),
    Operation(
        "ladders_cancel",
        "POST /ladders/{ladder_id}/cancel",
        seasons.cancel,
        "cancel_ladder",
        ACCOUNT,
    ),
    Operation(
        "ladders_standings", "GET /ladders/{ladder_id}/standings", rated.standings, "standings"
    ),
    Operation("ladders_scores", "GET /ladders/{ladder_id}/scores", scores.listed, "ladder_scores"),
    Operation(
        "ladders_schedule",
        "GET /ladders/{ladder_id}/matches",
        ladders.schedule,
        "ladder_matches",
        cursor_of=attrgetter("id"),
    ),
    Operation(
        "ladders_results",
        "GET /ladders/{ladder_id}/results",
        ladders.result_page,
        "ladder_results",
        cursor_of=results.cursor,
    ),
    Operation("ladders_pairs", "GET /ladders/{ladder_id}/pairs", results.pairs, "ladder_pairs"),
    Operation("ladders_table", "GET /ladders/{ladder_id}/table", results.table, "ladder_table"),
    Operation("ladders_luck", "GET /ladders/{ladder_id}/luck", results.luck_of, "ladder_luck"),
)
