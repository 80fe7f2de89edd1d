"""Tokens, and whom a bot accepts."""

from __future__ import annotations

from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import ACCOUNT, ADMIN, CREATED, PLAY, READ
from saqqara_service.application.accounts import credentials
from saqqara_service.application.ladders import availability
from saqqara_service.application.matches import policies
from saqqara_service.models import Viewer

TOKENS: Final[tuple[Row, ...]] = (
    Operation("tokens_about", "GET /token", credentials.about, "token", of=Viewer).raises(
        errors.NotFound
    ),
    Operation("tokens_page", "GET /tokens", credentials.listed, "tokens", ACCOUNT, of=Viewer),
    Operation(
        "tokens_create", "POST /tokens", credentials.create, "create_token", ACCOUNT, status=CREATED
    ).raises(errors.NotFound, errors.TooMany),
    Operation(
        "tokens_rotate",
        "POST /tokens/{token_id}/rotate",
        credentials.rotate,
        "rotate_token",
        status=CREATED,
        leaves_nothing=True,
    ).raises(errors.Forbidden, errors.WrongState, errors.TooMany),
    Operation(
        "tokens_revoke",
        "POST /tokens/{token_id}/revoke",
        credentials.revoke,
        "revoke_token",
        leaves_nothing=True,
    ),
    Operation(
        "accounts_invite", "POST /invitations", credentials.invite, "invite", ADMIN, status=CREATED
    ),
    Operation("bots_policy", "GET /bots/{bot_id}/policy", policies.of_bot, "policy", READ),
    Operation(
        "bots_set_policy",
        "POST /bots/{bot_id}/policy",
        availability.set_policy,
        "set_policy",
        PLAY,
        repeatable=True,
    ).raises(errors.UnknownOption),
)
