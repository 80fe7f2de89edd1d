"""Who finds a weakness of an installation can ask the installation whom to tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from pydantic import ValidationError

from saqqara_service.settings import Settings
from tests.service.transports import PATIENCE_S, serving

WELL_KNOWN = "/.well-known/security.txt"


async def test_the_hosts_contact_is_told(settings: Settings) -> None:
    """As RFC 9116 wants it: plain text, one contact, an instant in less than a year."""
    contact = "mailto:security@play.example.org"
    with_contact = settings.model_copy(update={"security_contact": contact})
    async with (
        serving(with_contact) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        answer = await client.get(WELL_KNOWN)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    assert fields["Contact"] == contact
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta() < expires - datetime.now(UTC) < timedelta(days=365)


async def test_without_a_contact_there_is_no_such_page(settings: Settings) -> None:
    """Nothing is invented: a host that set no contact has none."""
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        assert (await client.get(WELL_KNOWN)).status_code == 404


@pytest.mark.parametrize("contact", ["security", "http://plain.example.org", "mailto:a b", ""])
def test_a_contact_is_an_address_that_can_be_used(contact: str) -> None:
    """A word, an address without encryption or one with a blank is refused at the start."""
    with pytest.raises(ValidationError):
        Settings(security_contact=contact)
