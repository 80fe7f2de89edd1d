"""What the contract does not say of a call: arguments kinder than its body, and their order."""

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
class CallRow:
    """What the contract does not say of a call.

    `positional` names the arguments that go by place, after those of the path; without it they are
    those that have no default. `operation` is that of a second call of one operation.
    """

    operation: str = ""
    positional: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=dict)
    omits: tuple[str, ...] = ()
    stream: str = ""
    summary: str = ""


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


CALLS: Final[Mapping[str, CallRow]] = {
    "service_layout": CallRow(positional=("game",)),
    "accounts_register": CallRow(positional=("name", "invitation")),
    "accounts_register_guest": CallRow(positional=("name",)),
    "submissions_submit": CallRow(positional=("archive",)),
    "runners_tend": CallRow(arguments=(HELD,)),
    "runners_report_check": CallRow(positional=("runner_id",)),
    "matches_create": CallRow(
        positional=("seats", "time_control"), arguments=(_options("len(seats)"), KEY), defaults=GAME
    ),
    "matches_get": CallRow(summary="A match as the caller may see it"),
    "matches_join": CallRow(positional=("seat",)),
    "matches_hint": CallRow(summary="The actions that a house bot prefers, the best first"),
    "matches_preview": CallRow(positional=("action",), arguments=(ACTION,)),
    "matches_record_views": CallRow(positional=("record",)),
    "matches_turns": CallRow(omits=("legalActions",)),
    "matches_act": CallRow(
        positional=("action", "expected_version", "action_id"), arguments=(ACTION, ACTION_ID)
    ),
    "matches_explain": CallRow(positional=("action",), arguments=(ACTION,)),
    "matches_events": CallRow(
        omits=("legalActions", "first"),
        stream="MatchNews",
        summary="Follow the events of a match until it is over, from its beginning or"
        " after a cursor; lost connections are replaced without a gap",
    ),
    "matches_events_page": CallRow(operation="matches_events", omits=("legalActions", "views")),
    "matches_fork": CallRow(positional=("of", "version", "seats"), arguments=(FORKED,)),
    "matches_pair": CallRow(
        positional=("pairs", "time_control"),
        arguments=(_options("max(map(len, pairs.values()), default=2)"), PAIRS),
        defaults=GAME,
    ),
    "challenges_create": CallRow(
        positional=("challenged", "time_control"),
        arguments=(_options("1 + len(challenged)"), KEY),
        defaults=GAME,
    ),
    "challenges_accept": CallRow(positional=("bot_id",)),
    "challenges_decline": CallRow(positional=("reason", "bot_id")),
    "ladders_create": CallRow(
        positional=("name", "options", "time_control"), arguments=(KEY,), defaults=GAME
    ),
}
"""By the name of the operation, or a name of its own. All other calls follow from the contract."""
