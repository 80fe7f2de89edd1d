"""What people tell of themselves, under names that look like nobody else's."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.accounts.account_names import demand_unreserved, taken
from saqqara_service.application.accounts.accounts import demand_person, me
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden
from saqqara_service.models import Account, Caller, Profile, Scope, TokenKind
from saqqara_service.models.display_names import looks


async def put(svc: Service, caller: Caller, question: questions.SetProfile) -> Account:
    """Replace the profile of the caller's account; omitted fields become empty.

    The token needs the scope `account_manage`. A guest needs no scope, and can only set a
    display name and an avatar. A name that looks like another account's name is refused as
    `name_taken`.
    """
    profile = Profile(**question.model_dump())
    _demand_own(caller, profile)
    account = await me(svc, caller)
    names = [name for name in (profile.handle, profile.display_name) if name is not None]
    for name in names:
        demand_unreserved(name)
    every = sorted(set[str]().union(*map(looks, names)))
    forget_in_ms = await svc.accounts.forgotten_in_ms(account.id) if account.is_guest else None
    look = await svc.accounts.set_profile(account.id, profile, every, forget_in_ms)
    if look is not None:
        raise taken(next(name for name in names if look in looks(name)))
    return account.model_copy(update={"profile": profile})


def _demand_own(caller: Caller, profile: Profile) -> None:
    """Refuse a bot's token, one that manages nothing, and of a guest all but a name and a face."""
    scope = Scope.ACCOUNT_MANAGE.value
    demand_person(caller, scope=scope)
    if caller.kind is not TokenKind.GUEST:
        if not caller.may(Scope.ACCOUNT_MANAGE):
            raise Forbidden(f"The token lacks the scope {scope}.", scope=scope)
    elif profile.handle is not None or profile.about is not None or profile.links:
        raise Forbidden(
            "A guest can only set a display name and an avatar. Create an account to set more."
        )
