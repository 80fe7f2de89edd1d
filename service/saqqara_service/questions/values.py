"""What the fields of questions have in common."""

from __future__ import annotations

from typing import Annotated, Final, cast

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError
from typing_extensions import TypeAliasType

from saqqara_engine.errors import MalformedNote
from saqqara_engine.records.notes import note_of
from saqqara_service.models import JsonObject, Model

TURNING: Final = r"\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that end a line or turn its direction."""
UNSEEN: Final = rf"\u0000-\u001f\u007f-\u009f{TURNING}"
"""Characters that a line of text has no use for."""
SAID: Final = rf"^[^{UNSEEN}]*[^{UNSEEN}\s][^{UNSEEN}]*$"
WRITTEN: Final = rf"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f{TURNING}]*$"


Text = Annotated[str, Field(max_length=200)]
Said = Annotated[str, Field(min_length=1, max_length=200, pattern=SAID)]
Note = Annotated[str, Field(max_length=2000, pattern=WRITTEN)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
GivenId = TypeAliasType(
    "GivenId",
    Annotated[
        str, Field(min_length=1, max_length=100, description="An id, as sent by the client.")
    ],
)
"""GraphQL tells an id from other texts by its type; for REST it is a text."""
Ids = Annotated[list[GivenId], Field(max_length=100)]
Language = Annotated[str, Field(min_length=2, max_length=35)]
Cursor = Annotated[str, Field(min_length=1, max_length=200)]
MOST_ON_PAGE: Final = 100
PageSize = Annotated[int, Field(ge=1, le=MOST_ON_PAGE)]
ActionCode = Annotated[int, Field(ge=0, le=1_000_000)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]

REST_ONLY: Final = "by REST only"
"""Marks a field that GraphQL does not ask for: there what is selected says it."""


def _note(note: JsonObject) -> JsonObject | None:
    try:
        read = note_of(note)
    except MalformedNote as error:
        raise PydanticCustomError("note", "{fault}", {"fault": str(error)}) from None
    return None if read is None else cast("JsonObject", read.to_json())


GivenNote = Annotated[JsonObject, AfterValidator(_note)]
"""A note with an action, within its bounds."""


class NoQuestion(Model):
    """What is asked where there is nothing to choose."""
