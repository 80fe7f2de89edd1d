"""How a resolver becomes a field: its docstring describes it, and a mutation answers a union."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from inspect import getdoc
from typing import Any, TypeAlias

import strawberry
from strawberry.types.field import StrawberryField

from saqqara_service.graphql.errors import result
from saqqara_service.models import Model

Resolver: TypeAlias = Callable[..., Awaitable[Any]]


def query(resolver: Resolver) -> StrawberryField:
    """A field of the query."""
    return strawberry.field(resolver, description=getdoc(resolver))


def mutation(model: type[Model]) -> Callable[[Resolver], StrawberryField]:
    """A field of the mutation; `act` answers `ActResult`: the model or a problem."""

    def field(resolver: Resolver) -> StrawberryField:
        union = result("".join(map(str.title, resolver.__name__.split("_"))) + "Result", model)
        return strawberry.mutation(resolver, graphql_type=union, description=getdoc(resolver))

    return field


def subscription(resolver: Callable[..., AsyncGenerator[Any, None]]) -> StrawberryField:
    """A field of the subscription."""
    return strawberry.subscription(resolver, description=getdoc(resolver))
