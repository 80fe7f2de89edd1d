"""The only way in which an operation runs, whatever received its request.

In this order, where a step that refuses ends it:

1. observe: count, time and trace it under its name;
2. admit: the service is open, this process has a place, and no budget is known to be spent;
3. authenticate: for whom the token speaks; the address pays for a bad one;
4. read the question;
5. authorise: the token has the scope of the row;
6. charge one call, also for what was refused by 4 or 5;
7. call the use case; one that is costly waits for its turn;
8. refund: an action that was applied costs nothing (`RequestCost.has_acted`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    nullcontext,
    suppress,
)
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, cast

from saqqara_service.api.operation import Operation, Row, UseCase
from saqqara_service.api.remedies import next_call
from saqqara_service.application.accounts import authentication
from saqqara_service.application.accounts.accounts import demand_person
from saqqara_service.application.accounts.quotas import keeping
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.operations.observation import name_caller, name_match, observed
from saqqara_service.application.play.delays import note_round_trip
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ApplicationError,
    Forbidden,
    NotFound,
    Unauthenticated,
)
from saqqara_service.models import SCOPES, Caller, Model

C = TypeVar("C", bound=Caller | None)
Q = TypeVar("Q", bound=Model)
A = TypeVar("A")
Reader: TypeAlias = Callable[[type[Model]], Model]
"""Makes a question of what a transport received; raises `Malformed`."""


@dataclass(frozen=True, slots=True)
class Request:
    """What a transport received: who sent it, from where and how, and a reader of the question.

    `carrier` has the caller's span. Whatever came by a websocket takes its place when it runs; a
    request by HTTP got one before.
    """

    svc: Service
    transport: str
    client: Client
    token: str | None
    read: Reader
    carrier: Mapping[str, str]
    rtt_ms: int | None = None
    is_socket: bool = False


async def run(operation: Operation[C, Q, A], request: Request) -> A:
    """What the operation answers; raises `ApplicationError`, and no other error."""
    question: Model | None = None
    svc, place = request.svc, _place(operation, request)
    with observed(svc, request.transport, operation.name, request.carrier):
        try:
            with place:
                asked_by, question = await _prepared(operation, operation.once, request)
            caller = _heard(operation.once, asked_by)
            if not operation.is_play:
                await svc.cost_queue.enter(
                    (request.transport, operation.name)
                )  # holds no place meanwhile
            try:
                with place:
                    async with _room(operation, svc, caller, question):
                        return await operation.call(svc, cast("C", caller), cast("Q", question))
            except NotFound:  # what is missing from a store that was emptied just now is `Busy`
                await svc.admission.demand_open_now()
                raise
        except ApplicationError as error:
            error.next = next_call(error, operation, question)
            raise


async def follow(
    operation: Row, request: Request
) -> tuple[Model | None, AsyncGenerator[Model, None]]:
    """The first item of a stream, None if there is none, and the items after it.

    By HTTP it goes on for as long as the token is good; a websocket ends as a whole.
    """
    stream, use_case = operation.stream, operation.following
    if stream is None or use_case is None:
        raise TypeError(f"{operation.name} cannot be followed")
    question: Model | None = None
    svc, place = request.svc, _place(operation, request)
    with observed(svc, request.transport, operation.name, request.carrier), place:
        try:
            caller, question = await _prepared(operation, use_case, request)
            items = stream(svc, _heard(use_case, caller), question)
            if not request.is_socket:
                items = svc.revocation.while_valid(caller, items)
            return await anext(items, None), items
        except ApplicationError as error:
            error.next = next_call(error, operation, question)
            raise


async def identify(svc: Service, client: Client, token: str | None) -> Caller:
    """For whom a token speaks; raises `Unauthenticated`."""
    caller = await authentication.authenticate(svc, token)
    svc.rate_limits.note_caller(client, caller)
    name_caller(caller)
    return caller


async def demand_caller(svc: Service, client: Client, token: str | None) -> Caller:
    """For whom a token speaks; a bad one is paid for by the address."""
    try:
        return await identify(svc, client, token)
    except Unauthenticated:
        await svc.rate_limits.charge(client, None, Charge.USUAL)
        raise


def _place(operation: Row, request: Request) -> AbstractContextManager[None]:
    """A place in this process, if what receives the request has not taken one.

    An action takes its own once its token is known to be good; a field below the root takes none.
    """
    if not request.is_socket or operation.charge is Charge.ACTION or operation.of is not None:
        return nullcontext()
    return request.svc.concurrency.operation


async def _prepared(
    operation: Row, use_case: UseCase, request: Request
) -> tuple[Caller | None, Model]:
    """Who asks, and what, once all is in order."""
    svc, client = request.svc, request.client
    await svc.admission.demand_open()
    svc.rate_limits.demand_unspent(client, request.token, operation.charge)
    caller = await _authenticated(operation, request)
    try:
        question = request.read(use_case.question)
        authorise(operation, caller)
    except ApplicationError:
        await svc.rate_limits.charge(client, caller, Charge.USUAL)
        raise
    await svc.rate_limits.charge(client, caller, operation.charge)
    if "match_id" in operation.ids:
        name_match(getattr(question, "match_id", ""))
    note_round_trip(request.rtt_ms)
    return caller, question


def _heard(use_case: UseCase, caller: Caller | None) -> Caller | None:
    """Who asks, as far as the use case hears of it."""
    return None if use_case.caller is None else caller


async def _authenticated(operation: Row, request: Request) -> Caller | None:
    """Who asks; where it makes no difference, a bad token is as good as none."""
    asked = (request.svc, request.client, request.token)
    is_heeded = request.token is not None or operation.needs_caller
    if operation.takes_caller:
        return await demand_caller(*asked) if is_heeded else None
    with suppress(Unauthenticated):
        return await identify(*asked) if is_heeded else None
    return None


def authorise(operation: Row, caller: Caller | None) -> None:
    """Refuse a token that may not be used for this; raises `Forbidden`."""
    if operation.scope is None or caller is None or caller.may(operation.scope):
        return
    scope = operation.scope.value
    if operation.scope not in SCOPES[caller.kind]:
        demand_person(caller, scope=scope)
    raise Forbidden(f"The token lacks the scope {scope}.", scope=scope)


def _room(
    operation: Row, svc: Service, caller: Caller | None, question: Model
) -> AbstractAsyncContextManager[None]:
    """Room for what stays, which counts with its account by the size of its question."""
    if not operation.keeps:
        return nullcontext()
    return keeping(svc, caller, len(question.model_dump_json().encode()))
