"""Start-time fair queueing as a value: who is next, by what its keys have had."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

from saqqara_service.application.limits.fair_queue import TAGS, FairQueue, QueuePlace
from saqqara_service.application.limits.meter import Keys

SEEDS = range(20)


def crowd(queue: FairQueue[QueuePlace], keys: Keys, sockets: int, cost_s: float = 1.0) -> None:
    for _ in range(sockets):
        queue.join(QueuePlace(keys, cost_s))


def served(queue: FairQueue[QueuePlace], turns: int, *, again: bool = False) -> list[QueuePlace]:
    """The next turns; whoever had one wants another at once, if `again`."""
    order = []
    for _ in range(turns):
        place = queue.next()
        assert place is not None
        order.append(place)
        if again:
            queue.join(QueuePlace(place.keys, place.cost_s))
    return order


@pytest.mark.parametrize("seed", SEEDS)
def test_the_modest_wait_for_one_turn_of_each_other_at_most(seed: int) -> None:
    """However many sockets others have, and however long they have been there."""
    rng, queue = random.Random(seed), FairQueue[QueuePlace]()
    greedy = [(f"greedy {n}",) for n in range(rng.randint(1, 9))]
    for keys in greedy:
        crowd(queue, keys, rng.randint(1, 50), rng.uniform(0.1, 5.0))
    served(queue, rng.randint(0, 200), again=True)
    modest = QueuePlace(("modest",), rng.uniform(0.1, 5.0))
    queue.join(modest)
    before: Counter[Keys] = Counter()
    while (place := queue.next()) is not modest:
        assert place is not None
        before[place.keys] += 1
        queue.join(QueuePlace(place.keys, place.cost_s))
    assert max(before.values(), default=0) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_two_who_always_want_more_have_equal_time(seed: int) -> None:
    """At any moment, but for one turn of each, whatever the number of their sockets."""
    rng, queue = random.Random(seed), FairQueue[QueuePlace]()
    had: dict[Keys, float] = {("few",): 0.0, ("many",): 0.0}
    costs = {("few",): rng.uniform(0.1, 3.0), ("many",): rng.uniform(0.1, 3.0)}
    crowd(queue, ("few",), 1, costs["few",])
    crowd(queue, ("many",), 40, costs["many",])
    for place in served(queue, 500, again=True):
        had[place.keys] += place.cost_s
        assert abs(had["few",] - had["many",]) <= sum(costs.values()) + 1e-9


def test_accounts_at_one_address_share_what_it_has() -> None:
    """Whoever opens more accounts gets no more."""
    queue = FairQueue[QueuePlace]()
    for number in range(5):
        crowd(queue, ("one", f"account {number}"), 4)
    crowd(queue, ("other",), 4)
    order = served(queue, 60, again=True)
    assert abs(sum(place.keys == ("other",) for place in order) - 30) <= 1
    assert {place.keys for place in order} >= {("one", f"account {number}") for number in range(5)}


def test_an_account_at_many_addresses_counts_once() -> None:
    """Whoever has more addresses gets no more by one account."""
    queue = FairQueue[QueuePlace]()
    for number in range(5):
        crowd(queue, (f"address {number}", "account"), 4)
    crowd(queue, ("other",), 4)
    order = served(queue, 60, again=True)
    assert abs(sum(place.keys == ("other",) for place in order) - 30) <= 1


def test_those_with_the_same_keys_come_in_their_order() -> None:
    """The first first."""
    queue = FairQueue[QueuePlace]()
    places = [QueuePlace(("one",), 1.0) for _ in range(5)]
    for place in places:
        queue.join(place)
    assert served(queue, 5) == places
    assert queue.next() is None
    assert not queue


def test_who_leaves_owes_nothing_and_holds_nobody_up() -> None:
    """Neither as the only one of its line nor in the middle of it."""
    queue = FairQueue[QueuePlace]()
    first, second, alone = (QueuePlace((name,), 1.0) for name in ("one", "one", "two"))
    for place in (first, second, alone):
        queue.join(place)
    queue.leave(first)
    queue.leave(alone)
    assert served(queue, 1) == [second]
    assert queue.next() is None
    assert queue.start_s(("two",)) < queue.start_s(("one",))


def test_what_was_given_back_counts_as_not_had() -> None:
    """Who was taken for dearer than it was has the next turn."""
    queue = FairQueue[QueuePlace]()
    crowd(queue, ("dear",), 2, 10.0)
    crowd(queue, ("other",), 3)
    served(queue, 2)
    queue.serve(("dear",), -9.9)
    assert [place.keys for place in served(queue, 2)] == [("dear",), ("other",)]


def test_ten_thousand_addresses_leave_little_behind() -> None:
    """Of lines nothing, of tags a bounded number."""
    queue, names = FairQueue[QueuePlace](), count()
    crowd(queue, ("stays",), 3)
    for _ in range(10_000):
        queue.join(QueuePlace((f"address {next(names)}",), 1.0))
        assert queue.next() is not None
    assert queue.tags <= TAGS
    assert len(queue) <= 3 + 1
    while queue.next() is not None:
        pass
    assert not queue


def test_the_wait_that_is_foretold_is_the_wait() -> None:
    """As long as nobody else comes: one's own first, of the others what is fair."""
    queue = FairQueue[QueuePlace]()
    crowd(queue, ("mine",), 3)
    crowd(queue, ("other",), 10)
    expected_s = queue.before_s(("mine",))
    last = QueuePlace(("mine",), 1.0)
    queue.join(last)
    waited = 0
    while queue.next() is not last:
        waited += 1
    assert abs(waited - expected_s) <= 1
    assert queue.before_s(("nobody",)) <= 1
