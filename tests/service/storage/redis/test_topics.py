"""Topics: their texts, and what is published of them."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_service.application.service import Service
from saqqara_service.storage.redis.keys import CHANNEL
from saqqara_service.storage.redis.topics import (
    ChallengeTopic,
    EntryTopic,
    MatchTopic,
    Notification,
    Topic,
    topic_of,
)

TOPICS: list[Topic] = [MatchTopic("m1"), ChallengeTopic("c1"), EntryTopic("l1", "b1")]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_read_from_its_text(topic: Topic) -> None:
    """In a set of a bot and in a notification alike."""
    assert topic_of(str(topic)) == topic
    assert Notification.read(f"{topic} 7 b1 b2") == Notification(topic, 7, ["b1", "b2"])
    assert Notification.read(f"{topic} 7") == Notification(topic, 7, [])
    assert Notification.read(f"{topic} 7 b1 @90") == Notification(topic, 7, ["b1"], 90)
    assert Notification.read(f"{topic} 7 @90") == Notification(topic, 7, [], 90)


@pytest.mark.parametrize(
    "text", ["", "m1", "m1 ", "m1 b1", "later:1 5", "m1 -1 b1", "m1 7 @b1", "m1  @90"]
)
def test_what_is_no_notification_is_let_pass(text: str) -> None:
    """Whoever may publish there, and whatever: the hub goes on listening."""
    assert Notification.read(text) is None


def test_topics_of_one_id_are_not_the_same() -> None:
    """A match and a challenge of the same id move each for itself."""
    assert len({MatchTopic("x"), ChallengeTopic("x"), EntryTopic("x", "x")}) == 3


async def test_a_topic_of_a_later_version_is_let_pass(svc: Service) -> None:
    """While a new version of the service takes over, the old one goes on hearing what it knows."""
    clock = asyncio.get_running_loop().time
    moved: dict[Topic, int] = {}
    with svc.hub.watch_player("b1") as watch:
        while not moved:  # until the hub listens
            for text in ("1 later:1:2 5 b1", "later m1 2 b1"):
                await svc.connection.write.publish(CHANNEL, text)
            moved = await watch.wait(until=clock() + 0.1)
    assert moved == {MatchTopic("m1"): 2}
