"""Why each change can be refused, beside what can befall every change (`COMMON`).

A test reads from the code what a use case can raise and compares it with its row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from saqqara_service.api.operation import Operation
from saqqara_service.errors import (
    ActionIdReused,
    ApplicationError,
    Busy,
    Forbidden,
    IllegalAction,
    Internal,
    Maintenance,
    Malformed,
    MatchOver,
    NameTaken,
    NotFound,
    NotYourSeat,
    NotYourTurn,
    RateLimited,
    SeatFlagged,
    SeatResigned,
    SeatTaken,
    StaleVersion,
    TooLarge,
    TooMany,
    Unauthenticated,
    UnknownOption,
    WrongState,
)

Kinds: TypeAlias = tuple[type[ApplicationError], ...]

COMMON: Final[Kinds] = (Malformed, RateLimited, Busy, Internal)
KNOWN: Final[Kinds] = (Unauthenticated, Forbidden)
"""What can befall whoever has to say who asks."""
OPENED: Final[Kinds] = (Forbidden, NameTaken, TooMany)
OWN: Final[Kinds] = (NotFound, Forbidden)
LED: Final[Kinds] = (*OWN, WrongState)
HANDED_IN: Final[Kinds] = (NotFound, WrongState, TooMany)
MADE: Final[Kinds] = (
    *(NotFound, UnknownOption, WrongState),
    *(TooMany, ActionIdReused, Maintenance),
)
SEATED: Final[Kinds] = (
    *(NotFound, UnknownOption, WrongState),
    *(NotYourSeat, MatchOver, Maintenance),
)

REFUSALS: Final[Mapping[str, Kinds]] = {
    "accounts_register": OPENED,
    "accounts_register_guest": OPENED,
    "accounts_delete": (NotFound, WrongState),
    "accounts_undelete": (NotFound, WrongState),
    "accounts_verify": (NotFound, WrongState),
    "accounts_unverify": (NotFound,),
    "profiles_set": (NotFound, NameTaken),
    "accounts_create_bot": (NotFound, NameTaken, TooMany),
    "accounts_create_version": (NotFound, TooMany),
    "accounts_choose_version": LED,
    "submissions_submit": (NotFound, TooLarge, TooMany),
    "submissions_activate": HANDED_IN,
    "submissions_withdraw": (NotFound, WrongState),
    "submissions_quarantine": (NotFound,),
    "submissions_release": (NotFound, WrongState),
    "submissions_delete": (NotFound,),
    "runners_tend": (),
    "runners_report_check": HANDED_IN,
    "runners_report_failure": (NotFound, WrongState),
    "credentials_create_token": (NotFound, TooMany),
    "credentials_rotate_token": (NotFound, WrongState, TooMany),
    "credentials_revoke_token": OWN,
    "credentials_invite": (),
    "policies_put": (NotFound, UnknownOption),
    "matches_create": MADE,
    "matches_join": (NotFound, UnknownOption, WrongState, SeatTaken, Maintenance),
    "matches_start": (NotFound, UnknownOption, WrongState, Maintenance),
    "endings_resign": SEATED,
    "endings_abort": SEATED,
    "endings_void": (NotFound, MatchOver),
    "play_act": (
        *(*SEATED, NotYourTurn, IllegalAction, StaleVersion),
        *(ActionIdReused, SeatFlagged, SeatResigned),
    ),
    "forks_fork": MADE,
    "records_views": (UnknownOption,),
    "challenges_create": MADE,
    "challenges_accept": MADE,
    "challenges_decline": MADE,
    "challenges_cancel": MADE,
    "challenges_pair": MADE,
    "ladders_create": (NotFound, UnknownOption, ActionIdReused),
    "ladders_enrol": LED,
    "ladders_withdraw": LED,
    "ladders_readmit": LED,
    "ladders_start": (*LED, TooMany, Maintenance),
    "ladders_pause": LED,
    "ladders_resume": (*LED, TooMany),
    "ladders_extend": LED,
    "ladders_cancel": LED,
    "ladders_annul": LED,
    "ladders_restore": LED,
}
"""What a change can be refused for besides, by the name of its operation."""


def refusals_of(operation: Operation) -> Kinds:
    """Every class of refusal that a change can be answered, each once."""
    known = KNOWN if operation.needs_caller else ()
    return tuple(dict.fromkeys((*REFUSALS[operation.name], *known, *COMMON)))
