"""The calls of a client by what they are about: each row of a group is one call.

A synchronous and an asynchronous group have the same rows.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from saqqara_sdk.client.http import AsyncSender, Sender
from saqqara_sdk.wire import account_calls, calls, challenge_calls, ladder_calls
from saqqara_sdk.wire.call import Call
from saqqara_sdk.wire.calls import Stream

P = ParamSpec("P")
T = TypeVar("T")


class Group:
    """Calls that belong together, sent by one client."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender


class AsyncGroup:
    """Calls that belong together, sent by one asynchronous client."""

    def __init__(self, sender: AsyncSender) -> None:
        self.sender = sender


class sent(Generic[P, T]):  # noqa: N801 - it reads as what a row is
    """A row of a `Group`: a method that sends the call and returns its answer."""

    def __init__(self, call: Callable[P, Call[T]]) -> None:
        self._call = call

    def __get__(self, group: Group, owner: type[Group]) -> Callable[P, T]:
        @wraps(self._call)
        def method(*args: P.args, **kwargs: P.kwargs) -> T:
            return group.sender.send(self._call(*args, **kwargs))

        return method


class followed(Generic[P, T]):  # noqa: N801 - it reads as what a row is
    """A row of a `Group`: a method that follows a stream, item by item."""

    def __init__(self, stream: Callable[P, Stream[T]]) -> None:
        self._stream = stream

    def __get__(self, group: Group, owner: type[Group]) -> Callable[P, Iterator[T]]:
        @wraps(self._stream)
        def method(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
            return group.sender.follow(self._stream(*args, **kwargs))

        return method


class awaited(Generic[P, T]):  # noqa: N801 - it reads as what a row is
    """A row of an `AsyncGroup`: a method that sends the call and awaits its answer."""

    def __init__(self, call: Callable[P, Call[T]]) -> None:
        self._call = call

    def __get__(
        self, group: AsyncGroup, owner: type[AsyncGroup]
    ) -> Callable[P, Coroutine[object, object, T]]:
        @wraps(self._call)
        async def method(*args: P.args, **kwargs: P.kwargs) -> T:
            return await group.sender.send(self._call(*args, **kwargs))

        return method


class awaited_each(Generic[P, T]):  # noqa: N801 - it reads as what a row is
    """A row of an `AsyncGroup`: a method that follows a stream, awaiting item by item."""

    def __init__(self, stream: Callable[P, Stream[T]]) -> None:
        self._stream = stream

    def __get__(
        self, group: AsyncGroup, owner: type[AsyncGroup]
    ) -> Callable[P, AsyncGenerator[T, None]]:
        @wraps(self._stream)
        def method(*args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[T, None]:
            return group.sender.follow(self._stream(*args, **kwargs))

        return method


class Accounts(Group):
    """The account that the token speaks for."""

    register = sent(account_calls.register)
    me = sent(account_calls.me)


class AsyncAccounts(AsyncGroup):
    """The account that the token speaks for."""

    register = awaited(account_calls.register)
    me = awaited(account_calls.me)


class Bots(Group):
    """The bots of the account."""

    create = sent(account_calls.create_bot)
    page = sent(account_calls.bots)
    create_version = sent(account_calls.create_version)
    versions = sent(account_calls.bot_versions)
    choose_version = sent(account_calls.choose_version)
    policy = sent(challenge_calls.policy)
    set_policy = sent(challenge_calls.set_policy)
    present = sent(challenge_calls.present_bots)


class AsyncBots(AsyncGroup):
    """The bots of the account."""

    create = awaited(account_calls.create_bot)
    page = awaited(account_calls.bots)
    create_version = awaited(account_calls.create_version)
    versions = awaited(account_calls.bot_versions)
    choose_version = awaited(account_calls.choose_version)
    policy = awaited(challenge_calls.policy)
    set_policy = awaited(challenge_calls.set_policy)
    present = awaited(challenge_calls.present_bots)


class Tokens(Group):
    """The tokens of the account and of its bots."""

    about = sent(account_calls.token)
    page = sent(account_calls.tokens)
    create = sent(account_calls.create_token)
    rotate = sent(account_calls.rotate_token)
    revoke = sent(account_calls.revoke_token)


class AsyncTokens(AsyncGroup):
    """The tokens of the account and of its bots."""

    about = awaited(account_calls.token)
    page = awaited(account_calls.tokens)
    create = awaited(account_calls.create_token)
    rotate = awaited(account_calls.rotate_token)
    revoke = awaited(account_calls.revoke_token)


class Matches(Group):
    """Making, finding, following and playing matches."""

    create = sent(calls.create_match)
    get = sent(calls.match)
    page = sent(calls.matches)
    join = sent(calls.join)
    start = sent(calls.start_match)
    view = sent(calls.view)
    act = sent(calls.act)
    explain = sent(calls.explain)
    events = followed(calls.events)
    events_page = sent(calls.events_page)
    record = sent(calls.record)
    fork = sent(calls.fork)
    resign = sent(calls.resign)
    abort = sent(calls.abort)
    void = sent(calls.void)
    pair = sent(challenge_calls.pair_matches)


class AsyncMatches(AsyncGroup):
    """Making, finding, following and playing matches."""

    create = awaited(calls.create_match)
    get = awaited(calls.match)
    page = awaited(calls.matches)
    join = awaited(calls.join)
    start = awaited(calls.start_match)
    view = awaited(calls.view)
    act = awaited(calls.act)
    explain = awaited(calls.explain)
    events = awaited_each(calls.events)
    events_page = awaited(calls.events_page)
    record = awaited(calls.record)
    fork = awaited(calls.fork)
    resign = awaited(calls.resign)
    abort = awaited(calls.abort)
    void = awaited(calls.void)
    pair = awaited(challenge_calls.pair_matches)


class Challenges(Group):
    """Challenging other bots, and answering for one's own."""

    create = sent(challenge_calls.create_challenge)
    get = sent(challenge_calls.challenge)
    page = sent(challenge_calls.challenges)
    accept = sent(challenge_calls.accept_challenge)
    decline = sent(challenge_calls.decline_challenge)
    cancel = sent(challenge_calls.cancel_challenge)


class AsyncChallenges(AsyncGroup):
    """Challenging other bots, and answering for one's own."""

    create = awaited(challenge_calls.create_challenge)
    get = awaited(challenge_calls.challenge)
    page = awaited(challenge_calls.challenges)
    accept = awaited(challenge_calls.accept_challenge)
    decline = awaited(challenge_calls.decline_challenge)
    cancel = awaited(challenge_calls.cancel_challenge)


class Ladders(Group):
    """Rated ladders: making and running them, entering bots, reading the table."""

    create = sent(ladder_calls.create_ladder)
    get = sent(ladder_calls.ladder)
    page = sent(ladder_calls.ladders)
    enrol = sent(ladder_calls.enrol)
    withdraw = sent(ladder_calls.withdraw)
    readmit = sent(ladder_calls.readmit)
    entries = sent(ladder_calls.ladder_entries)
    start = sent(ladder_calls.start_ladder)
    pause = sent(ladder_calls.pause_ladder)
    resume = sent(ladder_calls.resume_ladder)
    extend = sent(ladder_calls.extend_ladder)
    cancel = sent(ladder_calls.cancel_ladder)
    scores = sent(ladder_calls.ladder_scores)
    standings = sent(ladder_calls.standings)
    matches = sent(ladder_calls.ladder_matches)
    results = sent(ladder_calls.ladder_results)
    pairs = sent(ladder_calls.ladder_pairs)
    table = sent(ladder_calls.ladder_table)
    luck = sent(ladder_calls.ladder_luck)


class AsyncLadders(AsyncGroup):
    """Rated ladders: making and running them, entering bots, reading the table."""

    create = awaited(ladder_calls.create_ladder)
    get = awaited(ladder_calls.ladder)
    page = awaited(ladder_calls.ladders)
    enrol = awaited(ladder_calls.enrol)
    withdraw = awaited(ladder_calls.withdraw)
    readmit = awaited(ladder_calls.readmit)
    entries = awaited(ladder_calls.ladder_entries)
    start = awaited(ladder_calls.start_ladder)
    pause = awaited(ladder_calls.pause_ladder)
    resume = awaited(ladder_calls.resume_ladder)
    extend = awaited(ladder_calls.extend_ladder)
    cancel = awaited(ladder_calls.cancel_ladder)
    scores = awaited(ladder_calls.ladder_scores)
    standings = awaited(ladder_calls.standings)
    matches = awaited(ladder_calls.ladder_matches)
    results = awaited(ladder_calls.ladder_results)
    pairs = awaited(ladder_calls.ladder_pairs)
    table = awaited(ladder_calls.ladder_table)
    luck = awaited(ladder_calls.ladder_luck)
