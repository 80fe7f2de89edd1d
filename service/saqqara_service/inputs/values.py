"""What the fields of questions have in common."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

Text = Annotated[str, Field(max_length=200)]
Key = Annotated[str, Field(min_length=1, max_length=100)]
Ids = Annotated[list[Key], Field(max_length=100)]
Cursor = Annotated[str, Field(min_length=1, max_length=200)]
PageSize = Annotated[int, Field(ge=1, le=100)]
PublicDelay = Annotated[int, Field(ge=0, le=600_000)]
ActionCode = Annotated[int, Field(ge=0, le=1_000_000)]
Version = Annotated[int, Field(ge=0, le=1_000_000)]
