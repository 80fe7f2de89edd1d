"""What the fields of questions have in common."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from saqqara_contest.autoplay import POLICIES
from saqqara_engine.games import GAMES
from saqqara_service.models.values import NAME, NAME_RULE, one_of

TURNING: Final = r"\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that end a line or turn its direction."""
UNSEEN: Final = rf"\u0000-\u001f\u007f-\u009f{TURNING}"
"""Characters that a line of text has no use for."""
SAID: Final = rf"^[^{UNSEEN}]*[^{UNSEEN}\s][^{UNSEEN}]*$"
WRITTEN: Final = rf"^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f{TURNING}]*$"


def _name(text: str) -> str:
    if re.fullmatch(NAME, text) is None:
        raise PydanticCustomError("name", NAME_RULE)
    return text


Name = Annotated[
    str,
    AfterValidator(_name),
    Field(json_schema_extra={"pattern": f"^{NAME}$", "minLength": 3, "maxLength": 24}),
]
Text = Annotated[str, Field(max_length=200)]
Game = Annotated[str, Field(max_length=200, json_schema_extra={"pattern": one_of(GAMES)})]
Autoplay = Annotated[str, Field(max_length=200, json_schema_extra={"pattern": one_of(POLICIES)})]
"""An unknown word is refused with a list of the known ones; the pattern only tells of that."""
Said = Annotated[str, Field(min_length=1, max_length=200, pattern=SAID)]
Note = Annotated[str, Field(max_length=2000, pattern=WRITTEN)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
Ids = Annotated[list[Key], Field(max_length=100)]
Cursor = Annotated[str, Field(min_length=1, max_length=200)]
MOST_ON_PAGE: Final = 100
PageSize = Annotated[int, Field(ge=1, le=MOST_ON_PAGE)]
PublicDelay = Annotated[int, Field(ge=0, le=600_000)]
ActionCode = Annotated[int, Field(ge=0, le=1_000_000)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]

REST_ONLY: Final = "by REST only"
"""Marks a field that GraphQL does not ask for: there what is selected says it."""
