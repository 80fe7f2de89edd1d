"""What the fields of questions have in common."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field
from typing_extensions import TypeAliasType

from saqqara_service.models import Model

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


class NoQuestion(Model):
    """What is asked where there is nothing to choose."""
