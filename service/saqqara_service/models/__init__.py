"""What the service says and is told: values that pass between storage, application and the doors.

Times are integer milliseconds; instants count from the Unix epoch by Redis `TIME`. Seats are
numbered from 0. A match's version is the number of events in its log: 1 after the start, 0 before.
"""

from __future__ import annotations

from saqqara_contest.faults import Fault
from saqqara_contest.scores import TieBreak
from saqqara_engine.endings import EndReason
from saqqara_engine.explain import Rule
from saqqara_service.models.accounts import (
    SCOPES,
    Account,
    Bot,
    BotVersion,
    Caller,
    Invitation,
    Issued,
    Scope,
    TokenInfo,
    TokenKind,
)
from saqqara_service.models.challenges import Answer, Challenge, Challenged, ChallengeStatus
from saqqara_service.models.following import (
    FeedItem,
    FeedKind,
    Heartbeat,
    MatchClocks,
    MatchNews,
    NewsKind,
    Snapshot,
)
from saqqara_service.models.games import GameInfo, HouseRule, OptionInfo, Preset
from saqqara_service.models.ladder_results import (
    LadderResult,
    PairScore,
    RatingChange,
    TableRow,
)
from saqqara_service.models.ladders import (
    EntryRule,
    EntryStatus,
    Ladder,
    LadderEntry,
    LadderFormat,
    LadderMatch,
    LadderMatchStatus,
    LadderScore,
    LadderStatus,
    LadderTerms,
    SameOwner,
    Standing,
    TieBreakValue,
)
from saqqara_service.models.matches import (
    Acted,
    Chance,
    EventKind,
    Match,
    MatchEvent,
    MatchStatus,
    MatchTerms,
    Origin,
    Seat,
    SeatView,
)
from saqqara_service.models.pairings import Pairing, PairingProblem, Pairings
from saqqara_service.models.policies import (
    AcceptFrom,
    AcceptMode,
    AcceptPolicy,
    DeclineReason,
    GameLimit,
    OptionLimit,
    TimeLimit,
)
from saqqara_service.models.results import Points, Result, SeatResult, VoidReason
from saqqara_service.models.server import ServerInfo
from saqqara_service.models.time_controls import (
    Correspondence,
    Delay,
    Fischer,
    FlagRule,
    PerMove,
    TimeControl,
    TimeControlKind,
    Untimed,
)
from saqqara_service.models.turns import Explanation, OfferedAction, Receipt, Turn
from saqqara_service.models.values import Id, Instant, JsonObject, Model

__all__ = [
    "SCOPES",
    "AcceptFrom",
    "AcceptMode",
    "AcceptPolicy",
    "Account",
    "Acted",
    "Answer",
    "Bot",
    "BotVersion",
    "Caller",
    "Challenge",
    "ChallengeStatus",
    "Challenged",
    "Chance",
    "Correspondence",
    "DeclineReason",
    "Delay",
    "EndReason",
    "EntryRule",
    "EntryStatus",
    "EventKind",
    "Explanation",
    "Fault",
    "FeedItem",
    "FeedKind",
    "Fischer",
    "FlagRule",
    "GameInfo",
    "GameLimit",
    "Heartbeat",
    "HouseRule",
    "Id",
    "Instant",
    "Invitation",
    "Issued",
    "JsonObject",
    "Ladder",
    "LadderEntry",
    "LadderFormat",
    "LadderMatch",
    "LadderMatchStatus",
<<<<<<< HEAD
    "LadderScore",
=======
    "LadderResult",
>>>>>>> 8c6e398 (Tell every result of a ladder with what it changed, who beat whom, and the season's table)
    "LadderStatus",
    "LadderTerms",
    "Match",
    "MatchClocks",
    "MatchEvent",
    "MatchNews",
    "MatchStatus",
    "MatchTerms",
    "Model",
    "NewsKind",
    "OfferedAction",
    "OptionInfo",
    "OptionLimit",
    "Origin",
    "PairScore",
    "Pairing",
    "PairingProblem",
    "Pairings",
    "PerMove",
    "Points",
    "Preset",
    "RatingChange",
    "Receipt",
    "Result",
    "Rule",
    "SameOwner",
    "Scope",
    "Seat",
    "SeatResult",
    "SeatView",
    "ServerInfo",
    "Snapshot",
    "Standing",
<<<<<<< HEAD
    "TieBreak",
    "TieBreakValue",
=======
    "TableRow",
>>>>>>> 8c6e398 (Tell every result of a ladder with what it changed, who beat whom, and the season's table)
    "TimeControl",
    "TimeControlKind",
    "TimeLimit",
    "TokenInfo",
    "TokenKind",
    "Turn",
    "Untimed",
    "VoidReason",
]
