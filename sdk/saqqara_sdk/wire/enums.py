"""The words of the wire. A newer service may add some: see `OpenEnum`.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.values import OpenEnum


class AcceptFrom(OpenEnum):
    """Who may challenge the bot: `anyone`, only its own `account`, or only `listed` ones."""

    ANYONE = "anyone"
    """Everybody who is not blocked."""
    ACCOUNT = "account"
    """Only the bot's own account and its bots."""
    LISTED = "listed"
    """Only those in `allowed`."""


class AcceptMode(OpenEnum):
    """What happens with a challenge that keeps within a bot's limits.

    `accept`: it is accepted at once. `ask`: the bot is asked on its feed. `refuse`: it is
    declined.
    """

    ACCEPT = "accept"
    """It is taken at once."""
    ASK = "ask"
    """The bot is asked on its feed."""
    REFUSE = "refuse"
    """It is declined at once."""


class Answer(OpenEnum):
    """What a bot answers to a challenge."""

    PENDING = "pending"
    """None yet."""
    ACCEPTED = "accepted"
    """It is going to play."""
    DECLINED = "declined"
    """It is not going to play."""


class ChallengeStatus(OpenEnum):
    """The status of a challenge; only a `pending` one can be answered.

    `accepted`: all have accepted, and the match is made. `declined`: one bot has declined.
    `cancelled`: its creator took it back. `expired`: not all answered in time.
    """

    PENDING = "pending"
    """Not all bots have answered yet."""
    ACCEPTED = "accepted"
    """All have accepted, and the match is made."""
    DECLINED = "declined"
    """One bot has declined."""
    CANCELLED = "cancelled"
    """Its creator took it back, or it could no longer be played."""
    EXPIRED = "expired"
    """Not all answered in time."""


class Chance(OpenEnum):
    """What happens with hidden cards when a fork begins.

    `kept`: they stay as they were in the original match. `resampled`: they were drawn again.
    """

    KEPT = "kept"
    """They stay as they were in the original match."""
    RESAMPLED = "resampled"
    """They were drawn again at random."""


class DeclineReason(OpenEnum):
    """Why a bot declines a challenge; a policy names the limit that is not kept."""

    DECLINED = "declined"
    """It gives no reason."""
    LATER = "later"
    """Not now; try again after a while."""
    REFUSES = "refuses"
    """Its policy refuses all challenges."""
    NOT_ALLOWED = "not_allowed"
    """Its policy excludes one of the other players."""
    GAME = "game"
    """It does not play this one."""
    OPTIONS = "options"
    """It plays the game, but not with these options."""
    PLAYERS = "players"
    """It does not play with this number of seats."""
    TIME_CONTROL = "time_control"
    """It does not play with this kind of clock."""
    TOO_FAST = "too_fast"
    """The clock holds less time than its policy wants."""
    TOO_SLOW = "too_slow"
    """The clock holds more time than its policy allows."""
    FLAG_RULE = "flag_rule"
    """It does not play with this rule for a seat whose time has run out."""
    HANDICAP = "handicap"
    """It plays with equal times only."""
    ABSENT = "absent"
    """It is not present: it neither follows its feed nor polls its turns."""
    BUSY = "busy"
    """It already has the maximum number of matches or challenges at once."""
    ASKS = "asks"
    """The bot must answer for itself: challenge it instead of pairing it."""


class EndReason(OpenEnum):
    """Why a match ended.

    `played`: at the game's end. `flag`, `resigned`: only one seat was left, and the last other
    seat lost on time or gave up. `aborted`: all seats agreed, before the first action. `voided`:
    by an operator. `rules_changed`: its rules are no longer played. `outage`: the service's
    fault.
    """

    PLAYED = "played"
    """The game came to its end."""
    FLAG = "flag"
    """Only one seat was left; the last other seat lost on time."""
    RESIGNED = "resigned"
    """Only one seat was left; the last other seat resigned."""
    ABORTED = "aborted"
    """All seats agreed, before the first action."""
    VOIDED = "voided"
    """An operator ended it."""
    RULES_CHANGED = "rules_changed"
    """Its rules are no longer played here."""
    OUTAGE = "outage"
    """The service could not go on with it."""


class EntryRule(OpenEnum):
    """Which bots may be enrolled by their owners: all (`open`), or those that are `invited`."""

    OPEN = "open"
    """Any bot."""
    INVITED = "invited"
    """Only bots that are listed, and the bots of accounts that are listed."""


class EntryStatus(OpenEnum):
    """Whether a bot in a ladder gets matches."""

    ACTIVE = "active"
    """It does."""
    BENCHED = "benched"
    """It gets no matches until its owner readmits it: it failed in three matches in a row."""
    WITHDRAWN = "withdrawn"
    """It was withdrawn; its results stay."""


class EventKind(OpenEnum):
    """The kind of an event in a match's log."""

    STARTED = "started"
    """The match began."""
    ACTION = "action"
    """A seat took an action, or the declared policy did so for it."""
    FLAGGED = "flagged"
    """A seat's time ran out."""
    RESIGNED = "resigned"
    """A seat gave up."""
    ABORT_AGREED = "abort_agreed"
    """A seat agreed to call the match off."""
    ABORTED = "aborted"
    """All seats agreed to call the match off."""
    VOIDED = "voided"
    """The match ended without an outcome."""


class Fault(OpenEnum):
    """Whose fault the end of a match was, or `none` if the match went as it should."""

    NONE = "none"
    """Nobody's: all went as it should."""
    BOT = "bot"
    """A bot's: its time ran out."""
    OPERATOR = "operator"
    """The operator's decision."""
    SERVICE = "service"
    """The service's own, never counted against a bot."""


class FlagRule(OpenEnum):
    """The rule for a seat whose time has run out.

    `autoplay`: a policy plays on for the seat, which ranks below all seats that kept their time.
    `forfeit`, with two seats only: the match is over and the other seat has won.
    """

    AUTOPLAY = "autoplay"
    """The declared policy plays on for it; it ranks below all that kept their time."""
    FORFEIT = "forfeit"
    """The match is over and the other seat has won; with two seats only."""


class LadderFormat(OpenEnum):
    """Who meets whom in a ladder."""

    CONTINUOUS = "continuous"
    """Block after block; bots with the fewest matches meet others of similar strength."""
    ROUND_ROBIN = "round_robin"
    """Each bot meets each other bot in each round."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets each other bot in each round."""
    SWISS = "swiss"
    """In each round, bots with equal points meet, if they have not met before."""


class LadderMatchStatus(OpenEnum):
    """The status of one match of a ladder's schedule."""

    PLANNED = "planned"
    """It has not begun."""
    STARTED = "started"
    """It is being played."""
    SETTLED = "settled"
    """It counts in the standings."""
    VOID = "void"
    """It does not count; another match is played instead."""
    GIVEN_UP = "given_up"
    """It does not count, and no other match is played instead."""


class LadderStatus(OpenEnum):
    """The status of a ladder: first `open`, then `running` or `paused`, at the end `finished`."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """Its matches are being played."""
    PAUSED = "paused"
    """No new match begins until it is resumed; running matches continue and count."""
    FINISHED = "finished"
    """All its matches count; the standings are final."""
    CANCELLED = "cancelled"
    """It was cancelled; its results until then stay in the standings."""


class MatchStatus(mixins.Ending, OpenEnum):
    """How far a match has come, from open to over."""

    OPEN = "open"
    """Its seats can be taken; it has not started."""
    RUNNING = "running"
    """It is being played."""
    FINISHED = "finished"
    """It is over, and its result counts."""
    VOID = "void"
    """It ended without an outcome; nothing of it counts."""


class NewsKind(OpenEnum):
    """The kind of an item in a match's stream."""

    EVENT = "event"
    """One event of the match's log."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is alive."""
    RESYNC = "resync"
    """There were too many events to send one by one; the match as it is now replaces them."""


class PairingKind(OpenEnum):
    """The rule by which a pairing was made."""

    RATING = "rating"
    """The bot with the fewest matches meets the bots that are closest to it in strength."""
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """Everybody meets the challenger."""
    SWISS = "swiss"
    """Bots with equal points meet."""


class QuotaName(OpenEnum):
    """The things of which an account may have a limited number."""

    BOTS = "bots"
    """Bots of the account."""
    BOT_VERSIONS = "bot_versions"
    """Versions of one bot; `used` is the number of the bot that has the most."""
    MATCHES = "matches"
    """Matches that it made and that are not over, forks included."""
    CONNECTIONS = "connections"
    """Sockets and event streams that the token of this call holds open."""


class Rule(OpenEnum):
    """What an action breaks: the notation, or the moment by its kind or by a later word."""

    NOTATION = "notation"
    """The text is not in the notation."""
    KIND = "kind"
    """No action of this kind is legal now."""
    VALUE = "value"
    """The kind is legal now, but not with this word in it."""


class SameOwner(OpenEnum):
    """Whether two bots of one account may meet, and whether that counts."""

    FORBIDDEN = "forbidden"
    """They never meet."""
    UNRATED = "unrated"
    """They meet, but a match with both of them changes no rating and no counter."""
    ALLOWED = "allowed"
    """They meet like any other bots."""


class Scope(OpenEnum):
    """What a token may be used for."""

    MATCH_PLAY = "match_play"
    """Take seats, choose, resign, agree to an abort."""
    MATCH_READ = "match_read"
    """Read the views of the token's own seats, and its feed."""
    LADDER_JOIN = "ladder_join"
    """Enter bots in ladders."""
    ACCOUNT_MANAGE = "account_manage"
    """Make bots, versions, tokens, matches and ladders."""
    ADMIN = "admin"
    """What only the operator may do, such as voiding matches."""


class TieBreak(OpenEnum):
    """The tie-breaks between equal points, in this order."""

    BUCHHOLZ = "buchholz"
    """The points of all bots that it met; a bot that it met twice counts twice."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """The points of each bot that it met, multiplied by the share of games won against it."""
    MARGIN = "margin"
    """By how many points of the game it was ahead of the others on average, over all meetings."""


class TimeControlKind(OpenEnum):
    """How a clock counts."""

    FISCHER = "fischer"
    """Base time and an increment for every decision in time."""
    DELAY = "delay"
    """Base time that runs only after a delay at every decision."""
    PER_MOVE = "per_move"
    """Time for every decision, and a bank of extra time."""
    CORRESPONDENCE = "correspondence"
    """Days for every decision."""
    UNTIMED = "untimed"
    """No clock at all."""


class TokenKind(OpenEnum):
    """Who a token speaks for."""

    USR = "usr"
    """A person or team: it owns bots and makes matches."""
    BOT = "bot"
    """One bot: it takes seats and plays."""
    ADM = "adm"
    """The operator of the service."""


class VoidReason(OpenEnum):
    """Why an operator ends a match: `outage` if the service could not go on, else `voided`."""

    VOIDED = "voided"
    """The operator has reasons of their own, which the note tells."""
    OUTAGE = "outage"
    """The service could not go on with it."""
