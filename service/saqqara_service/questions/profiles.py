"""What people set of their profiles."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from saqqara_service.models import Model
from saqqara_service.models.avatars import AVATAR
from saqqara_service.models.display_names import LONGEST, display_name
from saqqara_service.questions.values import WRITTEN

DisplayName = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(display_name)]
Handle = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{3,24}$")]
About = Annotated[str, Field(min_length=1, max_length=280, pattern=WRITTEN)]
HOST = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?"
Link = Annotated[
    str,
    Field(max_length=200, pattern=rf"^https://{HOST}([/?#][A-Za-z0-9._~:/?#@!$&'()*+,;=%-]*)?$"),
]
Avatar = Annotated[str, Field(max_length=20, pattern=AVATAR)]


class SetProfile(Model):
    """Replace the profile of the caller's account; omitted fields become empty.

    A guest's display name is not reserved.
    """

    display_name: DisplayName | None = None
    """The person's display name: 1 to 40 visible characters in any script, one script per word.

    It may not look like another account's name."""
    handle: Handle | None = None
    """A unique name of 3 to 24 ASCII letters, digits, `_` and `-`; a change frees the old one."""
    about: About | None = None
    """Plain text about the person."""
    links: Annotated[list[Link], Field(max_length=3)] = Field(default=[])
    """Links to show; https only, without a user name or password."""
    avatar: Avatar | None = None
    """The name of a generated picture: a shape and a number from 1 to 12, such as `pyramid-7`."""
