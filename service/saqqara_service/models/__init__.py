"""What the service says and is told: values between storage, application and the transports.

Times are integer milliseconds; instants count from the Unix epoch by Redis `TIME`. Seats are
numbered from 0. A match's version is the number of events in its log: 1 after the start, 0 before.
"""

from __future__ import annotations

from saqqara_contest.faults import Fault
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.tournaments.tie_breaks import TieBreak
from saqqara_engine.endings import EndReason
from saqqara_engine.explain import Rule
from saqqara_service.models.accounts import (
    SCOPES,
    Account,
    Bot,
    BotVersion,
    Caller,
    Deletion,
    Invitation,
    Issued,
    Named,
    NamedKind,
    Player,
    Quota,
    QuotaName,
    Scope,
    TokenInfo,
    TokenKind,
    Viewer,
)
from saqqara_service.models.challenges import Answer, Challenge, Challenged, ChallengeStatus
from saqqara_service.models.feeds import (
    ChallengeItem,
    EndedItem,
    EventNews,
    FeedItem,
    FeedKind,
    Heartbeat,
    HeartbeatItem,
    HeartbeatNews,
    LadderItem,
    LobbyChallenge,
    LobbyHeartbeat,
    LobbyKind,
    LobbyMatch,
    LobbyNews,
    MatchClocks,
    MatchNews,
    NewsKind,
    ResyncNews,
    Snapshot,
    TurnItem,
)
from saqqara_service.models.games import GameInfo, HouseRule, HouseValue, OptionInfo, Preset
from saqqara_service.models.hints import Hint, HintAction
from saqqara_service.models.ladder_formats import (
    LadderFormat,
    LadderLength,
    LadderRules,
    LadderStage,
    LadderTeam,
)
from saqqara_service.models.ladder_guides import LadderGuide
from saqqara_service.models.ladder_pairings import PairedBot, PairingKind, PairingReason
from saqqara_service.models.ladder_results import (
    FitCheck,
    LadderFit,
    LadderLuck,
    LadderResult,
    PairScore,
    RatingChange,
    SeatLuck,
    Standing,
)
from saqqara_service.models.ladder_rulings import LadderRuling, RulingKind
from saqqara_service.models.ladder_scores import LadderScore, TeamScore, TieBreakValue
from saqqara_service.models.ladders import (
    Entrants,
    EntryRule,
    EntryStatus,
    Ladder,
    LadderEntry,
    LadderMatch,
    LadderMatchStatus,
    LadderNotice,
    LadderStatus,
    LadderTerms,
    Owners,
    SameOwner,
)
from saqqara_service.models.layouts import (
    BoatLayout,
    Layout,
    LayoutSpace,
    PieceLayout,
    ScoringTable,
    SeatColour,
    ShipLayout,
    SiteLayout,
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
    RecordViews,
    Seat,
    SeatRunner,
    SeatView,
)
from saqqara_service.models.next_calls import NextCall
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
from saqqara_service.models.previews import PointsChange, Preview, SeatChange, SourceChange
from saqqara_service.models.profiles import Profile
from saqqara_service.models.results import Points, Result, SeatResult, VoidReason
from saqqara_service.models.runners import Assignment, Runner, RunnerLease, Work
from saqqara_service.models.sequential_tests import (
    ScoreCount,
    SequentialTest,
    SequentialTestBudget,
    SequentialTestStanding,
    SequentialVerdict,
)
from saqqara_service.models.server import (
    OPERATION_LIMITS,
    MaintenanceNotice,
    OperationLimits,
    Registration,
    Retention,
    ServerInfo,
    Workload,
)
from saqqara_service.models.submissions import (
    Accepting,
    ArchiveHash,
    FailureKind,
    Manifest,
    OperatorAct,
    OperatorActKind,
    Submission,
    SubmissionFailure,
    SubmissionLog,
    SubmissionState,
)
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
