# ruff: noqa: ANN401
"""Use cases that still take ids and questions by the names of their parameters, as if they did not.

It goes when the last of them has a question that holds everything.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable
from typing import Any, get_origin, get_type_hints

from pydantic import Field, create_model

from saqqara_service.application.limits.rate_limits import bill
from saqqara_service.application.play.timing import Timing
from saqqara_service.inputs import TEXTS
from saqqara_service.models import Id, Model

GIVEN = frozenset({"svc", "asker", "caller", "timing", "body", "query", "archive", "return"})


def uniform(call: Callable[..., Any], field: str) -> Callable[..., Any]:
    """The use case as one of the service, who asks and a question."""
    hints = get_type_hints(call, include_extras=True)
    if {"question", "_question"} & hints.keys():
        return call
    ids: dict[str, Any] = {
        name: (Id, Field(description=TEXTS[name])) for name in hints if name not in GIVEN
    }
    base = hints.get("body") or hints.get("query")
    title = "".join(word.capitalize() for word in field.split("_"))
    of_ids = create_model("Ids", __base__=Model, **ids)
    extra: dict[str, Any] = {"archive": (bytes, Field(b"", exclude=True))}
    question = create_model(
        base.__name__ if base else title,
        __base__=(base, of_ids) if base else of_ids,
        __doc__=inspect.getdoc(base or call),
        __module__=__name__,
        **(extra if "archive" in hints else {}),
    )

    def given(svc: object, caller: object, asked: Any) -> dict[str, Any]:
        one = bill()
        own = {
            "svc": svc,
            "caller": caller,
            "body": asked,
            "query": asked,
            "archive": getattr(asked, "archive", None),
            "asker": one and one.asker,
            "timing": Timing.of_message(),
        }
        own |= {name: getattr(asked, name) for name in ids}
        return {name: own[name] for name in hints if name != "return"}

    made: Callable[..., Any]
    if get_origin(hints["return"]) is AsyncGenerator:

        def followed(svc: object, caller: object, question: Any) -> Any:
            return call(**given(svc, caller, question))

        made = followed
    else:

        async def asked(svc: object, caller: object, question: Any) -> Any:
            return await call(**given(svc, caller, question))

        made = asked
    made.__doc__ = call.__doc__
    made.__annotations__ = {
        "svc": object,
        "caller": hints.get("caller"),
        "question": question,
        "return": hints["return"],
    }
    return made
