"""The heartbeat under a clock of the test's own: which gap is an outage, to the millisecond."""

from __future__ import annotations

import pytest
import redis

from saqqara_service.storage.matches.scripts import BEAT

START_MS = 1_800_000_000_000


@pytest.mark.parametrize(
    ("gap_ms", "away_ms"), [(1, 0), (1_000, 0), (1_001, 1_001), (3_000, 3_000), (60_000, 60_000)]
)
def test_a_gap_of_more_than_a_second_is_an_outage(
    redis_url: str, gap_ms: int, away_ms: int
) -> None:
    """All of it is credited, once; a gap of up to a second is a beat that came late."""
    clock = "{ math.floor(tonumber(ARGV[1]) / 1000), tonumber(ARGV[1]) % 1000 * 1000 }"
    assert "redis.call('TIME')" in BEAT.text
    script = BEAT.text.replace("redis.call('TIME')", clock)
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        for now_ms, total_ms in (
            (START_MS, 0),
            (START_MS + gap_ms, away_ms),
            (START_MS + gap_ms, away_ms),
        ):
            client.eval(script, 1, "beat", now_ms)
            assert int(client.hget("beat", "away_ms") or 0) == total_ms


def test_an_outage_is_one_though_the_clock_was_set_back(redis_url: str) -> None:
    """What is behind the last beat is a beat, too, so that the next gap is seen."""
    clock = "{ math.floor(tonumber(ARGV[1]) / 1000), tonumber(ARGV[1]) % 1000 * 1000 }"
    script = BEAT.text.replace("redis.call('TIME')", clock)
    back_ms = START_MS - 300_000
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        client.delete("beat")
        for now_ms in (START_MS, back_ms, back_ms + 5_000):
            client.eval(script, 1, "beat", now_ms)
        assert client.hget("beat", "away_ms") == "5000"
