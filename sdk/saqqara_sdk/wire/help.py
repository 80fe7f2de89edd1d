"""The help of commands over the client: what a call does, and what its arguments are.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CallHelp:
    """A call in one line, the paragraphs after it, and its arguments by name.

    Names of arguments stand in backticks, as Python spells them.
    """

    line: str
    paragraphs: tuple[str, ...]
    arguments: Mapping[str, str]


CALLS: Final[Mapping[str, CallHelp]] = {
    "service.about": CallHelp(
        "Show the service's version, clock, limits, and registration rules",
        ("No token is needed.",),
        {},
    ),
    "service.workload": CallHelp(
        "Show the pending work, and the active workers and runners; administrators only",
        ("The token needs the scope `admin`.",),
        {},
    ),
    "service.games": CallHelp(
        "List the games that can be played here, each with its options and presets",
        ("No token is needed.",),
        {"language": "The language tag of texts, such as `de`; by default English"},
    ),
    "service.layout": CallHelp(
        "Show the static layout of a game under its options, sufficient to draw it",
        ("No token is needed.",),
        {
            "game": "The name of the game",
            "language": "The language tag of texts, such as `de`; by default English",
            "options": "The options of the game as JSON text; an omitted option has its default",
        },
    ),
    "accounts.register": CallHelp(
        "Create an account and return its token, which is never shown again",
        ("No token is needed.",),
        {
            "name": "The account's name",
            "invitation": "The invitation code, if the host requires one",
        },
    ),
    "accounts.register_guest": CallHelp(
        "Create a guest account for a day and return its token, which is never shown again",
        (
            "No token is needed.",
            "A guest has no bots, creates no further tokens and cannot return when the day is over.",
        ),
        {"name": "The guest's display name; by default the service invents one"},
    ),
    "accounts.me": CallHelp(
        "Show the account of the token, with its usage, limits and any pending deletion",
        ("Any token is enough.",),
        {},
    ),
    "accounts.set_profile": CallHelp(
        "Replace the profile of the caller's account; omitted fields become empty",
        (
            "The token needs the scope `account_manage`. A guest needs no scope, and can only set a display name and an avatar. A name that looks like another account's name is refused as `name_taken`.",
            "Any token is enough.",
            "A guest's display name is not reserved.",
        ),
        {
            "display_name": "The person's display name: 1 to 40 visible characters in any script, one script per word. It may not look like another account's name.",
            "handle": "A unique name of 3 to 24 ASCII letters, digits, `_` and `-`; a change frees the old one",
            "about": "Plain text about the person",
            "links": "Links to show; https only, without a user name or password",
            "avatar": "The name of a generated picture: a shape and a number from 1 to 12, such as `pyramid-7`",
        },
    ),
    "accounts.get": CallHelp(
        "Show an account in its public form",
        ("No token is needed.",),
        {"account_id": "The account's id"},
    ),
    "accounts.export": CallHelp(
        "Show all data stored about an account, as a tar.gz of JSON lines; for its owner and operators",
        (
            "The file `export.json` comes last. An export without it is incomplete; request it again.",
            "The token needs the scope `account_manage`.",
        ),
        {"account_id": "The account's id"},
    ),
    "accounts.delete": CallHelp(
        "Delete an account permanently; the owner repeats its name, an operator gives a reason",
        (
            "A deletion by the owner takes effect after a week, in which `undelete_account` cancels it. It needs a token with all scopes that does not belong to an app. A deletion by an operator takes effect at once. The account then resigns its matches and its tokens stop working. Names, profile, tokens, policies, challenges and programs are erased. Matches and results stay under a name derived from the id.",
            "The token needs the scope `account_manage`.",
        ),
        {
            "account_id": "The account's id",
            "name": "The account's name, as confirmation by its owner",
            "reason": "The operator's reason, stored in the service's log",
        },
    ),
    "accounts.undelete": CallHelp(
        "Cancel an account's pending deletion; for its owner and operators",
        ("The token needs the scope `account_manage`.",),
        {"account_id": "The account's id"},
    ),
    "accounts.verify": CallHelp(
        "Mark an account's owner as verified until it is revoked; operators only",
        (
            "From then on, ladders whose `owners` are `verified` admit the account's bots.",
            "The token needs the scope `admin`.",
        ),
        {
            "account_id": "The account's id",
            "reason": "The method of verification, stored in the service's log",
        },
    ),
    "accounts.unverify": CallHelp(
        "Revoke the verification of an account's owner; operators only",
        (
            "The account's bots stay in their current ladders, but not in later seasons.",
            "The token needs the scope `admin`.",
        ),
        {"account_id": "The account's id", "reason": "The reason, stored in the service's log"},
    ),
    "accounts.bots": CallHelp(
        "List the bots of an account, oldest first",
        ("No token is needed.",),
        {"account_id": "The account's id"},
    ),
    "accounts.matches": CallHelp(
        "List the matches of an account and its bots, in their public form, newest first",
        ("No token is needed.",),
        {
            "account_id": "The account's id",
            "status": "Only matches with this status; by default all. One of `open`, `running`, `finished`, `void`.",
            "first": "The maximum number of matches per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
            "game": "Only matches of this game; by default all",
            "players": "Only matches with this number of seats; by default all. From 1 to 16.",
        },
    ),
    "accounts.named": CallHelp(
        "List accounts, bots and ladders whose names begin with a prefix, in the order of their names",
        ("No token is needed.",),
        {
            "prefix": "The beginning of the name",
            "first": "The maximum number of results per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the first name",
        },
    ),
    "accounts.invite": CallHelp(
        "Create a code for opening one account; administrators only",
        ("The token needs the scope `admin`.",),
        {"expires_in_ms": "The time for which the code is valid"},
    ),
    "bots.page": CallHelp(
        "List the bots of the account, oldest first", ("Any token is enough.",), {}
    ),
    "bots.create": CallHelp(
        "Create a bot and return its token, which is never shown again",
        ("The token needs the scope `account_manage`.",),
        {
            "name": "The bot's name in matches and standings",
            "note": "A note on its first version",
            "commit": "The commit that the program is built from, in hexadecimal",
        },
    ),
    "bots.get": CallHelp(
        "Show a bot in its public form", ("No token is needed.",), {"bot_id": "The bot's id"}
    ),
    "bots.matches": CallHelp(
        "List the matches of a bot, in their public form, newest first",
        ("No token is needed.",),
        {
            "bot_id": "The bot's id",
            "status": "Only matches with this status; by default all. One of `open`, `running`, `finished`, `void`.",
            "first": "The maximum number of matches per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
        },
    ),
    "bots.ladders": CallHelp(
        "List the ladders that a bot has entered, latest entry first, including finished ones",
        ("No token is needed.",),
        {
            "bot_id": "The bot's id",
            "first": "The maximum number of ladders per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the last one entered",
        },
    ),
    "bots.versions": CallHelp(
        "List the versions of a bot, oldest first",
        ("No token is needed.",),
        {"bot_id": "The bot's id"},
    ),
    "bots.create_version": CallHelp(
        "Register a new version of a bot, which plays from the next match on",
        ("The token needs the scope `account_manage`.",),
        {
            "bot_id": "The bot's id",
            "name": "The name of the version",
            "note": "A note on the version",
            "commit": "The commit that the program is built from, in hexadecimal",
        },
    ),
    "bots.choose_version": CallHelp(
        "Choose the version that a bot plays from now on; it may be an older one",
        ("The token needs the scope `account_manage`.",),
        {
            "bot_id": "The bot's id",
            "number": "The number of the version to play. From 1 to 1,000,000.",
        },
    ),
    "bots.policy": CallHelp(
        "Show the accept policy of one of the caller's bots",
        ("The token needs the scope `match_read`.",),
        {"bot_id": "The bot's id"},
    ),
    "bots.set_policy": CallHelp(
        "Replace the accept policy of one of the caller's bots",
        (
            "The token needs the scope `match_play`.",
            "Omitted fields get the values of a new bot. A new bot is sent every challenge without a handicap, and plays at most four matches at once.",
        ),
        {
            "bot_id": "The bot's id",
            "policy": "A bot's accept policy: its limits, and the response to a challenge within them",
        },
    ),
    "bots.present": CallHelp(
        "List the bots that are present, because they follow their feed or poll their turns, by id",
        ("No token is needed.",),
        {
            "first": "The maximum number of results per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the first",
        },
    ),
    "submissions.of_bot": CallHelp(
        "List the submissions of one of the caller's bots, newest first",
        ("The token needs the scope `account_manage`.",),
        {"bot_id": "The bot's id"},
    ),
    "submissions.submit": CallHelp(
        "Submit a bot's program: a tar.gz with `bot.toml` at its root, as the request body",
        (
            "The service reads the archive without running it. Errors name the file and the line. Submitting the same files again returns the same submission. A runner then checks the program, and it plays if it passes.",
            "The token needs the scope `account_manage`.",
        ),
        {
            "bot_id": "The bot's id",
            "archive": "The archive, a tar.gz, whole or in pieces. A retry iterates over the pieces again.",
            "name": "The name of the version; by default derived from the archive's hash",
            "note": "A note on the version",
            "only_check": "Whether the program is only checked. Otherwise it plays from the next match on once it has passed.",
        },
    ),
    "submissions.page": CallHelp(
        "List the submissions of all bots, newest first; administrators only",
        ("The token needs the scope `admin`.",),
        {
            "state": "Only submissions in this state; by default all. One of `pending`, `passed`, `refused`, `quarantined`, `withdrawn`.",
            "first": "The maximum number of submissions per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
        },
    ),
    "submissions.get": CallHelp(
        "Show a submission; for its owner and the operator",
        ("The token needs the scope `account_manage`.",),
        {"submission_id": "The submission's id"},
    ),
    "submissions.log": CallHelp(
        "Show the log of a submission: its check and its latest failures; for its owner and the operator",
        (
            "Nobody else can read it, since a program's standard error may reveal how it plays.",
            "The token needs the scope `account_manage`.",
        ),
        {"submission_id": "The submission's id"},
    ),
    "submissions.activate": CallHelp(
        "Activate a submission that has passed its check: its bot plays it from the next match on",
        (
            "It becomes the bot's current version. Repeating the call has no further effect. A submission that an app uploaded belongs to the owner from then on.",
            "The token needs the scope `account_manage`.",
        ),
        {"submission_id": "The submission's id"},
    ),
    "submissions.withdraw": CallHelp(
        "Withdraw a submission from play; the host stops playing its bot's running matches",
        ("The token needs the scope `account_manage`.",),
        {"submission_id": "The submission's id"},
    ),
    "submissions.quarantine": CallHelp(
        "Quarantine a submission at once until it is released; administrators only",
        ("The token needs the scope `admin`.",),
        {
            "submission_id": "The submission's id",
            "reason": "The reason, for the audit log and the owner",
        },
    ),
    "submissions.release": CallHelp(
        "Release a quarantined submission to its previous state; it is not active",
        ("The token needs the scope `admin`.",),
        {"submission_id": "The submission's id"},
    ),
    "submissions.delete": CallHelp(
        "Delete a submission, its log, and its archive unless another submission shares it",
        (
            "Versions and results that name its hash stay. The response is the submission as it was.",
            "The token needs the scope `admin`.",
        ),
        {"submission_id": "The submission's id"},
    ),
    "submissions.acts": CallHelp(
        "List the audit log of operators' actions on submissions, newest first; administrators only",
        ("The token needs the scope `admin`.",),
        {
            "first": "The maximum number of acts per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the last",
        },
    ),
    "runners.tend": CallHelp(
        "Report a runner's state and fetch its current assignments",
        (
            "Runners call this about once a second. They stop submissions missing from the response at once.",
            "The token needs the scope `runner`.",
        ),
        {
            "runner_id": "A name that is unique to the process, such as a UUID",
            "places": "The maximum number of submissions at once; 0: it takes no more and finishes. From 0 to 1,000.",
            "sandbox": "The runner's description of its sandbox",
            "load": "The load of its machine: the share of processors in use, from 0 to 1. From 0 to 1,000.",
            "speed_index": "The speed of one processor relative to the project's reference machine. From 0 to 1,000.",
            "held": "The submissions that it works on now",
        },
    ),
    "runners.archive": CallHelp(
        "Show an archive in its normal form, a tar.gz; its SHA-256 is the requested hash",
        (
            "A runner can only download the archives of its assigned submissions.",
            "The token needs the scope `runner`.",
        ),
        {"archive_hash": "The SHA-256 of the archive's normal form, in hexadecimal"},
    ),
    "runners.report_check": CallHelp(
        "Report the result of a submission's check; a submission that passed plays from now on",
        (
            "If the owner requested only a check, the submission does not start to play.",
            "The token needs the scope `runner`.",
        ),
        {
            "submission_id": "The submission's id",
            "runner_id": "The runner that checked the submission and holds it",
            "passed": "Whether the submission may play",
            "report": "The report of the check, for the owner and the operator",
        },
    ),
    "runners.report_failure": CallHelp(
        "Report a program's failure; only its owner and the operator can read it",
        (
            "Repeated reports with the same match and kind count as one failure. A program that two runners, or the only runner, cannot start is no longer played.",
            "The token needs the scope `runner`.",
            "If two runners, or the only runner, cannot start a program (`start`), its submission is `refused` and no longer played. After a failure of the machine (`host`), other runners try, and later the same one again.",
        ),
        {
            "submission_id": "The submission's id",
            "runner_id": "The reporting runner; for `start` and `host`, the one that holds the submission",
            "kind": "The kind of failure. One of `exit`, `timeout`, `output`, `illegal`, `limit`, `start`, `host`.",
            "match_id": "The match in which the program failed; omitted if it could not be started",
            "version": "The match's version at that moment; omitted if unknown. From 0 to 1,000,000.",
            "detail": "A description with the end of the program's standard error; at most 16 KiB",
        },
    ),
    "tokens.about": CallHelp(
        "Show the current token: its scopes, its owner and its expiry",
        ("Any token is enough.",),
        {},
    ),
    "tokens.page": CallHelp(
        "List the valid tokens of the account and of its bots, oldest first",
        ("The token needs the scope `account_manage`.",),
        {},
    ),
    "tokens.create": CallHelp(
        "Create and return a token, which is never shown again; a bot has at most two",
        (
            "The token needs the scope `account_manage`.",
            "`expires_in_ms` is its lifetime; without it, the token is valid until it is revoked. It never outlives the token that creates it, and never has more scopes.",
        ),
        {
            "name": "The token's name",
            "bot_id": "The bot that the token is for; by default the account",
            "scopes": "The token's scopes; by default all scopes of its kind. One of `match_play`, `match_read`, `ladder_join`, `account_manage`, `admin`, `runner`.",
            "expires_in_ms": "The token's lifetime; by default until it is revoked",
        },
    ),
    "tokens.rotate": CallHelp(
        "Replace a token with a new one; the old one keeps working for a short time",
        ("Any token is enough.",),
        {
            "token_id": "The token's id",
            "overlap_ms": "The time for which the old token still works",
        },
    ),
    "tokens.revoke": CallHelp(
        "Revoke a token and the tokens created with it; open connections close within seconds",
        (
            "Revoking an app's token revokes all the app's tokens of the account, unless the app itself makes the call. An expired token is only deleted, so tokens created with a rotated token stay valid.",
            "Any token is enough.",
        ),
        {"token_id": "The token's id"},
    ),
    "matches.page": CallHelp(
        "List the matches in their public form, newest first; `joinable`: only those with a free seat",
        ("No token is needed.",),
        {
            "status": "Only matches with this status; by default all. One of `open`, `running`, `finished`, `void`.",
            "player_id": "Only matches in which this bot or account has a seat; by default all",
            "game": "Only matches of this game; by default all",
            "players": "Only matches with this number of seats; by default all. From 1 to 16.",
            "joinable": "Only open matches with a free seat",
            "first": "The maximum number of matches per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
        },
    ),
    "matches.create": CallHelp(
        "Create a match; by default it starts automatically when every seat is taken",
        (
            "The token needs the scope `match_play`.",
            "A person takes a seat with the account's id and plays with the account's own token. With `open_to`, only these bots, these accounts and their bots may take a free seat. With `start`, the match starts automatically once every seat is taken, at the earliest at `start_at_ms`. The public sees each event after a delay of `public_delay_ms`. Only the players, the match's creator and admins are not part of the public.",
            "`time_odds` are handicaps: the factors that multiply each seat's base, bank, move time or days. `on_flag` is the rule for a seat that runs out of time; `forfeit` needs two seats.",
            "You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing new.",
        ),
        {
            "seats": "For each seat a bot of yours or of the house, your account's id, or None for a free seat",
            "time_control": "The match's time control",
            "game": "The name of the game",
            "on_flag": "The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.",
            "autoplay": "The policy that plays for a seat that has run out of time",
            "time_odds": "The time factor of each seat, by seat; omitted if all are equal",
            "public_delay_ms": "The delay after which the public sees the events of the match",
            "options": 'The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options have the game\'s defaults; the number of players follows from the seats.',
            "open_to": "The bots and accounts that may take a free seat; by default any",
            "start": "Whether the match starts automatically once every seat is taken",
            "start_at_ms": "The earliest start of the match; by default it starts at once",
            "key": "An id that you choose, so that repeating the call creates nothing twice; by default a new id",
        },
    ),
    "matches.get": CallHelp(
        "Show a match as the caller may see it",
        ("A token is optional, but shows more.",),
        {"match_id": "The match's id"},
    ),
    "matches.join": CallHelp(
        "Take a seat for the token's bot, or, with an account's token, for the account's owner",
        ("The token needs the scope `match_play`.",),
        {
            "match_id": "The match's id",
            "seat": "The seat to take; by default the first free seat. From 0 to 15.",
        },
    ),
    "matches.start": CallHelp(
        "Start a match whose seats are all taken; for its creator and its players",
        ("The token needs the scope `match_play`.",),
        {"match_id": "The match's id"},
    ),
    "matches.resign": CallHelp(
        "Resign; the match ends if only one seat remains, else autoplay plays for the seat",
        (
            "A seat that resigned ranks below all remaining seats. Repeating the call has no further effect.",
            "The token needs the scope `match_play`.",
        ),
        {"match_id": "The match's id"},
    ),
    "matches.abort": CallHelp(
        "Agree to abort a match before its first action; the match is aborted once all seats agree",
        ("The token needs the scope `match_play`.",),
        {"match_id": "The match's id"},
    ),
    "matches.void": CallHelp(
        "Void an open or running match; operators only",
        ("The token needs the scope `admin`.",),
        {
            "match_id": "The match's id",
            "note": "The reason, which is public",
            "reason": "The kind of reason. One of `voided`, `outage`.",
        },
    ),
    "matches.view": CallHelp(
        "Show the view of the caller's seat, or the public view for clients without a seat",
        (
            "With `version`, the view at that version. When the match is over, `seat` may be any seat.",
            "A token is optional, but shows more.",
        ),
        {
            "match_id": "The match's id",
            "version": "The version of the match, from 1; by default the latest that the caller may see. From 0 to 1,000,000.",
            "seat": "The seat whose view is returned; another player's seat only when the match is over. By default the caller's seat, or the public. From 0 to 15.",
        },
    ),
    "matches.act": CallHelp(
        "Apply an action; repeating the call with the same action id returns the first result",
        (
            "The token needs the scope `match_play`.",
            "Sending the same id again returns the first result and does not apply the action twice, even with another `note`.",
        ),
        {
            "match_id": "The match's id",
            "action": "The action: its notation, such as `sail 2 temple`, or its code",
            "expected_version": "The version of the match that this decision answers. From 0 to 1,000,000.",
            "action_id": "An id that you choose, so that repeating the call does not apply it twice; by default a new id",
            "note": "A note of the program about its action; by default none. It changes nothing in the match. `engine/RECORD.md` lists its fields, such as `evaluation` (a number), `line` (up to 16 expected actions, in the notation) and `words` (up to 2,000 characters). Together they take up to 4,096 bytes of JSON. Numbers are rounded to four decimals.",
            "cpu_ms": "The processor time of the decision, for clocks with a `wall_factor`; only runners send it",
        },
    ),
    "matches.preview": CallHelp(
        "Show the change of all seats' points through an action of the caller's seat",
        (
            "The action is simulated in several worlds that fit the seat's view, so the preview reveals nothing hidden.",
            "The token needs the scope `match_read`.",
        ),
        {
            "match_id": "The match's id",
            "action": "The action: its notation, such as `sail 2 temple`, or its code",
        },
    ),
    "matches.hint": CallHelp(
        "Show the actions that a house bot prefers, the best first",
        ("The token needs the scope `match_read`.",),
        {"match_id": "The match's id"},
    ),
    "matches.explain": CallHelp(
        "Show whether an action is legal now for the caller's seat, and if not, why",
        ("The token needs the scope `match_read`.",),
        {
            "match_id": "The match's id",
            "action": "The action: its notation, such as `sail 2 temple`, or its code",
        },
    ),
    "matches.events": CallHelp(
        "Follow the events of a match until it is over, from its beginning or after a cursor; lost connections are replaced without a gap",
        (
            "With `views`, each event includes the view of the caller's seat, or the public view. The id of each event is its cursor, which resumes the stream.",
            "A token is optional, but shows more.",
        ),
        {
            "match_id": "The match's id",
            "language": "The language tag of labels, such as `de`. By default English labels for legal actions, and no labels for events.",
            "after": "Only events after this cursor; by default all",
            "views": "Whether each event of a stream includes a view",
        },
    ),
    "matches.events_page": CallHelp(
        "List a page of the events of a match, after a cursor",
        (
            "The id of each event is its cursor, which resumes the stream.",
            "A token is optional, but shows more.",
        ),
        {
            "match_id": "The match's id",
            "language": "The language tag of labels, such as `de`. By default English labels for legal actions, and no labels for events.",
            "after": "Only events after this cursor; by default all",
            "first": "The maximum number of events per page. From 1 to 100.",
        },
    ),
    "matches.record": CallHelp(
        "Show the record of a match that is over: its seed, chance outcomes, actions and scores",
        (
            "While the match is running, only the public part is returned: no seed and nothing hidden. The record of an archived match is fixed, and later changes of the rules do not affect it.",
            "A token is optional, but shows more.",
        ),
        {"match_id": "The match's id"},
    ),
    "matches.record_views": CallHelp(
        "Compute the views of a record that the caller sends; the service does not store it",
        ("No token is needed.", "A record's start counts as version 1, and every ply adds 1."),
        {
            "record": "The complete record",
            "seat": "The seat whose views are returned; by default the public. From 0 to 15.",
            "version": "The version of the first view. From 0 to 1,000,000.",
            "first": "The maximum number of views. From 1 to 100.",
        },
    ),
    "matches.fork": CallHelp(
        "Create an analysis match from any point of a finished match or record",
        (
            "The token needs the scope `match_play`.",
            "The fork continues after its `version`; a record's start counts as version 1, and every ply adds 1. Hidden cards stay as they were. With `resampled`, the cards that the seat `seen_by` could not see are drawn again.",
            "A person plays with the account's own token. Without a time control the match is untimed.",
        ),
        {
            "of": "The id of the match to fork, or a complete record",
            "version": "The version at which the fork begins. From 0 to 1,000,000.",
            "seats": "For each seat a bot's id, the caller's account id, or None for a free seat",
            "chance": "The treatment of hidden cards. One of `kept`, `resampled`.",
            "seen_by": "The seat whose unseen cards are drawn again; by default the public. From 0 to 15.",
            "time_control": "The time control; by default untimed",
            "on_flag": "The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.",
            "autoplay": "The policy that plays for a seat that has run out of time",
            "start": "Whether the match starts automatically once every seat is taken",
        },
    ),
    "matches.pair": CallHelp(
        "Create up to 100 matches at once; the response has one result for each pairing",
        (
            "The token needs the scope `match_play`.",
            "A bot of another account gets a seat only if its accept policy accepts the match at once; bots with mode `ask` get none. An operator may seat any bot. A person gets a seat only through the account's own token. Repeating the call with the same keys creates nothing twice.",
        ),
        {
            "pairs": "The matches to create, at most 100: the bots of each by seat, under a key that you choose",
            "time_control": "The match's time control",
            "game": "The name of the game",
            "on_flag": "The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.",
            "autoplay": "The policy that plays for a seat that has run out of time",
            "time_odds": "The time factor of each seat, by seat; omitted if all are equal",
            "public_delay_ms": "The delay after which the public sees the events of the match",
            "options": 'The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options have the game\'s defaults; the number of players follows from the seats.',
            "start_at_ms": "The earliest start of the match; by default it starts at once",
        },
    ),
    "matches.turns": CallHelp(
        "List the bot's current turns, each with everything that it needs to choose an action",
        (
            "A bot that polls at least every ten seconds counts as present, so ladders pair it.",
            "The token needs the scope `match_read`.",
        ),
        {
            "language": "The language tag of labels, such as `de`. By default English labels for legal actions, and no labels for events."
        },
    ),
    "matches.lobby": CallHelp(
        "List the newest open and running matches, and the pending challenges of the token, if any",
        ("A token is optional, but shows more.",),
        {
            "game": "Only matches of this game; by default all",
            "players": "Only matches with this number of seats; by default all. From 1 to 16.",
        },
    ),
    "challenges.page": CallHelp(
        "List the challenges of a bot, or of the token's bot or account, newest first",
        ("The token needs the scope `match_read`.",),
        {
            "bot_id": "Only challenges of this bot; by default those of the token's bot or account",
            "status": "Only challenges with this status; by default all. One of `pending`, `accepted`, `declined`, `cancelled`, `expired`.",
            "first": "The maximum number of results per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
        },
    ),
    "challenges.create": CallHelp(
        "Challenge one to three bots or people to a match",
        (
            "The token needs the scope `match_play`.",
            "The challenger plays too: the bot in `bot_id`, else the token's bot, else the person whose account the token belongs to. `seats` assigns the seats; without it, they are drawn verifiably when all have accepted. The challenge expires if a player does not answer within `expires_in_ms`. When all have accepted, the match is created and starts, at the earliest at `start_at_ms`.",
            "You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing new.",
        ),
        {
            "challenged": "The ids of the bots and accounts that are challenged",
            "time_control": "The match's time control",
            "game": "The name of the game",
            "on_flag": "The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.",
            "autoplay": "The policy that plays for a seat that has run out of time",
            "time_odds": "The time factor of each seat, by seat; omitted if all are equal",
            "public_delay_ms": "The delay after which the public sees the events of the match",
            "options": 'The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options have the game\'s defaults; the number of players follows from the seats.',
            "bot_id": "The caller's bot that challenges; by default the token's bot or the account itself",
            "seats": "The players by seat; by default the seats are drawn",
            "start_at_ms": "The earliest start of the match; by default it starts at once",
            "expires_in_ms": "The time in which the challenge can be answered",
            "key": "An id that you choose, so that repeating the call creates nothing twice; by default a new id",
        },
    ),
    "challenges.get": CallHelp(
        "Show a challenge that the caller or one of its bots has sent or received",
        ("The token needs the scope `match_read`.",),
        {"challenge_id": "The challenge's id"},
    ),
    "challenges.accept": CallHelp(
        "Accept a challenge; the match is created when the last player has accepted",
        ("The token needs the scope `match_play`.",),
        {
            "challenge_id": "The challenge's id",
            "bot_id": "The bot that answers; by default the token's bot, the account, or its only challenged bot",
        },
    ),
    "challenges.decline": CallHelp(
        "Decline a challenge with a reason; this ends the challenge for all",
        ("The token needs the scope `match_play`.",),
        {
            "challenge_id": "The challenge's id",
            "reason": "The reason, which the challenge's creator sees. One of `declined`, `later`, `refuses`, `not_allowed`, `game`, `options`, `players`, `time_control`, `too_fast`, `too_slow`, `flag_rule`, `handicap`, `absent`, `busy`, `versions`, `spent`, `asks`.",
            "bot_id": "The bot that answers; by default the token's bot, the account, or its only challenged bot",
        },
    ),
    "challenges.cancel": CallHelp(
        "Cancel a challenge that not all players have accepted yet",
        ("The token needs the scope `match_play`.",),
        {"challenge_id": "The challenge's id"},
    ),
    "ladders.page": CallHelp(
        "List ladders, newest first",
        ("No token is needed.",),
        {
            "first": "The maximum number of ladders per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the newest",
        },
    ),
    "ladders.create": CallHelp(
        "Create a ladder; bots can be enrolled until it starts",
        (
            "The token needs the scope `account_manage`.",
            "A block is one match for every rotation of its bots over the seats. With `start_at_ms` the ladder starts automatically. It is finished when all blocks are played, or after `end_at_ms` when no match is running. An arena needs `end_at_ms`. The length of an elimination depends on the number of its bots.",
            "You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing new.",
        ),
        {
            "name": "The ladder's name, chosen by its creator",
            "options": "The options of the game; an omitted option has its default. By default all defaults.",
            "time_control": "The time control of the ladder's matches",
            "game": "The name of the game",
            "concurrency": "The maximum number of matches played at once. From 1 to 256.",
            "format": "The format, which decides the pairings. One of `continuous`, `round_robin`, `gauntlet`, `swiss`, `single_elimination`, `double_elimination`, `arena`.",
            "rounds": "The total number of rounds of a round robin, gauntlet or Swiss; omitted in other formats. From 1 to 10,000.",
            "groups": "The number of groups of a round robin; bots only meet within their group. By default no groups. The ladder's seed draws the groups. A later stage assigns bots to groups by their places in the stage before. From 2 to 64.",
            "start_at_ms": "When the ladder starts automatically if it has enough bots; by default its owner starts it",
            "end_at_ms": "No match begins after this instant; an extension may move it. By default no end.",
            "every": "When new seasons start automatically; by default the ladder is played once. Such as `hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; the default zone is UTC. When a season is finished, the next one is created with its active bots.",
            "entry": "The bots that may be enrolled. One of `open`, `invited`.",
            "entrants": "Whether hosted bots, bots that their owners run, or both may be enrolled. One of `any`, `hosted`, `connected`.",
            "owners": "The accounts whose bots may be enrolled: any account, or verified accounts only. One of `anybody`, `verified`.",
            "bots_per_account": "The maximum number of bots per account at once; by default no limit. From 1 to 256.",
            "new_versions": "The maximum number of new versions per bot in a continuous ladder; by default no limit. A bot beyond this limit is not paired until it plays one of its earlier versions again. From 0 to 256.",
            "late_entry": "Whether bots can be enrolled while the ladder runs",
            "same_owner": "Whether two bots of one account may meet. One of `forbidden`, `unrated`, `allowed`.",
            "team_bots": "The number of best bots per team that count; omitted in ladders without teams. From 1 to 256.",
            "max_replays": "The number of times that a void match is replayed before it is given up. From 0 to 10.",
            "blocks": "The total number of blocks of a continuous ladder; omitted in other formats. From 1 to 10,000.",
            "challenger": "The bot that meets all others in a gauntlet; omitted in other formats",
            "sequential_test": "The sequential test that ends a gauntlet; by default none",
            "invited": "The bots and accounts that may enter under `invited`",
            "stages": "Later stages, each played by the best bots of the stage before; none: a single stage",
            "teams": "The teams; none: the bots play for themselves",
            "key": "An id that you choose, so that repeating the call creates nothing twice; by default a new id",
        },
    ),
    "ladders.get": CallHelp(
        "Show a ladder and its progress",
        (
            "Ends when the ladder is over and its standings contain all results.",
            "No token is needed.",
        ),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.guide": CallHelp(
        "Show a guide to a ladder: the contest, its clock, its limits, and the calls that enter a bot",
        ("No token is needed.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.entries": CallHelp(
        "List the bots of a ladder in the order of enrolment, each with its status",
        ("No token is needed.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.enrol": CallHelp(
        "Enrol one of the caller's bots in a ladder; repeating the call has no further effect",
        ("The token needs the scope `ladder_join`.",),
        {
            "ladder_id": "The ladder's id",
            "bot_id": "The bot to enrol; it must belong to the caller",
        },
    ),
    "ladders.play_trials": CallHelp(
        "Play unrated matches of a hosted bot against bots of a ladder, by the ladder's terms",
        (
            "Opponents of other accounts play if their accept policies accept at once, as house bots do.",
            "The token needs the scope `match_play`.",
        ),
        {
            "ladder_id": "The ladder's id",
            "bot_id": "The hosted bot that tries; it must belong to the caller",
            "opponents": "The bots of the ladder to play, drawn for each match; by default any that accept at once",
            "matches": "The number of matches. From 1 to 10.",
        },
    ),
    "ladders.withdraw": CallHelp(
        "Withdraw one of the caller's bots; its running matches continue, and its results stay",
        ("The token needs the scope `ladder_join`.",),
        {
            "ladder_id": "The ladder's id",
            "bot_id": "The bot to withdraw; it must belong to the caller",
        },
    ),
    "ladders.readmit": CallHelp(
        "Readmit a benched bot, so that it gets matches again",
        (
            "The bot's owner may do this three times per season, the ladder's owner any time.",
            "The token needs the scope `ladder_join`.",
        ),
        {
            "ladder_id": "The ladder's id",
            "bot_id": "The bot to readmit; the bot or the ladder must belong to the caller",
        },
    ),
    "ladders.start": CallHelp(
        "Start a ladder; repeating the call has no further effect",
        ("The token needs the scope `account_manage`.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.pause": CallHelp(
        "Pause a ladder: no new match begins; running matches continue and count",
        ("The token needs the scope `account_manage`.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.resume": CallHelp(
        "Resume a paused ladder",
        ("The token needs the scope `account_manage`.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.extend": CallHelp(
        "Extend a ladder by blocks, time or invited bots, or make this its last season",
        ("The token needs the scope `account_manage`.",),
        {
            "ladder_id": "The ladder's id",
            "blocks": "The new total number of blocks, at least as many as before; by default no change. From 1 to 10,000.",
            "rounds": "The new total number of rounds, at least as many as before; by default no change. From 1 to 10,000.",
            "end_at_ms": "The new instant after which no match begins, no earlier than before; by default no change",
            "invited": "Additional bots and accounts to invite",
            "last_season": "Whether this is the last season; false: no change",
        },
    ),
    "ladders.cancel": CallHelp(
        "Cancel a ladder permanently; running matches continue and count",
        ("The token needs the scope `account_manage`.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.annul": CallHelp(
        "Annul a match of a ladder, or all matches of a bot; for its owner and administrators",
        (
            "All tables are then recomputed as if these matches had never been played.",
            "The token needs the scope `account_manage`.",
            "No table counts an annulled match. A bot whose matches are annulled gets no further matches, unless `version` is a version that is no longer paired. Repeating the call does not create a second ruling.",
        ),
        {
            "ladder_id": "The ladder's id",
            "reason": "The reason, which is public",
            "match_id": "The match to annul; omitted if `bot_id` is given",
            "bot_id": "The bot whose matches are annulled, including future ones; omitted if `match_id` is given",
            "version": "Annul only the matches of this version of the bot; by default all versions. From 1 to 1,000,000.",
        },
    ),
    "ladders.restore": CallHelp(
        "Revoke an annulment in a ladder, so that the annulled matches count again",
        (
            "The token needs the scope `account_manage`.",
            "Repeating the call does not create a second ruling.",
        ),
        {
            "ladder_id": "The ladder's id",
            "number": "The number of the annulment among the ladder's rulings. From 1 to 1,000,000.",
            "reason": "The reason, which is public",
        },
    ),
    "ladders.rulings": CallHelp(
        "List the rulings of a ladder in order, each with its reason, time and author",
        ("No token is needed.",),
        {
            "ladder_id": "The ladder's id",
            "first": "The maximum number of rulings per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the first",
        },
    ),
    "ladders.standings": CallHelp(
        "List the bots by strength with intervals, best first, fitted to all rated results together",
        (
            "In a running ladder the fit is some seconds old; `Ladder.matches_fitted` counts its results. A version that it does not contain has an estimate, and no place.",
            "No token is needed.",
        ),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.scores": CallHelp(
        "List the bots by points and tie-breaks, best first; only finished blocks count",
        ("No token is needed.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.teams": CallHelp(
        "List the teams by the points of their best bots, best first; none in a ladder without teams",
        ("No token is needed.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.matches": CallHelp(
        "List the matches planned so far in a ladder, in the order of the schedule",
        ("No token is needed.",),
        {
            "ladder_id": "The ladder's id",
            "status": "Only matches with this status; by default all. One of `planned`, `started`, `settled`, `annulled`, `void`, `given_up`, `dropped`.",
            "bot_id": "Only matches of this bot; by default all",
            "first": "The maximum number of matches per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the first",
        },
    ),
    "ladders.results": CallHelp(
        "List the results of a ladder in order, each with the ratings before and after it",
        ("No token is needed.",),
        {
            "ladder_id": "The ladder's id",
            "bot_id": "Only results of this bot; by default all",
            "since": "Only results with this number or a greater one; by default all. From 1 to 999,999,999.",
            "newest_first": "Whether the results are returned newest first instead of oldest first",
            "first": "The maximum number of results per page. From 1 to 100.",
            "after": "Only items after this cursor; by default start at the first in the requested order",
        },
    ),
    "ladders.pairs": CallHelp(
        "List the results of each bot version against every other version that it met",
        ("No token is needed.",),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.fit": CallHelp(
        "Show whether the standings' model fits the results, and how far they deviate from it",
        (
            "In a running ladder this check is some seconds old, as are the standings.",
            "No token is needed.",
        ),
        {"ladder_id": "The ladder's id"},
    ),
    "ladders.luck": CallHelp(
        "Show the shares of skill, seat and chance in the results",
        ("The shares are very uncertain after only a few blocks.", "No token is needed."),
        {"ladder_id": "The ladder's id"},
    ),
}
