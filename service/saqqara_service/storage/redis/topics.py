"""Topics: what moves and is told of, a match, a challenge, or a bot's entry in a ladder.

Redis knows a topic by its text, in notifications and in the sets of a bot; the texts are made and
read only here, and by the scripts with the same patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from saqqara_service.storage.redis.keys import bucket_of, key, match_key

CHALLENGE_TOPIC: Final = "challenge:%s"
ENTRY_TOPIC: Final = "entry:%s:%s"
LOBBY_TOPIC: Final = "lobby:%s"
LOBBY: Final = LOBBY_TOPIC.partition("%")[0]
"""How a notification begins that tells the lobby of a match, and nobody else."""


@dataclass(frozen=True, slots=True)
class MatchTopic:
    """A match."""

    match_id: str

    def __str__(self) -> str:
        """Its text."""
        return self.match_id


@dataclass(frozen=True, slots=True)
class ChallengeTopic:
    """A challenge."""

    challenge_id: str

    def __str__(self) -> str:
        """Its text."""
        return CHALLENGE_TOPIC % self.challenge_id


@dataclass(frozen=True, slots=True)
class EntryTopic:
    """A bot's entry in a ladder."""

    ladder_id: str
    bot_id: str

    def __str__(self) -> str:
        """Its text."""
        return ENTRY_TOPIC % (self.ladder_id, self.bot_id)


Topic: TypeAlias = MatchTopic | ChallengeTopic | EntryTopic
_KINDS: Final[Mapping[str, Callable[..., Topic]]] = {
    CHALLENGE_TOPIC.partition(":")[0]: ChallengeTopic,
    ENTRY_TOPIC.partition(":")[0]: EntryTopic,
}
"""By the first word of a text that is more than a match's id."""


@dataclass(frozen=True, slots=True)
class Notification:
    """A topic has come to a version, and these players' feeds have something to tell.

    At the instant `due_ms` a sweep is to look at it, unless it has moved by then. One for the lobby
    tells of a match that is new, has another player or another status; its version grows with
    these.
    """

    topic: Topic
    version: int
    players: list[str]
    due_ms: int | None = None
    is_for_lobby: bool = False

    @classmethod
    def read(cls, text: str) -> Notification | None:
        """What `notify.lua` has published, without its number; None of what is not known here."""
        topic_text, _, words = text.partition(" ")
        words, _, due = words.partition(" @")
        version, *players = words.split(" ")
        topic = topic_of(topic_text.removeprefix(LOBBY))
        if topic is None or not version.isdecimal() or not (due or version).isdecimal():
            return None
        due_ms = int(due) if due else None
        return cls(topic, int(version), players, due_ms, topic_text.startswith(LOBBY))


def topic_of(text: str) -> Topic | None:
    """The topic that has the text; None of a kind that only later versions of the service know."""
    word, *ids = text.split(":")
    if not ids:
        return MatchTopic(text)
    kind = _KINDS.get(word)
    return None if kind is None else kind(*ids)


def bucket_of_topic(topic: Topic) -> int | None:
    """The bucket in whose sets a topic is; None of an entry in a ladder, which is in none."""
    match topic:
        case MatchTopic(one) | ChallengeTopic(one):
            return bucket_of(one)
        case EntryTopic():
            return None


def version_field(topic: ChallengeTopic | EntryTopic) -> tuple[str, str]:
    """The hash and its field that tell to which version a topic has come."""
    match topic:
        case ChallengeTopic(challenge_id):
            return match_key("challenge", challenge_id), "version"
        case EntryTopic(ladder_id, bot_id):
            return key("ladder_notices", ladder_id), bot_id


def stream_of(topic: Topic) -> str:
    """The stream in which notifications of a topic are kept for a while."""
    match topic:
        case MatchTopic(one) | ChallengeTopic(one):
            return match_key("moved", one)
        case EntryTopic(ladder_id):
            return key("ladder_moved", ladder_id)
