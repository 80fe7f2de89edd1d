"""Calls that help, by the names that they have in GraphQL."""

from __future__ import annotations

from pydantic.alias_generators import to_camel

from saqqara_service.api.remedies import BY_NAME
from saqqara_service.models import NextCall


def next_field(found: NextCall | None) -> NextCall | None:
    """The operation that helps by its names in GraphQL; None for one that GraphQL does not have.

    A field that is named after an object calls its id `id`.
    """
    if found is None or (row := BY_NAME.get(found.operation)) is None:
        return found  # what only GraphQL has is named by its field
    if row.by_rest_only:
        return None
    name = to_camel(row.field)
    own = f"{name}Id" if row.reads else None
    arguments = {"id" if key == own else key: value for key, value in found.arguments.items()}
    return NextCall(operation=name, arguments=arguments)
