"""Accounts that are signed in: tokens of minutes, which are renewed when they are needed."""

from __future__ import annotations

import time
from typing import Final

from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.cli.online.credentials import (
    CredentialsFault,
    StoredToken,
    changing_credentials,
    kept_credentials,
)
from saqqara_sdk.client import device
from saqqara_sdk.client.device import DeviceCodes, SignInRefused, TokenPair
from saqqara_sdk.wire.errors import ConnectionFailed, SaqqaraError

SPARE_S: Final = 60.0
"""A token is renewed so long before it ends."""
SLOWER: Final = frozenset({"slow_down", "temporarily_unavailable"})
SLOWER_S: Final = 5
"""RFC 8628: who asks too often waits so much longer, from then on."""


def sign_in(server: str) -> TokenPair:
    """Show a code, and wait until a person has typed it; ends the command if nobody does."""
    try:
        codes = device.ask(server)
        errors().print(
            f"Open {codes.verification_uri} in a browser and type {codes.user_code}, or open"
            f" {codes.verification_uri_complete}\nWaiting for {codes.expires_in // 60} minutes.",
            markup=False,
            soft_wrap=True,
        )
        return _waited(server, codes)
    except SignInRefused as refusal:
        why = {"access_denied": "It was denied.", "expired_token": "Nobody typed the code."}
        stop(f"You are not signed in. {why.get(refusal.error, str(refusal))}")


def _waited(server: str, codes: DeviceCodes) -> TokenPair:
    interval_s = codes.interval
    while True:
        time.sleep(interval_s)
        try:
            return device.poll(server, codes)
        except SignInRefused as refusal:
            if refusal.error in SLOWER:
                interval_s += SLOWER_S
            elif refusal.error != "authorization_pending":
                raise
        except ConnectionFailed:  # RFC 8628: back off, since the person may be typing the code
            interval_s += SLOWER_S


def stored(account_id: str, name: str, pair: TokenPair) -> StoredToken:
    """Return a pair as it is kept."""
    ends_s = time.time() + pair.expires_in
    return StoredToken(
        id=account_id, name=name, token=pair.access_token, refresh=pair.refresh_token, ends_s=ends_s
    )


def fresh_account(server: str) -> StoredToken | None:
    """Return the account of a server with a token that is good for a minute at least.

    Raises `CredentialsFault` if it cannot be renewed. The file stays locked meanwhile: a token that
    renews is good once, and a second use would end the sign-in.
    """
    found = kept_credentials().at(server).account
    if found is None or _is_fresh(found):
        return found
    with changing_credentials() as kept:
        place = kept.at(server)
        found = place.account
        if found is None or found.refresh is None or _is_fresh(found):
            return found
        try:
            place.account = stored(found.id, found.name, device.refresh(server, found.refresh))
        except (SignInRefused, SaqqaraError) as error:
            raise CredentialsFault(
                f"The sign-in of {found.name} at {server} cannot be renewed ({error})."
                " `saqqara account login` signs in again."
            ) from error
        return place.account


def _is_fresh(one: StoredToken) -> bool:
    return one.refresh is None or (one.ends_s or 0.0) - SPARE_S > time.time()
