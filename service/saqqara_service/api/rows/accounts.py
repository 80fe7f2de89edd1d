"""Accounts, bots and their versions; and what the service and its games are."""

from __future__ import annotations

from typing import Final

from saqqara_service import errors
from saqqara_service.api.operation import Operation, Row
from saqqara_service.api.rows import ACCOUNT, ADMIN, CREATED
from saqqara_service.application.accounts import (
    accounts,
    guests,
    profiles,
    search,
    verification,
    versions,
)
from saqqara_service.application.ladders import ladders as rated
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import games, layouts, lists
from saqqara_service.application.operations import deletion, export, server, workload
from saqqara_service.models import Account, Bot, Viewer

ACCOUNTS: Final[tuple[Row, ...]] = (
    Operation("service_about", "GET /server", server.about, "server"),
    Operation("service_workload", "GET /workload", workload.workload, "workload", ADMIN),
    Operation("service_games", "GET /games", games.known, "games"),
    Operation("service_layout", "GET /layout", layouts.request, "layout").raises(
        errors.UnknownOption
    ),
    Operation(
        "accounts_register",
        "POST /accounts",
        accounts.register,
        "register",
        status=CREATED,
        charge=Charge.REGISTRATION,
    ).raises(errors.Forbidden, errors.NameTaken, errors.TooMany),
    Operation(
        "accounts_register_guest",
        "POST /guests",
        guests.register,
        "register_guest",
        status=CREATED,
        charge=Charge.REGISTRATION,
    ).raises(errors.Forbidden, errors.NameTaken, errors.TooMany),
    Operation("accounts_me", "GET /me", accounts.about_me, "account", of=Viewer).raises(
        errors.NotFound
    ),
    Operation("accounts_set_profile", "POST /me/profile", profiles.put, "set_profile").raises(
        errors.Forbidden, errors.NotFound, errors.NameTaken
    ),
    Operation("accounts_get", "GET /accounts/{account_id}", accounts.account, "account"),
    Operation(
        "accounts_export", "GET /accounts/{account_id}/export", export.export, "export", ACCOUNT
    ),
    Operation(
        "accounts_delete",
        "POST /accounts/{account_id}/delete",
        deletion.delete,
        "delete_account",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "accounts_undelete",
        "POST /accounts/{account_id}/undelete",
        deletion.undelete,
        "undelete_account",
        ACCOUNT,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "accounts_verify",
        "POST /accounts/{account_id}/verify",
        verification.verify,
        "verify_account",
        ADMIN,
        repeatable=True,
        leaves_nothing=True,
    ).raises(errors.WrongState),
    Operation(
        "accounts_unverify",
        "POST /accounts/{account_id}/unverify",
        verification.unverify,
        "unverify_account",
        ADMIN,
        repeatable=True,
        leaves_nothing=True,
    ),
    Operation(
        "accounts_bots", "GET /accounts/{account_id}/bots", accounts.bots_of, "bots", of=Account
    ),
    Operation(
        "accounts_matches",
        "GET /accounts/{account_id}/matches",
        lists.of_account,
        "matches",
        cursor_of=lists.cursor,
        of=Account,
    ),
    Operation("accounts_named", "GET /names", search.page, "named", cursor_of=search.cursor),
    Operation("bots_page", "GET /bots", accounts.bots, "bots", of=Viewer),
    Operation("bots_get", "GET /bots/{bot_id}", accounts.bot, "bot"),
    Operation(
        "bots_matches",
        "GET /bots/{bot_id}/matches",
        lists.of_bot,
        "matches",
        cursor_of=lists.cursor,
        of=Bot,
    ),
    Operation(
        "bots_ladders",
        "GET /bots/{bot_id}/ladders",
        rated.of_bot,
        "ladders",
        cursor_of=rated.cursor,
        of=Bot,
    ),
    Operation(
        "bots_create", "POST /bots", accounts.create_bot, "create_bot", ACCOUNT, status=CREATED
    ).raises(errors.NotFound, errors.NameTaken, errors.TooMany),
    Operation("bots_versions", "GET /bots/{bot_id}/versions", versions.listed, "versions", of=Bot),
    Operation(
        "bots_create_version",
        "POST /bots/{bot_id}/versions",
        versions.create,
        "create_bot_version",
        ACCOUNT,
        status=CREATED,
    ).raises(errors.TooMany),
    Operation(
        "bots_choose_version",
        "POST /bots/{bot_id}/version",
        versions.choose,
        "choose_bot_version",
        ACCOUNT,
        leaves_nothing=True,
    ).raises(errors.WrongState),
)
