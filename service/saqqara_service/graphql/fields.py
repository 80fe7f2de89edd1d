"""How a resolver becomes a field: its docstring describes it, and a mutation answers a union.

Each call of a field of the root is one operation, observed as one of REST is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, aclosing, nullcontext
from functools import partial, wraps
from inspect import getdoc, signature
from typing import Any, Final, TypeAlias

import strawberry
from pydantic.alias_generators import to_camel
from strawberry.types.field import StrawberryField

from saqqara_service.application.limits.rate_limits import Charge, bill
from saqqara_service.application.operations.observing import Seen, name_match, observed
from saqqara_service.graphql.context import Context, Info
from saqqara_service.graphql.described import arguments
from saqqara_service.graphql.errors import result
from saqqara_service.models import Model

Resolver: TypeAlias = Callable[..., Awaitable[Any]]
Streaming: TypeAlias = Callable[..., AsyncGenerator[Any, None]]
Stream: TypeAlias = Callable[..., Awaitable[AsyncGenerator[Any, None]]]
TRANSPORT: Final = "graphql"


def query(resolver: Resolver) -> StrawberryField:
    """A field of the query."""
    return _query(resolver)


def query_of(question: type[Model]) -> Callable[[Resolver], StrawberryField]:
    """A field of the query whose arguments are those of a question."""
    return lambda resolver: _query(resolver, question)


def _query(resolver: Resolver, question: type[Model] | None = None) -> StrawberryField:
    field: StrawberryField = strawberry.field(_observed(resolver), description=getdoc(resolver))
    return arguments(field, question)


def mutation(
    model: type[Model], charge: Charge = Charge.USUAL
) -> Callable[[Resolver], StrawberryField]:
    """A field of the mutation; `act` answers `ActResult`: the model or a problem."""

    def field(resolver: Resolver) -> StrawberryField:
        union = result(_operation(resolver), model)
        return arguments(
            strawberry.mutation(
                _observed(resolver, charge), graphql_type=union, description=getdoc(resolver)
            )
        )

    return field


def subscription(resolver: Stream) -> StrawberryField:
    """A field of the subscription."""
    return _subscription(resolver)


def subscription_of(question: type[Model]) -> Callable[[Stream], StrawberryField]:
    """A field of the subscription whose arguments are those of a question."""
    return lambda resolver: _subscription(resolver, question)


def _subscription(resolver: Stream, question: type[Model] | None = None) -> StrawberryField:
    observed_stream = _observed_stream(resolver)
    field = strawberry.subscription(observed_stream, description=getdoc(resolver))
    return arguments(field, question)


def _observed(resolver: Resolver, charge: Charge = Charge.USUAL) -> Resolver:
    operation = _operation(resolver)

    @wraps(resolver)
    async def observing(*args: object, info: Info, **asked: object) -> object:
        _name(operation, asked)
        with _observed_by(info.context, operation), _carried(info.context, charge):
            await info.context.charge(charge)
            await info.context.svc.lane.enter((TRANSPORT, operation))
            return await resolver(*args, info=info, **asked)

    return observing


def _observed_stream(resolver: Stream) -> Streaming:
    operation = _operation(resolver)

    @wraps(resolver)
    async def observing(*args: object, info: Info, **asked: object) -> AsyncGenerator[object, None]:
        _name(operation, asked)
        context = info.context
        if (one := bill()) is not None:
            one.is_stream = True
        with _observed_by(context, operation), _carried(context):
            items, item = await _begun(context, partial(resolver, *args, info=info, **asked))
        try:
            with context.svc.metrics.streams.labels(TRANSPORT, operation).track_inprogress():
                async with aclosing(items):
                    while item is not None:
                        yield item
                        del item  # what was told is not kept until there is more
                        item = await anext(items, None)
        finally:
            context.followed -= 1

    return observing


async def _begun(context: Context, stream: Stream) -> tuple[AsyncGenerator[Any, None], Any]:
    """A stream and what it tells first, if anything; one that fails before nobody follows."""
    context.follow()
    try:
        await context.charge(Charge.USUAL)
        items = await stream()
        return items, await anext(items, None)
    except BaseException:
        context.followed -= 1
        raise


def _observed_by(context: Context, operation: str) -> AbstractContextManager[Seen]:
    return observed(context.svc, TRANSPORT, operation, context.carrier)


def _carried(context: Context, charge: Charge = Charge.USUAL) -> AbstractContextManager[None]:
    """A place for an operation of a socket; a request by HTTP got one at the gate.

    An action gets its own when its token is known to be good.
    """
    if charge is Charge.ACTION or not context.is_socket:
        return nullcontext()
    return context.svc.concurrency.operation


def _operation(resolver: Resolver | Stream) -> str:
    """The field's name; a resolver of the root takes `info`, which the library hands in by name."""
    if "info" not in signature(resolver).parameters:
        raise TypeError(f"{resolver.__qualname__} takes no `info`")
    return to_camel(resolver.__name__)


def _name(operation: str, asked: dict[str, object]) -> None:
    """Name the match in the logs, if the field is about one."""
    named = asked.get("id" if operation == "match" else "match_id")
    match_id = named or getattr(asked.get("input"), "match_id", None)
    if match_id is not None:
        name_match(match_id)
