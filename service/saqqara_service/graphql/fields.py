"""How an operation becomes a field of the root, and what runs it.

Each call of such a field is one operation, observed as one of REST is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Any, Final

import strawberry
from pydantic.alias_generators import to_camel
from strawberry.types.field import StrawberryField

from saqqara_service import inputs
from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.application.limits.rate_limits import Charge, bill
from saqqara_service.application.operations.observing import Observation, name_match, observed
from saqqara_service.graphql.arguments import of_input, of_question, page_of, sign
from saqqara_service.graphql.context import Context, Info
from saqqara_service.graphql.described import arguments
from saqqara_service.graphql.errors import result
from saqqara_service.models import Acted, Caller, Model

TRANSPORT: Final = "graphql"


def query(operation: Operation, name: str) -> StrawberryField:
    """The field of the query that an operation is, if it only reads."""
    use_case, page = operation.once, page_of(operation, name)

    async def resolve(info: Info, **given: object) -> object:
        found: Any = await _answer(operation, to_camel(name), info.context, given)
        return found if page is None else page.until(found.items, found.cursor)

    sign(resolve, name, of_question(use_case, name), page or use_case.hints["return"])
    return arguments(strawberry.field(resolve, description=use_case.text), use_case.query)


def mutation(operation: Operation, name: str) -> StrawberryField:
    """The field of the mutation that an operation is: `act` answers `ActResult`."""
    use_case, field = operation.once, to_camel(name)

    async def resolve(info: Info, input: Model) -> object:
        ids = {each: getattr(input, each) for each in use_case.ids}
        return await _answer(operation, field, info.context, ids, input)

    sign(resolve, name, of_input(use_case, name), use_case.item)
    union = result(field, use_case.item)
    made = strawberry.mutation(resolve, graphql_type=union, description=use_case.text)
    return arguments(made)


def subscription(operation: Operation, use_case: UseCase, name: str) -> StrawberryField:
    """The field of the subscription by which an operation is followed."""
    field = to_camel(name)

    async def resolve(info: Info, **given: object) -> AsyncGenerator[object, None]:
        context = info.context
        _name_match(given)
        if (one := bill()) is not None:
            one.is_stream = True
        with _observed(context, field), _carried(context):
            items, item = await _begun(context, operation, use_case, given)
        try:
            with context.svc.metrics.streams.labels(TRANSPORT, field).track_inprogress():
                async with aclosing(items):
                    while item is not None:
                        yield item
                        del item  # what was told is not kept until there is more
                        item = await anext(items, None)
        finally:
            context.followed -= 1

    sign(resolve, name, of_question(use_case, name), use_case.hints["return"])
    made = strawberry.subscription(resolve, description=use_case.text)
    return arguments(made, use_case.query)


async def _answer(
    operation: Operation,
    field: str,
    context: Context,
    given: Mapping[str, object],
    body: Model | None = None,
) -> object:
    """What the operation answers to these arguments."""
    _name_match(given)
    with _observed(context, field), _carried(context, operation.charge):
        await context.charge(operation.charge)
        await context.svc.lane.enter((TRANSPORT, field))
        values = await _values(context, operation, operation.once, given)
        if operation.once.body is not None:
            values["body"] = body
        found = await operation.call(**values)
        if isinstance(found, Acted) and not found.repeated:
            context.refund()
        return found


async def _begun(
    context: Context, operation: Operation, use_case: UseCase, given: Mapping[str, object]
) -> tuple[AsyncGenerator[Any, None], Any]:
    """A stream and what it tells first, if anything; one that fails before nobody follows."""
    context.follow()
    try:
        await context.charge(Charge.USUAL)
        items = use_case.call(**await _values(context, operation, use_case, given))
        return items, await anext(items, None)
    except BaseException:
        context.followed -= 1
        raise


async def _values(
    context: Context, operation: Operation, use_case: UseCase, given: Mapping[str, object]
) -> dict[str, object]:
    """What the use case is called with; raises what refuses the caller or the question."""
    caller = await _caller(context, operation)
    own = {"svc": context.svc, "asker": context.asker, "timing": context.timing, "caller": caller}
    values: dict[str, object] = {
        name: value for name, value in own.items() if name in use_case.hints
    }
    values |= {name: given.get(name, given.get("id")) for name in use_case.ids}
    if use_case.query is not None:
        asked = {name: value for name, value in given.items() if name not in use_case.ids}
        values["query"] = inputs.read(use_case.query, asked)
    operation.demand(caller)
    return values


async def _caller(context: Context, operation: Operation) -> Caller | None:
    """Who asks, as far as that makes a difference."""
    if not operation.takes_caller:
        return None
    if operation.charge is Charge.ACTION:
        return await context.acting()
    return await (context.caller() if operation.needs_caller else context.caller_if_any())


def _observed(context: Context, field: str) -> AbstractContextManager[Observation]:
    return observed(context.svc, TRANSPORT, field, context.carrier)


def _carried(context: Context, charge: Charge = Charge.USUAL) -> AbstractContextManager[None]:
    """A place for an operation of a socket; a request by HTTP got one at the gate.

    An action gets its own when its token is known to be good.
    """
    if charge is Charge.ACTION or not context.is_socket:
        return nullcontext()
    return context.svc.concurrency.operation


def _name_match(given: Mapping[str, object]) -> None:
    """Name the match in the logs, if the field is about one."""
    if (match_id := given.get("match_id")) is not None:
        name_match(str(match_id))
