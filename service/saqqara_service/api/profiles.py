"""What people tell of themselves."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.accounts import profiles
from saqqara_service.application.service import Service
from saqqara_service.models import Account, Caller, Profile


async def put(svc: Service, caller: Caller, body: inputs.SetProfile) -> Account:
    """Set the whole profile of the caller's account; what is left out is empty from then on.

    It needs the scope `account_manage`. A guest needs none, and sets a display name and an avatar
    only. A name that looks like one of another account is refused as `name_taken`.
    """
    return await profiles.put(svc, caller, Profile(**body.model_dump()))
