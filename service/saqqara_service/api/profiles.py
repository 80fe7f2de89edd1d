"""What people tell of themselves."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.accounts import profiles
from saqqara_service.application.service import Service
from saqqara_service.models import Account, Caller, Profile


async def put(svc: Service, caller: Caller, body: inputs.SetProfile) -> Account:
    """Replace the profile of the caller's account; omitted fields become empty.

    The token needs the scope `account_manage`. A guest needs no scope, and can only set a
    display name and an avatar. A name that looks like another account's name is refused as
    `name_taken`.
    """
    return await profiles.put(svc, caller, Profile(**body.model_dump()))
