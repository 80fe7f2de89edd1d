"""What callers ask, as both transports read it: one model per question, so that limits exist once.

A transport turns its own outer form into one of these, which the use case then takes.
"""

from __future__ import annotations

from saqqara_service.questions.accounts import (
    AccountMatchFilter,
    AccountQuestion,
    BotLadderFilter,
    BotMatchFilter,
    BotQuestion,
    ChooseBotVersion,
    CreateBot,
    CreateBotVersion,
    CreateToken,
    DeleteAccount,
    Invite,
    NameFilter,
    Register,
    RegisterGuest,
    RevokeToken,
    RotateToken,
    TokenQuestion,
    UndeleteAccount,
    UnverifyAccount,
    VerifyAccount,
)
from saqqara_service.questions.challenges import (
    AcceptChallenge,
    CancelChallenge,
    ChallengeFilter,
    ChallengeQuestion,
    CreateChallenge,
    DeclineChallenge,
    Pair,
    PairMatches,
    PresenceFilter,
)
from saqqara_service.questions.endings import AbortMatch, ResignMatch, VoidMatch
from saqqara_service.questions.feeds import EventFilter, FollowEvents, LobbyFilter, TurnDetail
from saqqara_service.questions.forks import ForkMatch
from saqqara_service.questions.ladders import (
    Annul,
    CancelLadder,
    CreateLadder,
    Enrol,
    ExtendLadder,
    LadderFilter,
    LadderMatchFilter,
    LadderQuestion,
    LadderResultFilter,
    LadderRulingFilter,
    PauseLadder,
    PlayTrials,
    Readmit,
    Restore,
    ResumeLadder,
    StartLadder,
    Withdraw,
)
from saqqara_service.questions.matches import (
    Act,
    CreateMatch,
    Explain,
    GameQuestion,
    JoinMatch,
    LayoutQuestion,
    MatchFilter,
    MatchQuestion,
    PreviewAction,
    StartMatch,
    ViewAt,
    ViewRecord,
)
from saqqara_service.questions.policies import SetPolicy
from saqqara_service.questions.profiles import SetProfile
from saqqara_service.questions.reader import (
    malformed,
    misread,
    numbered,
    read,
    read_json,
    read_object,
)
from saqqara_service.questions.submissions import (
    ActivateSubmission,
    ArchiveQuestion,
    DeleteSubmission,
    HeldSubmission,
    Meter,
    OperatorActFilter,
    PlayedMatch,
    QuarantineSubmission,
    ReleaseSubmission,
    ReportCheck,
    ReportFailure,
    SubmissionFilter,
    SubmissionQuestion,
    SubmitBot,
    TendRunner,
    WithdrawSubmission,
)
from saqqara_service.questions.time_controls import TimeControlTerms
from saqqara_service.questions.values import REST_ONLY, GivenId, NoQuestion
