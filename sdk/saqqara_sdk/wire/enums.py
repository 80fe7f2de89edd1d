"""The words of the wire. A newer service may add some: see `OpenEnum`.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.values import OpenEnum


class AcceptFrom(OpenEnum):
    """Whose challenges are taken: of `anyone`, of the bot's own `account`, or of `listed` ones."""

    ANYONE = "anyone"
    """Of everybody who is not blocked."""
    ACCOUNT = "account"
    """Of the bot's own account and its bots."""
    LISTED = "listed"
    """Of those in `allowed` alone."""


class AcceptMode(OpenEnum):
    """What becomes of a challenge that keeps a bot's limits.

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
    """Where a challenge stands; only a `pending` one can be answered.

    `accepted`: by all, and the match is made. `declined`: by one, which is enough. `cancelled`:
    by whoever made it. `expired`: not all answered in time.
    """

    PENDING = "pending"
    """Somebody has not answered yet."""
    ACCEPTED = "accepted"
    """All have accepted, and the match is made."""
    DECLINED = "declined"
    """One has declined, which is enough."""
    CANCELLED = "cancelled"
    """Whoever made it took it back, or it could not be played any more."""
    EXPIRED = "expired"
    """Not all answered in time."""


class Chance(OpenEnum):
    """What becomes of hidden cards where a fork begins.

    `kept`: they lie as they lay in the match that it began in. `resampled`: they were drawn
    anew.
    """

    KEPT = "kept"
    """They lie as they lay in the match that it began in."""
    RESAMPLED = "resampled"
    """They were drawn anew."""


class DeclineReason(OpenEnum):
    """Why a bot does not take a challenge; a policy says which of its limits is not kept."""

    DECLINED = "declined"
    """It does not say why."""
    LATER = "later"
    """Not now; try again after a while."""
    REFUSES = "refuses"
    """Its policy refuses all challenges."""
    NOT_ALLOWED = "not_allowed"
    """Its policy does not let it play with all of those who would."""
    GAME = "game"
    """It does not play this one."""
    OPTIONS = "options"
    """It plays the game, but by others."""
    PLAYERS = "players"
    """It does not play with so many."""
    TIME_CONTROL = "time_control"
    """It does not play by this kind of clock."""
    TOO_FAST = "too_fast"
    """The clock holds less time than its policy wants."""
    TOO_SLOW = "too_slow"
    """The clock holds more time than its policy allows."""
    FLAG_RULE = "flag_rule"
    """It does not play by what follows when a seat's time is gone."""
    HANDICAP = "handicap"
    """It plays with equal times only."""
    ABSENT = "absent"
    """It neither follows its feed nor asks for its turns now."""
    BUSY = "busy"
    """It plays, or is asked for, as many matches as it may at once."""
    ASKS = "asks"
    """Its policy wants it to be asked: challenge it instead of pairing it."""


class EndReason(OpenEnum):
    """Why a match ended.

    `played`: at the game's end. `flag`, `resigned`: every seat but one had lost on time or given
    up, the last of them so. `aborted`: all seats agreed, before the first action. `voided`: by
    an operator. `rules_changed`: its rules are no longer played. `outage`: the service's fault.
    """

    PLAYED = "played"
    """The game came to its end."""
    FLAG = "flag"
    """Every seat but one had lost on time or given up, the last of them on time."""
    RESIGNED = "resigned"
    """Every seat but one had lost on time or given up, the last of them so."""
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
    """Those that are listed, and the bots of accounts that are listed."""


class EntryStatus(OpenEnum):
    """Whether a bot in a ladder gets matches."""

    ACTIVE = "active"
    """It does."""
    BENCHED = "benched"
    """Not until its owner readmits it: three of its matches in a row count against it."""
    WITHDRAWN = "withdrawn"
    """It was taken out; what it has played stays."""


class EventKind(OpenEnum):
    """What an event of a match's log tells."""

    STARTED = "started"
    """The match began."""
    ACTION = "action"
    """A seat chose, or the declared policy did in its place."""
    FLAGGED = "flagged"
    """A seat's time was gone."""
    RESIGNED = "resigned"
    """A seat gave up."""
    ABORT_AGREED = "abort_agreed"
    """A seat agreed to call the match off."""
    ABORTED = "aborted"
    """All seats agreed to call the match off."""
    VOIDED = "voided"
    """The match ended without an outcome."""


class Fault(OpenEnum):
    """Whose fault the end of a match was, or `none` where all went as it should."""

    NONE = "none"
    """Nobody's: all went as it should."""
    BOT = "bot"
    """A bot's, which lost its time."""
    OPERATOR = "operator"
    """The operator's decision."""
    SERVICE = "service"
    """The service's own, never counted against a bot."""


class FlagRule(OpenEnum):
    """What follows when a seat's time is gone.

    By `autoplay` a policy plays on for it, and it ranks below all that kept their time; by
    `forfeit`, with two seats only, the match is over and the other seat has won.
    """

    AUTOPLAY = "autoplay"
    """The declared policy plays on for it, and it ranks below all that kept their time."""
    FORFEIT = "forfeit"
    """The match is over and the other seat has won; with two seats only."""


class LadderFormat(OpenEnum):
    """Who meets whom in a ladder."""

    CONTINUOUS = "continuous"
    """Block after block, those with the fewest matches meet others of about their strength."""
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody in each round."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets each other one in each round."""
    SWISS = "swiss"
    """In each round those meet who have as many points and have not met before."""


class LadderMatchStatus(OpenEnum):
    """Where one match of a ladder's schedule stands."""

    PLANNED = "planned"
    """It has yet to begin."""
    STARTED = "started"
    """It is being played."""
    SETTLED = "settled"
    """It counts in the standings."""
    VOID = "void"
    """It counts nowhere; another is played in its stead."""
    GIVEN_UP = "given_up"
    """It counts nowhere, and none is played in its stead."""


class LadderStatus(OpenEnum):
    """Where a ladder stands: `open`, then `running` or `paused`, at last `finished`."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """Its matches are being played."""
    PAUSED = "paused"
    """No match begins until it is resumed; those under way are played on and count."""
    FINISHED = "finished"
    """All its matches count; the standings are final."""
    CANCELLED = "cancelled"
    """It was called off; what was played by then stays in the standings."""


class MatchStatus(mixins.Ending, OpenEnum):
    """Where a match stands."""

    OPEN = "open"
    """Its seats can be taken; it has not started."""
    RUNNING = "running"
    """It is being played."""
    FINISHED = "finished"
    """It was played to an end that counts."""
    VOID = "void"
    """It ended without an outcome; nothing of it counts."""


class NewsKind(OpenEnum):
    """What an item of a match's stream tells."""

    EVENT = "event"
    """One event of the match's log."""
    HEARTBEAT = "heartbeat"
    """Nothing has happened for a while; the stream is alive."""
    RESYNC = "resync"
    """Too many events to tell one by one: the match as it stands, in place of them."""


class PairingKind(OpenEnum):
    """What a pairing follows from."""

    RATING = "rating"
    """Balance, then strength: around the bot with the fewest matches sit the closest to it."""
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody."""
    GAUNTLET = "gauntlet"
    """Everybody meets the challenger."""
    SWISS = "swiss"
    """Those meet who have as many points."""


class QuotaName(OpenEnum):
    """What an account may have only so much of."""

    BOTS = "bots"
    """Bots of the account."""
    BOT_VERSIONS = "bot_versions"
    """Versions of one bot; used is what the bot with the most has."""
    MATCHES = "matches"
    """Matches that it made, forks too, and that are not over."""
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
    """What becomes of two bots of one account: may they meet, and does it count?."""

    FORBIDDEN = "forbidden"
    """They never meet."""
    UNRATED = "unrated"
    """They meet, but a match with both of them changes no rating and no counter."""
    ALLOWED = "allowed"
    """They meet as any others do."""


class Scope(OpenEnum):
    """What a token may be used for."""

    MATCH_PLAY = "match_play"
    """Take seats, choose, resign, agree to an abort."""
    MATCH_READ = "match_read"
    """Read what the token's own seats and feed are told."""
    LADDER_JOIN = "ladder_join"
    """Enter bots in ladders."""
    ACCOUNT_MANAGE = "account_manage"
    """Make bots, versions, tokens, matches and ladders."""
    ADMIN = "admin"
    """What only the operator may do, such as voiding matches."""


class TieBreak(OpenEnum):
    """What decides between equal points, in this order."""

    BUCHHOLZ = "buchholz"
    """The points of all whom it met, each counted as often as it met them."""
    SONNEBORN_BERGER = "sonneborn_berger"
    """The points of all whom it met, each times the share of games won against them."""
    MARGIN = "margin"
    """By how many points of the game it was ahead of the others on average, over all meetings."""


class TimeControlKind(OpenEnum):
    """How a clock counts."""

    FISCHER = "fischer"
    """Base time and an increment for every decision in time."""
    DELAY = "delay"
    """Base time that runs only after a delay at every decision."""
    PER_MOVE = "per_move"
    """Time for every decision, and a bank for what takes longer."""
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
