"""The enumerations of the API. A newer service may add values: see `OpenEnum`.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.values import OpenEnum


class AcceptFrom(OpenEnum):
    """The challengers that a bot permits: `anyone`, its own `account`, or `listed` ones."""

    ANYONE = "anyone"
    """Any account or bot that is not blocked."""
    ACCOUNT = "account"
    """Only the bot's own account and its bots."""
    LISTED = "listed"
    """Only the accounts and bots in `allowed`."""


class AcceptMode(OpenEnum):
    """The response to a challenge within the bot's limits.

    `accept` accepts it at once. `ask` sends it to the bot's feed. `refuse` declines it.
    """

    ACCEPT = "accept"
    """Accept the challenge at once."""
    ASK = "ask"
    """Send the challenge to the bot's feed and wait for its answer."""
    REFUSE = "refuse"
    """Decline the challenge at once."""


class Accepting(OpenEnum):
    """A program's answer to a challenge that its bot's accept policy leaves open."""

    NO = "no"
    """The program declines."""
    YES = "yes"
    """The program accepts."""
    LATER = "later"
    """The program does not answer; another client answers for the bot."""


class Answer(OpenEnum):
    """A bot's answer to a challenge."""

    PENDING = "pending"
    """The bot has not answered yet."""
    ACCEPTED = "accepted"
    """The bot accepts the challenge."""
    DECLINED = "declined"
    """The bot declines the challenge."""


class ChallengeStatus(OpenEnum):
    """The status of a challenge; only a `pending` one can be answered."""

    PENDING = "pending"
    """Not all players have answered yet."""
    ACCEPTED = "accepted"
    """All players have accepted. The match is created a moment later; `match_id` then names it."""
    DECLINED = "declined"
    """One player has declined."""
    CANCELLED = "cancelled"
    """The creator cancelled the challenge, or it could no longer be played."""
    EXPIRED = "expired"
    """Not all players answered in time."""


class Chance(OpenEnum):
    """The treatment of hidden cards when a fork begins."""

    KEPT = "kept"
    """Hidden cards stay as they were in the original match."""
    RESAMPLED = "resampled"
    """Hidden cards are drawn again at random."""


class DeclineReason(OpenEnum):
    """A bot's reason for declining a challenge; a policy names the limit that is exceeded."""

    DECLINED = "declined"
    """The bot gives no reason."""
    LATER = "later"
    """Not now; try again after a while."""
    REFUSES = "refuses"
    """The bot's policy refuses all challenges."""
    NOT_ALLOWED = "not_allowed"
    """The bot's policy excludes one of the other players."""
    GAME = "game"
    """The bot does not play this game."""
    OPTIONS = "options"
    """The bot plays the game, but not with these options."""
    PLAYERS = "players"
    """The bot does not play with this number of seats."""
    TIME_CONTROL = "time_control"
    """The bot does not play with this kind of time control."""
    TOO_FAST = "too_fast"
    """The bot's policy requires more time."""
    TOO_SLOW = "too_slow"
    """The bot's policy requires less time."""
    FLAG_RULE = "flag_rule"
    """The bot does not play with this rule for a seat that runs out of time."""
    HANDICAP = "handicap"
    """The bot only plays with equal times."""
    ABSENT = "absent"
    """The bot is not present: it neither follows its feed nor polls its turns."""
    BUSY = "busy"
    """The bot already has the maximum number of matches or challenges at once."""
    VERSIONS = "versions"
    """The bot has exceeded the ladder's limit of versions per season."""
    SPENT = "spent"
    """The bot is hosted, and its account's programs have used up their daily processor time."""
    ASKS = "asks"
    """The bot must answer for itself; challenge it instead of pairing it."""


class EndReason(OpenEnum):
    """The reason why a match ended.

    `played`: at the game's end. `flag`, `resigned`: only one seat was left; the last other seat
    lost on time or resigned. `aborted`: all seats agreed before the first action. `voided`: by
    an operator. `rules_changed`: the service no longer supports the match's rules. `outage`: the
    service failed.
    """

    PLAYED = "played"
    """The game was played to its end."""
    FLAG = "flag"
    """Only one seat was left; the last other seat lost on time."""
    RESIGNED = "resigned"
    """Only one seat was left; the last other seat resigned."""
    ABORTED = "aborted"
    """All seats agreed to abort before the first action."""
    VOIDED = "voided"
    """An operator ended the match."""
    RULES_CHANGED = "rules_changed"
    """The service no longer supports the match's rules."""
    OUTAGE = "outage"
    """The service could not continue the match."""


class Entrants(OpenEnum):
    """The bots that a ladder admits: hosted bots, bots that their owners run, or both."""

    ANY = "any"
    """Both kinds of bots."""
    HOSTED = "hosted"
    """Only hosted bots, whose submitted programs the host runs."""
    CONNECTED = "connected"
    """Only bots that their owners run."""


class EntryRule(OpenEnum):
    """The bots that their owners may enrol: all (`open`), or only `invited` ones."""

    OPEN = "open"
    """Any bot."""
    INVITED = "invited"
    """Only the listed bots and the bots of the listed accounts."""


class EntryStatus(OpenEnum):
    """The status of a bot in a ladder."""

    ACTIVE = "active"
    """The bot gets matches."""
    BENCHED = "benched"
    """The bot gets no matches until its owner readmits it."""
    WITHDRAWN = "withdrawn"
    """The bot was withdrawn; its results stay."""
    DISQUALIFIED = "disqualified"
    """A ruling annuls the matches of the bot or of its current version, so it gets no matches."""


class EventKind(OpenEnum):
    """The kind of an event in a match's log."""

    STARTED = "started"
    """The match began."""
    ACTION = "action"
    """A seat took an action, or the autoplay policy acted for it."""
    FLAGGED = "flagged"
    """A seat's time ran out."""
    RESIGNED = "resigned"
    """A seat resigned."""
    ABORT_AGREED = "abort_agreed"
    """A seat agreed to abort the match."""
    ABORTED = "aborted"
    """All seats agreed to abort the match."""
    VOIDED = "voided"
    """The match ended without an outcome."""
    ROLLED_BACK = "rolled_back"
    """The database lost the newest events, up to `lost_version`; play continues from the rest."""


class FailureKind(OpenEnum):
    """The way in which a program failed."""

    EXIT = "exit"
    """The program exited during the match."""
    TIMEOUT = "timeout"
    """The program did not answer in time."""
    OUTPUT = "output"
    """The program wrote too much output, or a line that does not follow the protocol."""
    ILLEGAL = "illegal"
    """The program chose an action that was not legal."""
    LIMIT = "limit"
    """The program exceeded a limit of the sandbox, such as memory or processes."""
    START = "start"
    """The program could not be started, or did not send its greeting."""
    HOST = "host"
    """The runner's machine could not start the program; another runner tries."""


class Fault(OpenEnum):
    """The party at fault for the end of a match, or `none` if the match ended normally."""

    NONE = "none"
    """The match ended normally."""
    BOT = "bot"
    """A bot ran out of time."""
    OPERATOR = "operator"
    """The operator ended the match."""
    SERVICE = "service"
    """The service failed; this never counts against a bot."""


class FitAspect(OpenEnum):
    """A way in which results can deviate from independent games between unchanging bots."""

    SEAT = "seat"
    """The advantage of the best seat over the worst one, in Elo."""
    TIES = "ties"
    """The share of ties among the meetings of two bots."""
    BLOCK = "block"
    """The effect of a block's deals on the strength of a bot, in Elo."""
    ORDER = "order"
    """The degree to which places below the first follow strength, in tables of whole orders."""
    INTRANSITIVITY = "intransitivity"
    """The dependence of a bot's advantage on the opponent that it meets, in Elo."""
    DRIFT = "drift"
    """The largest change of a bot's strength between the season's first match and its last."""


class FlagRule(OpenEnum):
    """A rule for seats that run out of time."""

    AUTOPLAY = "autoplay"
    """Autoplay plays on for the seat, which ranks below all seats that kept their time."""
    FORFEIT = "forfeit"
    """The match is over and the other seat wins; only for matches with two seats."""


class LadderFormat(OpenEnum):
    """The format of a ladder, which decides the pairings."""

    CONTINUOUS = "continuous"
    """Block after block, the bots with the fewest matches meet others of similar strength."""
    ROUND_ROBIN = "round_robin"
    """Each bot meets every other bot in each round; with `groups`, only the bots of its group."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets every other bot in each round."""
    SWISS = "swiss"
    """In each round, bots with equal points meet if they have not met before."""
    SINGLE_ELIMINATION = "single_elimination"
    """A bot that loses a meeting is out; the last remaining bot wins."""
    DOUBLE_ELIMINATION = "double_elimination"
    """A bot that loses two meetings is out; bots with one loss meet each other."""
    ARENA = "arena"
    """Until the end, free bots meet others with similar points; winning streaks count double."""


class LadderLength(OpenEnum):
    """The measure of a ladder's length."""

    BLOCKS = "blocks"
    """The total number of blocks."""
    ROUNDS = "rounds"
    """The total number of rounds."""


class LadderMatchStatus(OpenEnum):
    """The status of one match of a ladder's schedule."""

    PLANNED = "planned"
    """The match has not begun."""
    STARTED = "started"
    """The match is being played."""
    SETTLED = "settled"
    """The match counts in the standings."""
    ANNULLED = "annulled"
    """The match was played, but a ruling annulled its result; it is not replayed."""
    VOID = "void"
    """The match does not count; it is replayed."""
    GIVEN_UP = "given_up"
    """The match does not count and is not replayed; see `forfeited_by`."""
    DROPPED = "dropped"
    """A bot was absent before any match of the block began; another block is planned instead."""


class LadderStatus(OpenEnum):
    """The status of a ladder: `open`, then `running` or `paused`, finally `finished`."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """The ladder's matches are being played."""
    PAUSED = "paused"
    """No new match begins until the ladder is resumed; running matches continue and count."""
    FINISHED = "finished"
    """The ladder is over, and its standings are final."""
    CANCELLED = "cancelled"
    """The ladder was cancelled; its results stay in the standings."""


class MatchStatus(mixins.Ending, OpenEnum):
    """The status of a match, from open to over."""

    OPEN = "open"
    """The match has not started; free seats can be taken."""
    RUNNING = "running"
    """The match is being played."""
    FINISHED = "finished"
    """The match is over, and its result counts."""
    VOID = "void"
    """The match ended without an outcome and does not count."""


class NamedKind(OpenEnum):
    """The kind of an object with a name."""

    ACCOUNT = "account"
    """A person or team."""
    BOT = "bot"
    """A program that plays."""
    LADDER = "ladder"
    """A series of rated matches."""


class OperatorActKind(OpenEnum):
    """An operator's action on a submission."""

    QUARANTINED = "quarantined"
    """The submission was quarantined."""
    RELEASED = "released"
    """The submission was released from quarantine."""
    DELETED = "deleted"
    """The submission and its archive were deleted."""


class Owners(OpenEnum):
    """The accounts whose bots a ladder admits."""

    ANYBODY = "anybody"
    """The bots of any account."""
    VERIFIED = "verified"
    """Only the bots of accounts whose owner an operator has verified, and house bots."""


class PairingKind(OpenEnum):
    """The rule that produced a pairing."""

    RATING = "rating"
    """The bot with the fewest matches meets the bots that are closest to it in strength."""
    LOT = "lot"
    """The bot with the fewest matches meets bots chosen uniformly at random."""
    ROUND_ROBIN = "round_robin"
    """All bots meet each other."""
    GAUNTLET = "gauntlet"
    """All other bots meet the challenger."""
    SWISS = "swiss"
    """Bots with equal points meet."""
    ELIMINATION = "elimination"
    """Bots with equal numbers of losses meet."""
    PLAYOFF = "playoff"
    """The same bots meet again because their last meeting was tied."""
    ARENA = "arena"
    """Free bots with similar points meet."""


class QuotaName(OpenEnum):
    """The resources of an account that are limited."""

    BOTS = "bots"
    """The account's bots."""
    BOT_VERSIONS = "bot_versions"
    """Versions per bot; `used` is the highest number among the account's bots."""
    MATCHES = "matches"
    """Matches that the account created and that are not over, including forks."""
    LADDERS = "ladders"
    """Running ladders that the account created; open, paused and finished ones do not count."""
    LADDER_SEATS = "ladder_seats"
    """Seats that these ladders may fill at once: `concurrency` times the seats of a match."""
    CONNECTIONS = "connections"
    """Open websockets and event streams of the token used for this call."""
    ARCHIVE_BYTES = "archive_bytes"
    """The total size in bytes of the archives stored for the account's bots."""
    SUBMISSIONS = "submissions"
    """Submissions per day; the budget refills evenly."""
    PROCESSOR_S = "processor_s"
    """Processor time in seconds that its programs use per day on the host's machines."""


class Registration(OpenEnum):
    """A rule for creating accounts."""

    OPEN = "open"
    """Anybody can create an account, within the service's capacity."""
    INVITATION = "invitation"
    """Only people with an invitation can create an account."""
    CLOSED = "closed"
    """Only the host creates accounts."""


class Rule(OpenEnum):
    """The rule that an illegal action breaks."""

    NOTATION = "notation"
    """The text does not follow the notation."""
    KIND = "kind"
    """No action of this kind is legal now."""
    VALUE = "value"
    """Actions of this kind are legal now, but not with this word."""


class RulingKind(OpenEnum):
    """The effect of a ruling."""

    ANNULMENT = "annulment"
    """The ruling annuls a match, or all matches of a bot or of one of its versions."""
    RESTORATION = "restoration"
    """The ruling revokes an annulment, so that the annulled matches count again."""


class SameOwner(OpenEnum):
    """The rule for matches between two bots of one account."""

    FORBIDDEN = "forbidden"
    """Two bots of one account never meet."""
    UNRATED = "unrated"
    """Two bots of one account meet, but the match changes no rating and no counter."""
    ALLOWED = "allowed"
    """Two bots of one account meet like any other bots."""


class Scope(OpenEnum):
    """A permission of a token."""

    MATCH_PLAY = "match_play"
    """Take seats, act, resign, and agree to abort."""
    MATCH_READ = "match_read"
    """Read the views of the token's own seats, and its feed."""
    LADDER_JOIN = "ladder_join"
    """Enrol bots in ladders."""
    ACCOUNT_MANAGE = "account_manage"
    """Create bots, versions, tokens, matches and ladders."""
    ADMIN = "admin"
    """Perform the operator's tasks, such as voiding matches."""
    RUNNER = "runner"
    """Perform the tasks of the host's runners: download archives, and play for assigned bots."""


class SequentialVerdict(OpenEnum):
    """The verdict of a sequential test."""

    OPEN = "open"
    """The test is undecided."""
    ABOVE_ELO0 = "above_elo0"
    """The challenger is more than `elo0` stronger."""
    BELOW_ELO1 = "below_elo1"
    """The challenger is less than `elo1` stronger, if at all."""


class SubmissionState(OpenEnum):
    """The state of a submission; only a submission that has `passed` can play."""

    PENDING = "pending"
    """The submission waits for its check by a runner."""
    PASSED = "passed"
    """The submission has passed its check and can be active."""
    REFUSED = "refused"
    """The submission has failed its check; see its log."""
    QUARANTINED = "quarantined"
    """The operator has quarantined the submission; only the operator can release it."""
    WITHDRAWN = "withdrawn"
    """The owner has withdrawn the submission; submitting the same archive again restores it."""


class TieBreak(OpenEnum):
    """The tie-breaks between equal points; the first one of a format's list decides, then the next.

    `direct_encounter`, `buchholz`, `buchholz_cut_1`, `sonneborn_berger` and `progressive` are
    defined by FIDE; `wins` is FIDE's number of games won.
    """

    DIRECT_ENCOUNTER = "direct_encounter"
    """The number of tied bots that rank lower by the results among the tied bots."""
    BUCHHOLZ_CUT_1 = "buchholz_cut_1"
    """Buchholz without its least opponent; a missed or forfeited round is left out first."""
    BUCHHOLZ = "buchholz"
    """The points of all opponents; an opponent met twice counts twice."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """The sum of each opponent's points, multiplied by the share of games won against it."""
    PROGRESSIVE = "progressive"
    """The sum of the bot's points after each round, so that early wins count more."""
    WINS = "wins"
    """The number of meetings won, without byes."""
    MARGIN = "margin"
    """The mean lead over its opponents in points of the game."""


class TimeControlKind(OpenEnum):
    """The kind of a time control, which decides how clocks run."""

    FISCHER = "fischer"
    """Base time, plus an increment after every decision made in time."""
    DELAY = "delay"
    """Base time that runs only after a delay at every decision."""
    PER_MOVE = "per_move"
    """Time for every decision, and a bank of extra time."""
    CORRESPONDENCE = "correspondence"
    """Days for every decision."""
    UNTIMED = "untimed"
    """No clock at all."""


class TokenKind(OpenEnum):
    """The kind of a token, which determines who it acts for."""

    USER = "user"
    """A person or team, which owns bots and creates matches."""
    BOT = "bot"
    """One bot, which takes seats and plays."""
    ADMIN = "admin"
    """The operator of the service."""
    GUEST = "guest"
    """A guest, who plays in matches for a day."""
    APP = "app"
    """An app that a person has authorised; it gets short-lived tokens at `/oauth/token`."""
    RUNNER = "runner"
    """A process of the host that plays for hosted bots."""


class VoidReason(OpenEnum):
    """An operator's reason for ending a match: `outage` if the service failed, else `voided`."""

    VOIDED = "voided"
    """The operator ended the match for the reason in the note."""
    OUTAGE = "outage"
    """The service could not continue the match."""


class Work(OpenEnum):
    """A runner's task for a submission."""

    CHECK = "check"
    """The runner runs the program alone and reports whether it passes."""
    PLAY = "play"
    """The runner plays the bot's matches."""
