"""The operation that helps after a refusal, by the remedy of its error and the refused request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic.alias_generators import to_camel

from saqqara_service.api.operation import Row
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import AGAIN, ApplicationError
from saqqara_service.models import Model, NextCall

BY_NAME: Final[Mapping[str, Row]] = {one.name: one for one in OPERATIONS}


def next_call(error: ApplicationError, refused: Row, question: Model | None) -> NextCall | None:
    """Return the operation that helps, with the ids of the request; None if there is none.

    The question is None if it was not read before the refusal.
    """
    ids = {} if question is None else _ids(question)
    helpful = _helpful(error, refused, ids)
    if helpful is None or (helpful.needs_caller and not refused.takes_caller):
        return None
    known = {to_camel(name): ids[name] for name in helpful.ids if name in ids}
    return NextCall(operation=helpful.name, arguments=dict(known))


def _helpful(error: ApplicationError, refused: Row, ids: Mapping[str, str]) -> Row | None:
    match error.remedy:
        case None:
            return None
        case str() as name:
            return refused if name == AGAIN else BY_NAME[name]
        case by_id:
            named = [name for name in by_id.keys() & ids.keys() if repr(ids[name]) in error.message]
            kinds = named or [name for name in refused.ids if name in by_id]
            return BY_NAME[by_id[kinds[0]]] if kinds else None


def _ids(question: Model) -> dict[str, str]:
    """The ids of objects in a question, by the names of its fields."""
    fields = ((name, getattr(question, name)) for name in type(question).model_fields)
    return {name: one for name, one in fields if name.endswith("_id") and isinstance(one, str)}
