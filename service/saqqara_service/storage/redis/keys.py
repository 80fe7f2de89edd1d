"""The one table of Redis keys, and the channel of what is published.

Keys that one script touches share a hash tag, so that a Redis Cluster works: a match and what
belongs to its bucket carry `{b00}` … `{b63}`. Keys without a tag are written one at a time.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

BUCKETS = 64
CHANNEL = "saqqara:notifications"  # of pub/sub; `topics.py` reads its messages
NEWS = f"{CHANNEL}:news"  # the same without moves of matches, for who needs none

KEYS = {
    "written": "written:{id}",  # string: what makes a node of a cluster wait for its replica
    "installation": "installation",  # hash: schema, buckets, epoch, maintenance, restoring, …
    "once": "once:{id}",  # string: `<id> <payload hash>` of what was made under a key; expires
    "token": "token:{id}",  # hash by the beginning of the token's SHA-256: digest, owner, scopes
    "ended_tokens": "tokens:ended",  # sorted set of token ids by the instant when they end
    "processes": "processes",  # sorted set of API processes by the instant until which they live
    "heard": "processes:heard",  # sorted set of API processes by when they were heard of last
    "rules_played": "rules:played",  # sorted set of `duel=1 imhotep=2` by how long some play so
    "token_places": "token:{id}:places",  # hash by process: how many connections it holds; expires
    "account_tokens": "account:{id}:tokens",  # set of token ids that speak for the account
    "app_tokens": "account:{id}:app_tokens",  # set of token ids that apps have of the account
    "bot_tokens": "bot:{id}:tokens",  # set of token ids that speak for the bot
    "bot_versions": "bot:{id}:versions",  # list: the version numbered n is the n-th
    "invitation": "invitation:{id}",  # string by the code's SHA-256; expires
    "budget": "budget:{id}:at",  # string: when it is full, and when that was written, in µs
    "accounts": "accounts",  # set of the ids of all accounts but guests
    "guests": "guests",  # sorted set of guests' account ids by the instant when their tokens end
    "account": "account:{id}",  # hash: id, name, created_ms, is_guest
    "account_open": "account:{id}:open",  # set of match ids it made; may name ended ones
    "account_ladders": "account:{id}:ladders",  # hash by ladder: `<seats> <ms>`; may be over
    "account_bots": "account:{id}:bots",  # set of bot ids
    "account_apps": "account:{id}:apps",  # set of the ids of apps that it registered
    "app": "app:{id}",  # string: an app of a third party as JSON
    "app_code": "app:code:{id}",  # string by a code's SHA-256: what a person agreed to; expires
    "app_device": "app:device:{id}",  # string by a device code's SHA-256: who asks; expires
    "app_polled": "app:polled:{id}",  # string by the same: a device asked just now; expires
    "app_user_code": "app:user-code:{id}",  # string by a short code: that SHA-256; expires
    "app_ended": "app:ended:{id}",  # string by account and app: when its codes were ended; expires
    "app_used": "app:used:{id}",  # string by a used secret's SHA-256: account and app; expires
    "deleting": "accounts:deleting",  # sorted set of accounts to delete, by when to go on
    "deleted": "accounts:deleted",  # sorted set of account ids by when all of it was erased
    "deleting_claim": "account:{id}:deleting",  # string: a process deletes the account; expires
    "account_names": "account:{id}:names",  # hash by the bot's name: `<id> <claimed ms>`
    "looks": "{{looks}}",  # hash by what a handle or display name looks like: the account's id
    "plain_looks": "{{looks}}:plain",  # hash by what an account's own name looks like: its id
    "account_looks": "{{looks}}:{id}",  # set of the looks that the account holds
    "profile": "{{looks}}:{id}:profile",  # string: what an account tells of itself, as JSON
    "names": "names",  # sorted set of `<folded name>\\0<id>` of accounts, bots and ladders
    "bot": "bot:{id}",  # hash: id, name, account_id, created_ms
    "player_process": "player:{id}:process",  # string: who serves its feed; expires
    "player_policy": "player:{id}:policy",  # string: its accept policy as JSON
    "player_live": "player:{id}:live",  # set of match ids, also agreed ones; may name ended ones
    "player_asked": "player:{id}:asked",  # set of topics for its feed; may name ended ones
    "bot_ladders": "bot:{id}:ladders",  # sorted set of all its ladders by its first enrolment
    "bot_entries": "bot:{id}:entries",  # set of topics of its ladders; may name ended ones
    "challenge": "{tag}:challenge:{id}",  # hash: what is offered, and the answers; expires
    "challenges": "challenges:{id}",  # sorted set of index members by bot or account; derived
    "present": "present",  # sorted set of bot ids by the instant until which their feed is there
    "player_matches": "player:{id}:matches",  # sorted set of index members; derived
    "match": "{tag}:match:{id}",  # hash: the match, without its seed until it is over
    "payers": "payers:{tag}:{id}",  # string: who owes for the match, by budgets, as JSON; expires
    "moved": "{tag}:moved",  # stream of notifications: the entry `0-<n>` is the n-th
    "log": "{tag}:match:{id}:log",  # stream: one entry `<version>-0` for each event; archived later
    "acts": "{tag}:match:{id}:acts",  # hash by `<seat>:<action id>`: hash, outcome; expires at last
    "beginning": "{tag}:match:{id}:beginning",  # string: what a fork takes over, as JSON
    "seed": "{tag}:match:{id}:seed",  # string: the secret seed in hex
    "deadlines": "{tag}:deadlines",  # sorted set of match ids by the instant to rule on them
    "ended": "{tag}:ended",  # set of ladder matches that wait for settling
    "over": "{tag}:over",  # sorted set of match ids to archive, by their ends or a later try
    "archiving": "{tag}:archiving",  # string: a process archives matches of the bucket; expires
    "retention": "{tag}:retention",  # string: its old matches were looked at lately; expires
    "retention_logs": "retention:logs",  # string: logs of programs were looked at lately; expires
    "stale": "{tag}:stale",  # sorted set of blobs that nothing names, by when to delete them
    "orphans": "archive:orphans",  # string: blobs that nothing names were looked for; expires
    "archive_mark": "archive:mark",  # string: the mark of the place where archives are
    "put_off": "{tag}:match:{id}:put_off",  # string: a job failed for it and rests; expires
    "timers": "{tag}:timers",  # sorted set of ids to look after by the instant to do so
    "beat": "{tag}:beat",  # hash: last_ms, away_ms (how long the service was away in all)
    "open": "{tag}:open",  # sorted sets of index members by status, in the order of creation
    "running": "{tag}:running",
    "finished": "{tag}:finished",
    "void": "{tag}:void",
    "lagging": "matches:lagging",  # sorted set of index members: their public is told later
    "ladders": "ladders",  # sorted set of all ladder ids by creation
    "ladders_running": "ladders:running",  # set of ladder ids to look after; may name those over
    "ladder": "{{ladder:{id}}}",  # hash: terms, status, token, revision and what was counted
    "ladder_lease": "{{ladder:{id}}}:lease",  # string: the holder's fencing token; expires
    "ladder_entries": "{{ladder:{id}}}:entries",  # hash by bot: who takes part since when
    "ladder_out": "{{ladder:{id}}}:out",  # hash by bot: `withdrawn` or `benched`
    "ladder_moved": "{{ladder:{id}}}:moved",  # stream of notifications, as in a bucket
    "ladder_faults": "{{ladder:{id}}}:faults",  # hash by bot: its faults in a row
    "ladder_bracket": "{{ladder:{id}}}:bracket",  # string: an elimination before its last round
    "ladder_missed": "{{ladder:{id}}}:missed",  # hash by bot: how often it was away in the season
    "ladder_returns": "{{ladder:{id}}}:returns",  # hash by bot: how often it was brought back
    "ladder_notices": "{{ladder:{id}}}:notices",  # hash by bot: how often its entry has changed
    "ladder_rows": "{{ladder:{id}}}:rows",  # hash by bot: ratings and counters of its versions
    "ladder_rulings": "{{ladder:{id}}}:rulings",  # list: the ruling numbered n is the n-th
    "ladder_fit": "{{ladder:{id}}}:fit",  # hash: the latest fit, and of what
    "ladder_fitting": "{{ladder:{id}}}:fitting",  # string: a fit was begun lately; expires
    "ladder_booked": "{{ladder:{id}}}:booked",  # hash by bot: how many matches it has in the plan
    "ladder_byes": "{{ladder:{id}}}:byes",  # hash by bot: the rounds it sat out, with commas
    "ladder_matches": "{{ladder:{id}}}:matches",  # hash by match: block, rotation, attempt, bots
    "ladder_schedule": "{{ladder:{id}}}:schedule",  # sorted set of all matches, as planned
    "ladder_queue": "{{ladder:{id}}}:queue",  # sorted set of matches to start, by schedule
    "ladder_playing": "{{ladder:{id}}}:playing",  # set of matches started and not settled
    "ladder_outcomes": "{{ladder:{id}}}:outcomes",  # hash by match: result number, or why none
    "ladder_away": "{{ladder:{id}}}:away",  # hash by match: who was away or left, as JSON
    "ladder_results": "{{ladder:{id}}}:results",  # list: the result numbered n is the n-th
    "submission": "{{hosted}}:submission:{id}",  # hash: row, state, before, version, report, …
    "submission_failures": "{{hosted}}:submission:{id}:failures",  # list: the last one last
    "submission_failed": "{{hosted}}:submission:{id}:failed",  # set of match and kind: told once
    "submissions": "{{hosted}}:submissions",  # sorted set of submission ids by creation
    "submissions_pending": "{{hosted}}:pending",  # sorted set of those that wait for a check
    "bot_submissions": "{{hosted}}:bot:{id}",  # sorted set of a bot's submissions by creation
    "archive_uses": "{{hosted}}:archive:{id}",  # set of the submissions with that archive
    "account_archives": "{{hosted}}:account:{id}",  # hash by submission: the bytes that are kept
    "hosted_apps": "{{hosted}}:apps",  # hash by submission: `<account> <app>` until it is adopted
    "hosted_apps_ended": "{{hosted}}:apps:ended",  # set of `<account> <app>` whose programs end
    "hosted": "{{hosted}}:active",  # hash by bot: its submission that plays
    "hosting_wanted": "{{hosted}}:wanted",  # sorted set of submissions by when last wanted
    "hosting_since": "{{hosted}}:since",  # hash by submission: `<wanted since> <when told>`, in ms
    "hosting_holders": "{{hosted}}:holders",  # hash by submission: the runner that works on it
    "hosting_leases": "{{hosted}}:leases",  # sorted set of those by when the lease ends
    "hosting_accounts": "{{hosted}}:accounts",  # hash by submission: the account that owns it
    "hosting_tokens": "{{hosted}}:tokens",  # hash by submission: the id of the token that was lent
    "hosting_ready": "{{hosted}}:ready",  # hash by submission: a process that waits for a match
    "hosting_used": "{{hosted}}:used",  # hash by submission: `<ms> <process>` of its last match
    "hosting_drains": "{{hosted}}:drains",  # hash by submission: since when it drains, in ms
    "hosting_held_back": "{{hosted}}:held_back",  # sorted set of due matches by since when
    "hosting_lent": "{{hosted}}:lent",  # sorted set of lent tokens by when they ended
    "hosting_swept": "{{hosted}}:swept",  # string: who is wanted was looked at lately; expires
    "hosting_needs": "{{hosted}}:needs",  # sorted set: programs of a match, by when it waited
    "hosting_misses": "{{hosted}}:misses",  # hash by `<submission> <runner>`: see miss.lua
    "hosting_meter": "{{hosted}}:meter:{id}",  # string: ms that a program has used; expires
    "hosting_audit": "{{hosted}}:audit",  # list: what operators did, the last act last
    "runners": "{{hosted}}:runners",  # sorted set of runners by when they called last
    "runner_accounts": "{{hosted}}:runner_accounts",  # hash by runner: the account of its token
    "runner_rows": "{{hosted}}:rows",  # hash by runner: what it says of itself, as JSON
}


def bucket_tags() -> list[str]:
    """The hash tags of all buckets."""
    return [f"{{b{number:02d}}}" for number in range(BUCKETS)]


def bucket_of(match_id: str) -> int:
    """The bucket of a match, or of a challenge."""
    return crc32(match_id.encode()) % BUCKETS


def tag_of(match_id: str) -> str:
    """The hash tag of a match's bucket."""
    return f"{{b{bucket_of(match_id):02d}}}"


def key(name: str, id: str) -> str:  # noqa: A002 - the word of the table
    """An untagged key, for example `key("bot", bot_id)`."""
    return KEYS[name].format(id=id)


def match_key(name: str, match_id: str) -> str:
    """A key of a match or of its bucket."""
    return KEYS[name].format(tag=tag_of(match_id), id=match_id)


def bucket_key(name: str, tag: str) -> str:
    """A key of a bucket, by its tag."""
    return KEYS[name].format(tag=tag)


@lru_cache(8192)
def script_keys(names: tuple[str, ...], id: str) -> tuple[str, ...]:  # noqa: A002 - as above
    """The keys that a script gets for one thing: a match, a challenge, a ladder, a bot, …"""
    tag = tag_of(id)
    return tuple(KEYS[name].format(tag=tag, id=id) for name in names)


def index_member(created_ms: int, match_id: str) -> str:
    """How a match stands in an index: sorted by creation, newest last."""
    return f"{created_ms:014d}:{match_id}"


def id_of_member(member: str) -> str:
    """The id of the match, or the challenge, that stands so in an index."""
    return member.partition(":")[2]
