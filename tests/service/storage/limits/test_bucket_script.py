"""The bucket's script under a clock of the test's own: how much it ever lets through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from saqqara_service.storage.limits.token_buckets import SPEND, Spend

START_US = 1_800_000_000_000_000
SECOND_US = 1_000_000
Take = Callable[[int, int, int], tuple[str, int]]


@pytest.fixture
def take(redis_url: str) -> Take:
    """Take from one bucket at an instant: `take(now_us, fill_us, cost_us)`."""
    clock = "{ math.floor(tonumber(ARGV[5]) / 1000000), tonumber(ARGV[5]) % 1000000 }"
    assert "redis.call('TIME')" in SPEND.text
    script = SPEND.text.replace("redis.call('TIME')", clock)
    client = redis.Redis.from_url(redis_url, decode_responses=True)
    client.flushall()

    def run(now_us: int, fill_us: int, cost_us: int) -> tuple[str, int]:
        _one, *words = SPEND.words(
            ["bucket"], Spend(fill=fill_us, cost=cost_us, owes=False, debt=0)
        )
        kind, full_in_us = SPEND.read(client.eval(script, 1, *words, now_us))
        return kind, full_in_us

    return run


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    burst=st.integers(1, 20),
    per_s=st.integers(1, 50),
    steps=st.lists(
        st.one_of(
            st.integers(0, 100_000),
            st.integers(0, 3_000_000),
            st.integers(-2_000_000, 0),
        ),
        min_size=1,
        max_size=60,
    ),
)
def test_never_more_than_the_burst_and_what_filled_in_since(
    take: Take, redis_url: str, burst: int, per_s: int, steps: list[int]
) -> None:
    """Over any window as many pass as the bucket holds and as fill in; steps back give nothing."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    cost_us = SECOND_US // per_s
    now_us, forward_us = START_US, 0
    taken: list[int] = []
    for step in steps:
        now_us += step
        forward_us += max(0, step)
        kind, full_in_us = take(now_us, burst * cost_us, cost_us)
        assert 0 <= full_in_us <= burst * cost_us
        if kind == "taken":
            taken.append(forward_us)
    for first, since in enumerate(taken):
        for last in range(first, len(taken)):
            most = burst + (taken[last] - since) / cost_us
            assert last - first + 1 <= most + 1e-6


def test_a_bucket_fills_evenly(take: Take) -> None:
    """Its burst passes at once; then one passes whenever one has filled in; what is full stays."""
    cost_us = 100_000
    fill_us = 5 * cost_us
    assert [take(START_US, fill_us, cost_us)[0] for _ in range(6)] == ["taken"] * 5 + ["empty"]
    assert take(START_US + cost_us - 1, fill_us, cost_us) == ("empty", fill_us - cost_us + 1)
    assert take(START_US + cost_us, fill_us, cost_us) == ("taken", fill_us)
    later = START_US + 3_600 * SECOND_US
    assert take(later, fill_us, cost_us) == ("taken", cost_us)


@pytest.mark.parametrize("back_s", [1, 20, 300, 3_600])
def test_a_clock_that_was_set_back_takes_nothing_away(take: Take, back_s: int) -> None:
    """However far: the bucket holds what it held, and fills as ever."""
    cost_us = SECOND_US
    for _ in range(3):
        take(START_US, 5 * cost_us, cost_us)
    back = START_US - back_s * SECOND_US
    assert take(back, 5 * cost_us, cost_us) == ("taken", 4 * cost_us)
    assert take(back, 5 * cost_us, cost_us) == ("taken", 5 * cost_us)
    assert take(back, 5 * cost_us, cost_us) == ("empty", 5 * cost_us)
    assert take(back + cost_us, 5 * cost_us, cost_us) == ("taken", 5 * cost_us)


def test_an_empty_bucket_fills_though_the_clock_is_behind(take: Take) -> None:
    """A refusal by the clock that was set back counts as the instant from which it fills."""
    cost_us = SECOND_US
    assert [take(START_US, cost_us, cost_us)[0] for _ in range(2)] == ["taken", "empty"]
    back = START_US - 300 * SECOND_US
    assert take(back, cost_us, cost_us) == ("empty", cost_us)
    assert take(back + cost_us, cost_us, cost_us) == ("taken", cost_us)


def test_a_bucket_is_not_worth_a_disk_write(redis_url: str) -> None:
    """Counting goes neither to the log of Redis nor to its replicas, and is forgotten when full."""
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        client.flushall()  # what expires meanwhile is written to the log, be it this bucket
        spend = Spend(fill=3_600 * SECOND_US, cost=10 * SECOND_US, owes=False, debt=0)
        before = client.info("persistence")["aof_current_size"]
        for _ in range(100):
            client.execute_command("EVAL", SPEND.text, *SPEND.words(["bucket"], spend))
        assert client.info("persistence")["aof_current_size"] == before
        assert 0 < client.pttl("bucket") <= 100 * 10 * 1_000
