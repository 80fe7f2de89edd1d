"""What callers ask, as both transports read it: one model per question, so that limits exist once.

A transport turns its own outer form into one of these and calls the application with plain values.
"""

from __future__ import annotations

from saqqara_service.inputs.accounts import (
    ChooseBotVersion,
    CreateBot,
    CreateBotVersion,
    CreateToken,
    Invite,
    Register,
    RotateToken,
)
from saqqara_service.inputs.challenges import (
    AcceptChallenge,
    ChallengeFilter,
    CreateChallenge,
    DeclineChallenge,
    Pair,
    PairMatches,
    PresenceFilter,
)
from saqqara_service.inputs.endings import VoidMatch
from saqqara_service.inputs.feeds import EventFilter, FollowEvents, TurnDetail
from saqqara_service.inputs.forks import ForkMatch
from saqqara_service.inputs.ladders import (
    CreateLadder,
    Enrol,
    ExtendLadder,
    LadderFilter,
    LadderMatchFilter,
    LadderResultFilter,
    Readmit,
    Withdraw,
)
from saqqara_service.inputs.matches import Act, CreateMatch, Explain, JoinMatch, MatchFilter
from saqqara_service.inputs.policies import (
    GameLimitTerms,
    OptionLimitTerms,
    SetPolicy,
    TimeLimitTerms,
)
from saqqara_service.inputs.reading import (
    malformed,
    misread,
    numbered,
    read,
    read_json,
    read_object,
)
from saqqara_service.inputs.texts import TEXTS
from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import (
    REST_ONLY,
    Cursor,
    Key,
    PageSize,
    Text,
    Version,
)

__all__ = [
    "REST_ONLY",
    "TEXTS",
    "AcceptChallenge",
    "Act",
    "ChallengeFilter",
    "ChooseBotVersion",
    "CreateBot",
    "CreateBotVersion",
    "CreateChallenge",
    "CreateLadder",
    "CreateMatch",
    "CreateToken",
    "Cursor",
    "DeclineChallenge",
    "Enrol",
    "EventFilter",
    "Explain",
    "ExtendLadder",
    "FollowEvents",
    "ForkMatch",
    "GameLimitTerms",
    "Invite",
    "JoinMatch",
    "Key",
    "LadderFilter",
    "LadderMatchFilter",
    "LadderResultFilter",
    "MatchFilter",
    "OptionLimitTerms",
    "PageSize",
    "Pair",
    "PairMatches",
    "PresenceFilter",
    "Readmit",
    "Register",
    "RotateToken",
    "SetPolicy",
    "Text",
    "TimeControlTerms",
    "TimeLimitTerms",
    "TurnDetail",
    "Version",
    "VoidMatch",
    "Withdraw",
    "malformed",
    "misread",
    "numbered",
    "read",
    "read_json",
    "read_object",
]
