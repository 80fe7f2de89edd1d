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
class CommandRow:
    """One command: its call, the columns of a list, and the treatment of a token.

    `says` replaces the fields of the result: a sentence with arguments as typed and fields.
    `next` is the command that usually follows, with fields of the result; perhaps by its `state`.
    """

    call: str
    columns: tuple[str, ...] = ()
    keeps: Keeps = Keeps.NOTHING
    says: str = ""
    next: str | Mapping[str, str] = ""


MATCH: Final = ("id", "status", "game", "seats", "time_control", "version", "created_ms")
BOTS: Final = ("id", "name", "account_id", "version", "created_ms")
SUBMISSION: Final = ("id", "name", "state", "is_active", "version", "archive_hash", "created_ms")

OF_SUBMISSION: Final = {
    "pending": "bot submission {id}",
    "passed": "ladder join {ladder} {bot_id}",
    "refused": "bot log {id}",
}
"""The command after a submission, by its state."""

GROUPS: Final[Mapping[str, Mapping[str, CommandRow]]] = {
    "account": {
        "register": CommandRow("accounts.register", keeps=Keeps.ACCOUNT, next="bot create {name}"),
        "register-guest": CommandRow(
            "accounts.register_guest", keeps=Keeps.ACCOUNT, next="bot create {name}"
        ),
        "show": CommandRow("accounts.me"),
        "get": CommandRow("accounts.get"),
        "bots": CommandRow("accounts.bots", BOTS),
        "matches": CommandRow("accounts.matches", MATCH),
        "named": CommandRow("accounts.named", ("kind", "name", "id")),
        "delete": CommandRow("accounts.delete"),
        "undelete": CommandRow("accounts.undelete"),
        "verify": CommandRow("accounts.verify"),
        "unverify": CommandRow("accounts.unverify"),
        "invite": CommandRow("accounts.invite"),
        "set-profile": CommandRow("accounts.set_profile"),
    },
    "bot": {
        "create": CommandRow("bots.create", keeps=Keeps.BOT, next="bot submit PATH --bot {bot_id}"),
        "list": CommandRow("bots.page", BOTS),
        "show": CommandRow("bots.get"),
        "matches": CommandRow("bots.matches", MATCH),
        "ladders": CommandRow(
            "bots.ladders", ("id", "name", "status", "format", "matches_settled")
        ),
        "present": CommandRow("bots.present", BOTS),
        "create-version": CommandRow("bots.create_version"),
        "versions": CommandRow(
            "bots.versions", ("number", "name", "note", "commit", "archive_hash", "created_ms")
        ),
        "choose-version": CommandRow("bots.choose_version"),
        "submissions": CommandRow("submissions.of_bot", SUBMISSION),
        "submission": CommandRow("submissions.get", next=OF_SUBMISSION),
        "log": CommandRow("submissions.log"),
        "activate": CommandRow("submissions.activate"),
        "withdraw": CommandRow("submissions.withdraw"),
    },
    "submission": {
        "list": CommandRow("submissions.page", ("bot_id", *SUBMISSION)),
        "quarantine": CommandRow("submissions.quarantine"),
        "release": CommandRow("submissions.release"),
        "delete": CommandRow("submissions.delete"),
        "audit": CommandRow(
            "submissions.acts",
            ("at_ms", "kind", "submission_id", "bot_id", "account_id", "reason"),
        ),
    },
    "token": {
        "show": CommandRow("tokens.about"),
        "list": CommandRow(
            "tokens.page", ("id", "name", "kind", "bot_id", "scopes", "expires_ms", "used_on")
        ),
        "create": CommandRow("tokens.create", keeps=Keeps.SHOWN),
        "rotate": CommandRow("tokens.rotate", keeps=Keeps.REPLACED),
        "revoke": CommandRow("tokens.revoke"),
    },
    "policy": {"show": CommandRow("bots.policy")},
    "challenge": {
        "create": CommandRow("challenges.create"),
        "list": CommandRow(
            "challenges.page",
            ("id", "status", "player_name", "challenged", "terms", "expires_ms", "match_id"),
        ),
        "show": CommandRow("challenges.get"),
        "accept": CommandRow("challenges.accept"),
        "decline": CommandRow("challenges.decline"),
        "cancel": CommandRow("challenges.cancel"),
    },
    "match": {
        "create": CommandRow("matches.create"),
        "list": CommandRow("matches.page", MATCH),
        "show": CommandRow("matches.get"),
        "join": CommandRow("matches.join"),
        "start": CommandRow("matches.start"),
        "turns": CommandRow("matches.turns", ("match_id", "game", "version", "seat", "actions")),
        "lobby": CommandRow("matches.lobby", ("kind", "match", "challenge")),
        "view": CommandRow("matches.view"),
        "preview": CommandRow("matches.preview"),
        "hint": CommandRow("matches.hint", ("action", "gain")),
        "record-views": CommandRow("matches.record_views"),
        "act": CommandRow("matches.act"),
        "explain": CommandRow("matches.explain"),
        "events": CommandRow(
            "matches.events_page", ("version", "kind", "seat", "action", "auto", "charged_ms")
        ),
        "follow": CommandRow("matches.events"),
        "record": CommandRow("matches.record"),
        "fork": CommandRow("matches.fork"),
        "resign": CommandRow("matches.resign"),
        "abort": CommandRow("matches.abort"),
        "void": CommandRow("matches.void"),
        "pair": CommandRow("matches.pair"),
    },
    "ladder": {
        "create": CommandRow("ladders.create"),
        "list": CommandRow(
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
        "show": CommandRow("ladders.get"),
        "guide": CommandRow("ladders.guide", says="{text}", next="bot new NAME"),
        "try": CommandRow("ladders.play_trials"),
        "join": CommandRow(
            "ladders.enrol", says="{bot_id} has entered ladder {name}", next="ladder standings {id}"
        ),
        "leave": CommandRow("ladders.withdraw", says="{bot_id} has left ladder {name}"),
        "readmit": CommandRow("ladders.readmit", says="{bot_id} is active again in ladder {name}"),
        "entries": CommandRow(
            "ladders.entries",
            ("bot_name", "status", "version", "faults", "missed", "waits_for"),
        ),
        "start": CommandRow("ladders.start", says="Ladder {name} is {status}"),
        "pause": CommandRow("ladders.pause", says="Ladder {name} is {status}"),
        "resume": CommandRow("ladders.resume", says="Ladder {name} is {status}"),
        "extend": CommandRow("ladders.extend"),
        "cancel": CommandRow("ladders.cancel", says="Ladder {name} is {status}"),
        "annul": CommandRow("ladders.annul"),
        "restore": CommandRow("ladders.restore"),
        "rulings": CommandRow(
            "ladders.rulings",
            ("number", "kind", "match_id", "bot_id", "version", "restored_by", "reason"),
        ),
        "standings": CommandRow("ladders.standings"),
        "scores": CommandRow("ladders.scores"),
        "teams": CommandRow("ladders.teams", ("place", "team", "points", "bots")),
        "matches": CommandRow(
            "ladders.matches", ("id", "block", "status", "bots", "places", "reason")
        ),
        "results": CommandRow(
            "ladders.results", ("number", "match_id", "block", "rated", "annulled_by", "seats")
        ),
        "pairs": CommandRow(
            "ladders.pairs", ("bot_id", "version", "other_id", "other_version", "matches", "wins")
        ),
        "fit": CommandRow("ladders.fit"),
        "luck": CommandRow("ladders.luck"),
    },
    "server": {
        "show": CommandRow("service.about"),
        "workload": CommandRow("service.workload"),
        "layout": CommandRow("service.layout"),
        "games": CommandRow("service.games", ("name", "title", "rules_version", "players")),
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

HAND_WRITTEN: Final[Mapping[str, str]] = {
    "submissions.submit": "bot submit PATH --bot {bot_id}",
    "accounts.export": "account export",
    "bots.set_policy": "policy set {bot_id}",
}
"""The commands for calls of people that are no row of the table."""
