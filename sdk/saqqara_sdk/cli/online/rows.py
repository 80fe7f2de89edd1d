"""The table of commands over the typed client: their names, their calls and what lists show.

Everything else about a command follows from the call: its arguments, their meaning and their
defaults, and whether it answers with a list. A call without a row has a reason in `NOT_TYPED`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class Keeps(Enum):
    """The treatment of a token in a response; `REPLACED`: it replaces a stored one."""

    NOTHING = auto()
    ACCOUNT = auto()
    BOT = auto()
    SHOWN = auto()
    REPLACED = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """One command: its call, the columns of a list, and the treatment of a token.

    `says` replaces the fields of the result: a sentence with arguments as typed and fields.
    """

    call: str
    columns: tuple[str, ...] = ()
    keeps: Keeps = Keeps.NOTHING
    says: str = ""


MATCH: Final = ("id", "status", "game", "seats", "time_control", "version", "created_ms")
BOTS: Final = ("id", "name", "account_id", "version", "created_ms")
SUBMISSION: Final = ("id", "name", "state", "is_active", "version", "archive_hash", "created_ms")

GROUPS: Final[Mapping[str, Mapping[str, Row]]] = {
    "account": {
        "register": Row("accounts.register", keeps=Keeps.ACCOUNT),
        "register-guest": Row("accounts.register_guest", keeps=Keeps.ACCOUNT),
        "show": Row("accounts.me"),
        "get": Row("accounts.get"),
        "bots": Row("accounts.bots", BOTS),
        "matches": Row("accounts.matches", MATCH),
        "named": Row("accounts.named", ("kind", "name", "id")),
        "delete": Row("accounts.delete"),
        "undelete": Row("accounts.undelete"),
        "verify": Row("accounts.verify"),
        "unverify": Row("accounts.unverify"),
        "invite": Row("accounts.invite"),
        "set-profile": Row("accounts.set_profile"),
    },
    "bot": {
        "create": Row("bots.create", keeps=Keeps.BOT),
        "list": Row("bots.page", BOTS),
        "show": Row("bots.get"),
        "matches": Row("bots.matches", MATCH),
        "ladders": Row("bots.ladders", ("id", "name", "status", "format", "matches_settled")),
        "present": Row("bots.present", BOTS),
        "create-version": Row("bots.create_version"),
        "versions": Row(
            "bots.versions", ("number", "name", "note", "commit", "archive_hash", "created_ms")
        ),
        "choose-version": Row("bots.choose_version"),
        "submissions": Row("submissions.of_bot", SUBMISSION),
        "submission": Row("submissions.get"),
        "log": Row("submissions.log"),
        "activate": Row("submissions.activate"),
        "withdraw": Row("submissions.withdraw"),
    },
    "submission": {
        "list": Row("submissions.page", ("bot_id", *SUBMISSION)),
        "quarantine": Row("submissions.quarantine"),
        "release": Row("submissions.release"),
        "delete": Row("submissions.delete"),
        "audit": Row(
            "submissions.acts",
            ("at_ms", "kind", "submission_id", "bot_id", "account_id", "reason"),
        ),
    },
    "token": {
        "show": Row("tokens.about"),
        "list": Row(
            "tokens.page", ("id", "name", "kind", "bot_id", "scopes", "expires_ms", "used_on")
        ),
        "create": Row("tokens.create", keeps=Keeps.SHOWN),
        "rotate": Row("tokens.rotate", keeps=Keeps.REPLACED),
        "revoke": Row("tokens.revoke"),
    },
    "policy": {"show": Row("bots.policy")},
    "challenge": {
        "create": Row("challenges.create"),
        "list": Row(
            "challenges.page",
            ("id", "status", "player_name", "challenged", "terms", "expires_ms", "match_id"),
        ),
        "show": Row("challenges.get"),
        "accept": Row("challenges.accept"),
        "decline": Row("challenges.decline"),
        "cancel": Row("challenges.cancel"),
    },
    "match": {
        "create": Row("matches.create"),
        "list": Row("matches.page", MATCH),
        "show": Row("matches.get"),
        "join": Row("matches.join"),
        "start": Row("matches.start"),
        "turns": Row("matches.turns", ("match_id", "game", "version", "seat", "actions")),
        "lobby": Row("matches.lobby", ("kind", "match", "challenge")),
        "view": Row("matches.view"),
        "preview": Row("matches.preview"),
        "record-views": Row("matches.record_views"),
        "act": Row("matches.act"),
        "explain": Row("matches.explain"),
        "events": Row(
            "matches.events_page", ("version", "kind", "seat", "action", "auto", "charged_ms")
        ),
        "follow": Row("matches.events"),
        "record": Row("matches.record"),
        "fork": Row("matches.fork"),
        "resign": Row("matches.resign"),
        "abort": Row("matches.abort"),
        "void": Row("matches.void"),
        "pair": Row("matches.pair"),
    },
    "ladder": {
        "create": Row("ladders.create"),
        "list": Row(
            "ladders.page",
            (
                "id",
                "name",
                "status",
                "format",
                "game",
                "players",
                "time_control",
                "matches_settled",
            ),
        ),
        "show": Row("ladders.get"),
        "join": Row("ladders.enrol", says="{bot_id} has entered ladder {name}"),
        "leave": Row("ladders.withdraw", says="{bot_id} has left ladder {name}"),
        "readmit": Row("ladders.readmit", says="{bot_id} is active again in ladder {name}"),
        "entries": Row(
            "ladders.entries",
            ("bot_id", "bot_name", "status", "version", "faults", "missed", "waits_for"),
        ),
        "start": Row("ladders.start", says="Ladder {name} is {status}"),
        "pause": Row("ladders.pause", says="Ladder {name} is {status}"),
        "resume": Row("ladders.resume", says="Ladder {name} is {status}"),
        "extend": Row("ladders.extend"),
        "cancel": Row("ladders.cancel", says="Ladder {name} is {status}"),
        "annul": Row("ladders.annul"),
        "restore": Row("ladders.restore"),
        "rulings": Row(
            "ladders.rulings",
            ("number", "kind", "match_id", "bot_id", "version", "restored_by", "reason"),
        ),
        "standings": Row(
            "ladders.standings",
            ("place", "bot_name", "version", "elo", "low", "high", "matches", "wins", "flags"),
        ),
        "scores": Row(
            "ladders.scores",
            ("place", "group", "bot_name", "team", "points", "meetings", "byes", "tie_breaks"),
        ),
        "teams": Row("ladders.teams", ("place", "team", "points", "bots")),
        "matches": Row("ladders.matches", ("id", "block", "status", "bots", "places", "reason")),
        "results": Row(
            "ladders.results", ("number", "match_id", "block", "rated", "annulled_by", "seats")
        ),
        "pairs": Row("ladders.pairs", ("bot_id", "other_id", "matches", "wins")),
        "table": Row(
            "ladders.table",
            (
                "place",
                "group",
                "bot_name",
                "version",
                "elo",
                "low",
                "high",
                "next_stronger",
                "next_error",
                "anchored_elo",
                "matches",
            ),
        ),
        "fit": Row("ladders.fit"),
        "luck": Row("ladders.luck"),
    },
    "server": {
        "show": Row("service.about"),
        "workload": Row("service.workload"),
        "layout": Row("service.layout"),
        "games": Row("service.games", ("name", "title", "rules_version", "players")),
    },
}
"""Group, command, row."""

NOT_TYPED: Final[Mapping[str, str]] = {
    "submissions.submit": "`bot submit` packs a file or folder first, and shows its progress",
    "accounts.export": "`account export` writes a file, and checks that it is complete",
    "runners.tend": "only runners call it: `saqqara-server runner`",
    "runners.archive": "only runners call it",
    "runners.report_check": "only runners call it",
    "runners.report_failure": "only runners call it",
    "bots.set_policy": "`policy set` reads the policy first, and changes the named fields",
}
"""Calls of the client that are no row of the table, and why."""
