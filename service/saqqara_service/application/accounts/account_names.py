"""Names of accounts and of people: one namespace, in which names that look alike are one name.

A display name or handle is one account's alone. Under a plain name several accounts may be opened,
but under none that is somebody's display name; the first account of a name may make it its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from saqqara_engine.errors import quote
from saqqara_service.application.service import Service
from saqqara_service.errors import NameTaken
from saqqara_service.models.display_names import looks

RESERVED: Final = (
    *("admin", "administrator", "house", "host", "moderator", "official"),
    *("operator", "runner", "saqqara", "staff", "support", "system"),
)
"""Names that only the host gives."""


@asynccontextmanager
async def claimed(svc: Service, account_id: str, name: str) -> AsyncIterator[None]:
    """Note the name of an account that is about to be opened; release it if none is.

    Raises `NameTaken`.
    """
    every = sorted(looks(name))
    if await svc.accounts.claim_looks(account_id, every, is_kept=True) is not None:
        raise taken(name)
    try:
        yield
    except BaseException:
        await svc.accounts.release_looks(account_id, every)
        raise


async def demand_free(svc: Service, account_id: str, name: str) -> None:
    """Refuse a name that looks like somebody else's; it is not claimed."""
    demand_unreserved(name)
    if await svc.accounts.claim_looks(account_id, sorted(looks(name)), is_kept=False) is not None:
        raise taken(name)


def demand_unreserved(name: str) -> None:
    """Refuse a name that looks like one of the host's."""
    if any(looks(name) & looks(one) for one in RESERVED):
        raise taken(name)


def taken(name: str) -> NameTaken:
    """Return the refusal of a name."""
    return NameTaken(f"{quote(name)} looks like another account's name. Choose another name.")
