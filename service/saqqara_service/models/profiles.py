"""What people tell of themselves."""

from __future__ import annotations

from pydantic import Field

from saqqara_service.models.values import Model


class Profile(Model):
    """The public profile of an account's owner."""

    display_name: str | None = None
    """The person's display name, in any script; matches show it in place of the account's name.

    No two accounts have names that look alike."""
    handle: str | None = None
    """A short, unique name of ASCII characters; case is ignored."""
    about: str | None = None
    """A few sentences in plain text; escape them before you show them on a page."""
    links: list[str] = Field(default=[])
    """Links to other pages; https only."""
    avatar: str | None = None
    """The name of a generated picture, served as SVG at `/api/v1/avatars/{avatar}.svg`."""
