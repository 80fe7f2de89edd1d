"""What the contract does not say: each call's group and name, and arguments kinder than its body.

An operation without a row here is refused by the generator, so that none is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

NAMES: Final[Mapping[str, str]] = {
    "Bot": "RegisteredBot",  # `Bot` is the program that plays
    "Turn": "WireTurn",  # `Turn` is what a bot chooses at
    "SetPolicy": "AcceptPolicy",
    "LadderStageTerms": "LadderStage",
    "LadderTeamTerms": "LadderTeam",
    "SequentialTestTerms": "SequentialTest",
    "TimeControlTerms": "TimeControl",
}
"""Schemas that have another name in Python."""

PLAIN: Final = frozenset({"ImhotepView", "DuelView"})
"""What stays JSON: the engine at hand reads views."""

OMITTED: Final = frozenset({("Turn", "legalActions")})
"""Fields that are left out: the engine at hand labels its actions."""

ROOTS: Final = ("Turn", "LadderNotice", "Result", "Challenge", "MatchNews")
"""What is told beside answers: in the feed and in streams."""

GIVEN: Final = ("HeldSubmission", "Meter")
"""What programs make to put into a list that they give."""

SECRETS: Final = frozenset({("Issued", "token"), ("Invitation", "code"), ("Assignment", "token")})
"""Fields that stay out of a value's repr."""

ABSENT: Final[Mapping[str, str]] = {
    "creditedMs": "0",
    "fault": "Fault.NONE",
    "resigned": "False",
}
"""What a field is where an older service says nothing of it; what may be null is None then."""

MIXINS: Final[Mapping[str, tuple[str, ...]]] = {
    "MatchStatus": ("mixins.Ending",),
    "EventNews": ("mixins.LastEvent",),
    "ResyncNews": ("mixins.LastSnapshot",),
    "HeartbeatNews": ("mixins.NeverLast",),
    "UnknownMatchNews": ("mixins.NeverLast",),
}
"""What is added to a generated class by hand."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument in place of fields of the body or query: what each of them gets of it.

    `measure` is the unit and the bounds of its value.
    """

    name: str
    annotation: str
    text: str
    wire: Mapping[str, str]
    default: str | None = None
    measure: str = ""

    @property
    def is_time(self) -> bool:
        """Whether it counts milliseconds, which people type with a unit."""
        return self.name.endswith("_ms")


@dataclass(frozen=True, slots=True)
class ResourceRow:
    """One call.

    `positional` names the arguments that go by place, after those of the path; without it they are
    those that have no default. A call that `repeats` may be sent again without harm.
    """

    operation: str
    method: str
    repeats: bool = False
    positional: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    omits: tuple[str, ...] = ()
    stream: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group of calls: `client.matches` and its like."""

    about: str
    rows: tuple[ResourceRow, ...]


KEY: Final = Argument(
    "key",
    "str | None",
    "An id that you choose, so that repeating the call creates nothing twice; None: a new id.",
    {"key": "key or uuid.uuid4().hex"},
    "None",
)
ACTION: Final = Argument(
    "action",
    "str | int",
    "The action: its notation, such as `sail 2 temple`, or its code.",
    {
        "action": "action if isinstance(action, str) else None",
        "code": "action if isinstance(action, int) else None",
    },
)
ACTION_ID: Final = Argument(
    "action_id",
    "str | None",
    "An id that you choose, so that repeating the call does not apply it twice; None: a new id.",
    {"actionId": "action_id or uuid.uuid4().hex"},
    "None",
)
PAIRS: Final = Argument(
    "pairs",
    "Mapping[str, Sequence[str]]",
    "The matches to create, at most 100: the bots of each by seat, under a key that you choose.",
    {"pairs": '[{"key": key, "seats": list(seats)} for key, seats in pairs.items()]'},
)
FORKED: Final = Argument(
    "of",
    "str | Mapping[str, JsonValue]",
    "The id of the match to fork, or a complete record.",
    {
        "matchId": "of if isinstance(of, str) else None",
        "record": "None if isinstance(of, str) else dict(of)",
    },
)
HELD: Final = Argument(
    "held",
    "Sequence[HeldSubmission]",
    "The submissions that it works on now.",
    {"held": '[one.model_dump(mode="json", by_alias=True) for one in held]'},
    "()",
)
GAME: Final = {"game": '"imhotep"'}


def _options(players: str) -> Argument:
    return Argument(
        "options",
        "Mapping[str, JsonValue] | None",
        'The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options have the'
        " game's defaults; the number of players follows from the seats.",
        {"options": f'{{"players": {players}, **(options or {{}})}}'},
        "None",
    )


GROUPS: Final[Mapping[str, GroupRow]] = {
    "Service": GroupRow(
        "The service itself and its games.",
        (
            ResourceRow("service_about", "about"),
            ResourceRow("service_workload", "workload"),
            ResourceRow("service_games", "games"),
            ResourceRow("service_layout", "layout", positional=("game",)),
        ),
    ),
    "Accounts": GroupRow(
        "The account of the token.",
        (
            ResourceRow("accounts_register", "register", positional=("name", "invitation")),
            ResourceRow("accounts_register_guest", "register_guest", positional=("name",)),
            ResourceRow("accounts_me", "me"),
            ResourceRow("accounts_set_profile", "set_profile"),
            ResourceRow("accounts_get", "get"),
            ResourceRow("accounts_bots", "bots"),
            ResourceRow("accounts_delete", "delete", repeats=True),
            ResourceRow("accounts_undelete", "undelete", repeats=True),
            ResourceRow("accounts_verify", "verify", repeats=True),
            ResourceRow("accounts_unverify", "unverify", repeats=True),
            ResourceRow("accounts_export", "export"),
            ResourceRow("accounts_matches", "matches"),
            ResourceRow("accounts_named", "named"),
            ResourceRow("accounts_invite", "invite"),
        ),
    ),
    "Bots": GroupRow(
        "The bots of the account.",
        (
            ResourceRow("bots_create", "create"),
            ResourceRow("bots_page", "page"),
            ResourceRow("bots_get", "get"),
            ResourceRow("bots_matches", "matches"),
            ResourceRow("bots_ladders", "ladders"),
            ResourceRow("bots_create_version", "create_version"),
            ResourceRow("bots_versions", "versions"),
            ResourceRow("bots_choose_version", "choose_version"),
            ResourceRow("bots_policy", "policy"),
            ResourceRow("bots_set_policy", "set_policy", repeats=True),
            ResourceRow("bots_present", "present"),
        ),
    ),
    "Submissions": GroupRow(
        "Submitted programs, which the host runs.",
        (
            ResourceRow("submissions_submit", "submit", positional=("archive",)),
            ResourceRow("submissions_of_bot", "of_bot"),
            ResourceRow("submissions_page", "page"),
            ResourceRow("submissions_get", "get"),
            ResourceRow("submissions_log", "log"),
            ResourceRow("submissions_activate", "activate", repeats=True),
            ResourceRow("submissions_withdraw", "withdraw", repeats=True),
            ResourceRow("submissions_quarantine", "quarantine", repeats=True),
            ResourceRow("submissions_release", "release", repeats=True),
            ResourceRow("submissions_delete", "delete"),
            ResourceRow("submissions_acts", "acts"),
        ),
    ),
    "Runners": GroupRow(
        "Calls of the host's runners, which run submitted programs.",
        (
            ResourceRow("runners_tend", "tend", repeats=True, arguments=(HELD,)),
            ResourceRow("runners_archive", "archive"),
            ResourceRow(
                "runners_report_check", "report_check", repeats=True, positional=("runner_id",)
            ),
            ResourceRow("runners_report_failure", "report_failure", repeats=True),
        ),
    ),
    "Tokens": GroupRow(
        "The tokens of the account and of its bots.",
        (
            ResourceRow("tokens_about", "about"),
            ResourceRow("tokens_page", "page"),
            ResourceRow("tokens_create", "create"),
            ResourceRow("tokens_rotate", "rotate"),
            ResourceRow("tokens_revoke", "revoke"),
        ),
    ),
    "Matches": GroupRow(
        "Creating, finding, following and playing matches.",
        (
            ResourceRow(
                "matches_create",
                "create",
                repeats=True,
                positional=("seats", "time_control"),
                arguments=(_options("len(seats)"), KEY),
                defaults=GAME,
            ),
            ResourceRow("matches_get", "get", summary="A match as the caller may see it"),
            ResourceRow("matches_page", "page"),
            ResourceRow("matches_join", "join", positional=("seat",)),
            ResourceRow("matches_start", "start"),
            ResourceRow("matches_view", "view"),
            ResourceRow("matches_preview", "preview", positional=("action",), arguments=(ACTION,)),
            ResourceRow(
                "matches_record_views", "record_views", repeats=True, positional=("record",)
            ),
            ResourceRow("matches_turns", "turns", omits=("legalActions",)),
            ResourceRow("matches_lobby", "lobby"),
            ResourceRow(
                "matches_act",
                "act",
                repeats=True,
                positional=("action", "expected_version", "action_id"),
                arguments=(ACTION, ACTION_ID),
            ),
            ResourceRow("matches_explain", "explain", positional=("action",), arguments=(ACTION,)),
            ResourceRow(
                "matches_events",
                "events",
                omits=("legalActions", "first"),
                stream="MatchNews",
                summary="Follow the events of a match until it is over, from its beginning or"
                " after a cursor; lost connections are replaced without a gap",
            ),
            ResourceRow("matches_events", "events_page", omits=("legalActions", "views")),
            ResourceRow("matches_record", "record"),
            ResourceRow(
                "matches_fork", "fork", positional=("of", "version", "seats"), arguments=(FORKED,)
            ),
            ResourceRow("matches_resign", "resign", repeats=True),
            ResourceRow("matches_abort", "abort", repeats=True),
            ResourceRow("matches_void", "void", repeats=True),
            ResourceRow(
                "matches_pair",
                "pair",
                repeats=True,
                positional=("pairs", "time_control"),
                arguments=(_options("max(map(len, pairs.values()), default=2)"), PAIRS),
                defaults=GAME,
            ),
        ),
    ),
    "Challenges": GroupRow(
        "Challenging other players, and answering challenges.",
        (
            ResourceRow(
                "challenges_create",
                "create",
                repeats=True,
                positional=("challenged", "time_control"),
                arguments=(_options("1 + len(challenged)"), KEY),
                defaults=GAME,
            ),
            ResourceRow("challenges_get", "get"),
            ResourceRow("challenges_page", "page"),
            ResourceRow("challenges_accept", "accept", repeats=True, positional=("bot_id",)),
            ResourceRow(
                "challenges_decline", "decline", repeats=True, positional=("reason", "bot_id")
            ),
            ResourceRow("challenges_cancel", "cancel", repeats=True),
        ),
    ),
    "Ladders": GroupRow(
        "Rated ladders: creating and running them, enrolling bots, reading the tables.",
        (
            ResourceRow(
                "ladders_create",
                "create",
                repeats=True,
                positional=("name", "options", "time_control"),
                arguments=(KEY,),
                defaults=GAME,
            ),
            ResourceRow("ladders_get", "get"),
            ResourceRow("ladders_page", "page"),
            ResourceRow("ladders_enrol", "enrol", repeats=True),
            ResourceRow("ladders_withdraw", "withdraw", repeats=True),
            ResourceRow("ladders_readmit", "readmit", repeats=True),
            ResourceRow("ladders_entries", "entries"),
            ResourceRow("ladders_start", "start", repeats=True),
            ResourceRow("ladders_pause", "pause", repeats=True),
            ResourceRow("ladders_resume", "resume", repeats=True),
            ResourceRow("ladders_extend", "extend", repeats=True),
            ResourceRow("ladders_cancel", "cancel", repeats=True),
            ResourceRow("ladders_annul", "annul", repeats=True),
            ResourceRow("ladders_restore", "restore", repeats=True),
            ResourceRow("ladders_rulings", "rulings"),
            ResourceRow("ladders_scores", "scores"),
            ResourceRow("ladders_teams", "teams"),
            ResourceRow("ladders_standings", "standings"),
            ResourceRow("ladders_matches", "matches"),
            ResourceRow("ladders_results", "results"),
            ResourceRow("ladders_pairs", "pairs"),
            ResourceRow("ladders_table", "table"),
            ResourceRow("ladders_fit", "fit"),
            ResourceRow("ladders_luck", "luck"),
        ),
    ),
}
