"""How an operation becomes a field of the root, and what runs it.

Each call of such a field is one operation, observed as one of REST is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractContextManager, aclosing, nullcontext
from typing import Any, Final, cast

import strawberry
from pydantic.alias_generators import to_camel
from strawberry.types.field import StrawberryField

from saqqara_service import inputs
from saqqara_service.api.operation import Operation, UseCase
from saqqara_service.api.pages import Page
from saqqara_service.application.limits.rate_limits import Charge, bill
from saqqara_service.application.operations.observing import Observation, name_match, observed
from saqqara_service.graphql.arguments import OWN_ID, of_input, of_question, page_of, sign
from saqqara_service.graphql.context import Context, Info
from saqqara_service.graphql.described import arguments
from saqqara_service.graphql.edges import Node
from saqqara_service.graphql.errors import problems_of, result
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import told_as
from saqqara_service.models import Caller, Model, Viewer

TRANSPORT: Final = "graphql"


def query(operation: Operation, name: str) -> StrawberryField:
    """The field of the query, or of another type, that an operation is, if it only reads.

    It is null where it is refused.
    """
    use_case, page = operation.once, page_of(operation)
    field = to_camel(name) if operation.of is None else f"{operation.of.__name__}.{to_camel(name)}"
    bound = use_case.ids[:1] if operation.of else ()

    async def resolve(info: Info, root: Any = None, **given: object) -> object:  # noqa: ANN401
        if bound:
            given |= dict.fromkeys(bound, root.id)
        if OWN_ID in given:
            given[f"{name}_id"] = given.pop(OWN_ID)
        found: Any = await _answer(operation, field, info.context, given)
        return found if page is None else _page(page, given, found)

    answer = (page or told_as(use_case.hints["return"])) | None
    sign(resolve, name, of_question(use_case, name, bound), answer)
    return arguments(strawberry.field(resolve, description=use_case.text), use_case.query)


def node(by_letter: Mapping[str, Operation]) -> StrawberryField:
    """The field of the query that finds a thing of whatever type by its id.

    An id begins with the letter of its type; what a ladder's or any other match has is of none.
    """

    async def resolve(info: Info, id: strawberry.ID) -> Node | None:
        operation = by_letter[id[:1] if id[:1] in by_letter and "-" not in id else ""]
        ids = dict.fromkeys(operation.once.ids, id)
        return cast("Node | None", await _answer(operation, "node", info.context, ids))

    resolve.__name__ = "node"
    text = "An object of any type, by its id; see `Node`."
    return arguments(strawberry.field(resolve, description=text))


def viewer() -> StrawberryField:
    """The field of the query that tells who asks."""

    async def resolve(info: Info) -> Viewer | None:
        context = info.context
        with _observed(context, "viewer"), _place(context):
            await context.svc.gate.demand_open()
            context.demand_unspent()
            caller = await context.acting()  # its fields are paid for one by one
        return Viewer(kind=caller.kind, account_id=caller.account_id, bot_id=caller.bot_id)

    resolve.__name__ = "viewer"
    text = "The caller, as identified by the request's token; null without a valid token."
    return strawberry.field(resolve, description=text)


def mutation(operation: Operation, name: str) -> StrawberryField:
    """The field of the mutation that an operation is: `act` answers `ActResult`."""
    use_case, field = operation.once, to_camel(name)

    async def resolve(info: Info, input: Model) -> object:
        ids = {each: getattr(input, each) for each in use_case.ids}
        return await _answer(operation, field, info.context, ids, input)

    sign(resolve, name, of_input(use_case, name), use_case.item)
    union = result(field, use_case.item, problems_of(operation))
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
        with _observed(context, field), _carried(context, operation):
            items, item = await _begun(context, operation, use_case, given)
        try:
            with context.svc.metrics.streams.labels(TRANSPORT, field).track_inprogress():
                async with aclosing(items):
                    while item is not None:
                        yield item
                        del item  # what was told is not kept until there is more
                        item = await anext(items, None)
        finally:
            context.unfollow()

    sign(resolve, name, of_question(use_case, name), told_as(use_case.hints["return"]))
    made = strawberry.subscription(resolve, description=use_case.text)
    return arguments(made, use_case.query)


def _page(page: type[Connection[Any]], given: Mapping[str, object], found: Page[Any]) -> object:
    return page.between(given.get("after"), found.items, found.cursor)


async def _answer(
    operation: Operation,
    field: str,
    context: Context,
    given: Mapping[str, object],
    body: Model | None = None,
) -> object:
    """What the operation answers to these arguments."""
    _name_match(given)
    with _observed(context, field):
        with _carried(context, operation):
            await context.svc.gate.demand_open()
            await context.charge(operation.charge)
            values = await _values(context, operation, operation.once, given)
            if operation.once.body is not None:
                values["body"] = body
        if not operation.is_play:
            await context.svc.lane.enter((TRANSPORT, field))
        with _carried(context, operation):
            return await operation.answer(context.svc, values)


async def _begun(
    context: Context, operation: Operation, use_case: UseCase, given: Mapping[str, object]
) -> tuple[AsyncGenerator[Any, None], Any]:
    """A stream and what it tells first, if anything; one that fails before nobody follows."""
    context.follow()
    try:
        await context.svc.gate.demand_open()
        await context.charge(Charge.USUAL)
        items = use_case.call(**await _values(context, operation, use_case, given))
        return items, await anext(items, None)
    except BaseException:
        context.unfollow()
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
    values |= {name: given[name] for name in use_case.ids}
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


def _carried(context: Context, operation: Operation) -> AbstractContextManager[None]:
    """A place for an operation.

    An action gets its own when its token is known to be good; what is asked below the root, none.
    """
    if operation.charge is Charge.ACTION or operation.of is not None:
        return nullcontext()
    return _place(context)


def _place(context: Context) -> AbstractContextManager[None]:
    """A place for what a socket asks; a request by HTTP got one at the gate."""
    return context.svc.concurrency.operation if context.is_socket else nullcontext()


def _name_match(given: Mapping[str, object]) -> None:
    """Name the match in the logs, if the field is about one."""
    if (match_id := given.get("match_id")) is not None:
        name_match(str(match_id))
