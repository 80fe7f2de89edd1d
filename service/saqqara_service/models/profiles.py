"""What people tell of themselves."""

from __future__ import annotations

from pydantic import Field

from saqqara_service.models.values import Model


class Profile(Model):
    """What the owner of an account tells of itself, as far as it was set."""

    display_name: str | None = None
    """What others call the person, in any script; matches show it in place of the account's name.
    No two accounts have names that look alike."""
    handle: str | None = None
    """A short name of ASCII characters that no other account has, whatever the letters' case."""
    about: str | None = None
    """A few sentences in plain text; a page escapes them before it shows them."""
    links: list[str] = Field(default=[])
    """Addresses of other pages, each of them https."""
    avatar: str | None = None
    """The name of a generated picture, served as SVG at `/api/v1/avatars/{avatar}.svg`."""
