"""How an operation becomes a field: its arguments are read, its answer told."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any, Final, cast

import strawberry
from pydantic.alias_generators import to_camel
from strawberry.types.field import StrawberryField

from saqqara_service import questions
from saqqara_service.api.operation import Operation, Row, UseCase
from saqqara_service.api.run import follow, run
from saqqara_service.application.limits.rate_limits import Charge, request_cost
from saqqara_service.application.service import Service
from saqqara_service.graphql.arguments import (
    OWN_ID,
    argument,
    field,
    input_of,
    of_question,
    page_of,
)
from saqqara_service.graphql.context import TRANSPORT, Info
from saqqara_service.graphql.described import arguments
from saqqara_service.graphql.edges import Node
from saqqara_service.graphql.errors import problems_of, result
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import type_of_answer
from saqqara_service.models import Caller, Model, Viewer
from saqqara_service.models.pages import Page


async def _viewer(_svc: Service, caller: Caller, _question: questions.NoQuestion) -> Viewer:
    """The caller, as identified by the request's token; null without a valid token."""
    return Viewer(kind=caller.kind, account_id=caller.account_id, bot_id=caller.bot_id)


VIEWER: Final = Operation("viewer", "GET", _viewer, "viewer", charge=Charge.FIELDS)
"""Who asks, which only GraphQL tells."""


def query(operation: Row, name: str) -> StrawberryField:
    """The field of the query, or of another type, that an operation is, if it only reads.

    It is null where it is refused.
    """
    use_case, page = operation.once, page_of(operation)
    bound = operation.ids[:1] if operation.of else ()

    async def resolve(info: Info, root: Any = None, **given: object) -> object:  # noqa: ANN401
        if bound:
            given |= dict.fromkeys(bound, root.id)
        if OWN_ID in given:
            given[f"{name}_id"] = given.pop(OWN_ID)
        found: Any = await run(
            operation, info.context.request(lambda question: questions.read(question, given))
        )
        return found if page is None else _page(page, given, found)

    answer = (page or type_of_answer(use_case.answer)) | None
    return field(resolve, use_case, name, answer, of_question(use_case.question, name, bound))


def node(by_letter: Mapping[str, Row]) -> StrawberryField:
    """The field of the query that finds a thing of whatever type by its id.

    An id begins with the letter of its type; what a ladder's or any other match has is of none.
    """

    async def resolve(info: Info, id: strawberry.ID) -> Node | None:
        operation = by_letter[id[:1] if id[:1] in by_letter and "-" not in id else ""]
        ids = dict.fromkeys(operation.ids, id)
        found = await run(
            operation, info.context.request(lambda question: questions.read(question, ids))
        )
        return cast("Node | None", found)

    resolve.__name__ = "node"
    text = "An object of any type, by its id; see `Node`."
    return arguments(strawberry.field(resolve, description=text))


def mutation(operation: Row, name: str) -> StrawberryField:
    """The field of the mutation that an operation is: `act` answers `ActResult`."""
    use_case = operation.once

    async def resolve(info: Info, input: Callable[[], Model]) -> object:
        return await run(operation, info.context.request(lambda _: input()))

    union = result(to_camel(name), use_case.item, problems_of(operation))
    return field(resolve, use_case, name, union, [argument("input", input_of(operation))])


def subscription(operation: Row, use_case: UseCase, name: str) -> StrawberryField:
    """The field of the subscription by which an operation is followed."""

    async def resolve(info: Info, **given: object) -> AsyncGenerator[object, None]:
        context = info.context
        if (one := request_cost()) is not None:
            one.is_stream = True
        with context.following():
            request = context.request(lambda question: questions.read(question, given))
            item, items = await follow(operation, request)
            with context.svc.metrics.streams.labels(TRANSPORT, operation.name).track_inprogress():
                async with aclosing(items):
                    while item is not None:
                        yield item
                        del item  # what was told is not kept until there is more
                        item = await anext(items, None)

    asked = of_question(use_case.question, name)
    return field(resolve, use_case, name, type_of_answer(use_case.answer), asked)


def _page(page: type[Connection[Any]], given: Mapping[str, object], found: Page[Any]) -> object:
    return page.between(given.get("after"), found.items, found.cursor)
