"""The one table of Redis keys, and the channel of what is published.

Keys that one script touches share a hash tag, so that a Redis Cluster works: a match and what
belongs to its bucket carry `{b00}` … `{b63}`. Keys without a tag are written one at a time.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

BUCKETS = 64
CHANNEL = "saqqara:notifications"  # of pub/sub; `topics.py` reads its messages

KEYS = {
    "once": "once:{id}",  # string: `<id> <payload hash>` of what was made under a key; expires
    "token": "token:{id}",  # hash by the beginning of the token's SHA-256: digest, owner, scopes
    "ended_tokens": "tokens:ended",  # sorted set of token ids by the instant when they end
    "processes": "processes",  # sorted set of API processes by the instant until which they live
    "token_places": "token:{id}:places",  # hash by process: how many connections it holds; expires
    "account_tokens": "account:{id}:tokens",  # set of token ids that speak for the account
    "bot_tokens": "bot:{id}:tokens",  # set of token ids that speak for the bot
    "bot_versions": "bot:{id}:versions",  # list: the version numbered n is the n-th
    "invitation": "invitation:{id}",  # string by the code's SHA-256; expires
    "budget": "budget:{id}",  # string: when it is full again, in µs; by budget and whom it is for
    "account": "account:{id}",  # hash: id, name, created_ms
    "account_open": "account:{id}:open",  # set of match ids it made; may name ended ones
    "account_bots": "account:{id}:bots",  # set of bot ids
    "account_names": "account:{id}:names",  # hash by the bot's name: `<id> <claimed ms>`
    "bot": "bot:{id}",  # hash: id, name, account_id, created_ms
    "bot_policy": "bot:{id}:policy",  # string: its accept policy as JSON
    "bot_live": "bot:{id}:live",  # set of match ids, also agreed ones; may name ended ones
    "bot_asked": "bot:{id}:asked",  # set of topics for the bot's feed; may name ended ones
    "bot_entries": "bot:{id}:entries",  # set of topics of its ladders; may name ended ones
    "challenge": "{tag}:challenge:{id}",  # hash: what is offered, and the answers; expires
    "challenges": "challenges:{id}",  # sorted set of index members by bot or account; derived
    "present": "present",  # sorted set of bot ids by the instant until which their feed is there
    "bot_matches": "bot:{id}:matches",  # sorted set of index members; derived
    "match": "{tag}:match:{id}",  # hash: the match, without its seed until it is over
    "log": "{tag}:match:{id}:log",  # stream: one entry `<version>-0` for each event
    "acts": "{tag}:match:{id}:acts",  # hash by `<seat>:<action id>`: payload hash and outcome
    "beginning": "{tag}:match:{id}:beginning",  # string: what a fork takes over, as JSON
    "seed": "{tag}:match:{id}:seed",  # string: the secret seed in hex
    "deadlines": "{tag}:deadlines",  # sorted set of match ids by the instant to rule on them
    "ended": "{tag}:ended",  # set of ladder matches that wait for settling
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
    "ladder_faults": "{{ladder:{id}}}:faults",  # hash by bot: its faults in a row
    "ladder_notices": "{{ladder:{id}}}:notices",  # hash by bot: how often its entry has changed
    "ladder_rows": "{{ladder:{id}}}:rows",  # hash by bot: ratings and counters of its versions
    "ladder_fit": "{{ladder:{id}}}:fit",  # hash: the published table, of how many results
    "ladder_fitting": "{{ladder:{id}}}:fitting",  # string: a fit was begun lately; expires
    "ladder_booked": "{{ladder:{id}}}:booked",  # hash by bot: how many matches it has in the plan
    "ladder_byes": "{{ladder:{id}}}:byes",  # hash by bot: how many rounds it sat out
    "ladder_matches": "{{ladder:{id}}}:matches",  # hash by match: block, rotation, attempt, bots
    "ladder_schedule": "{{ladder:{id}}}:schedule",  # sorted set of all matches, as planned
    "ladder_queue": "{{ladder:{id}}}:queue",  # sorted set of matches to start, by schedule
    "ladder_playing": "{{ladder:{id}}}:playing",  # set of matches started and not settled
    "ladder_outcomes": "{{ladder:{id}}}:outcomes",  # hash by match: result number, or why none
    "ladder_results": "{{ladder:{id}}}:results",  # list: the result numbered n is the n-th
}


def bucket_tags() -> list[str]:
    """The hash tags of all buckets."""
    return [f"{{b{number:02d}}}" for number in range(BUCKETS)]


def tag_of(match_id: str) -> str:
    """The hash tag of a match's bucket."""
    return f"{{b{crc32(match_id.encode()) % BUCKETS:02d}}}"


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
