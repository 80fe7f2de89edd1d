"""Tokens: form, checksum, and what is stored of them."""

from __future__ import annotations

import random

import pytest

from saqqara_service.application.accounts import tokens
from saqqara_service.models import TokenKind
from saqqara_service.storage.accounts.tokens import digest


@pytest.mark.parametrize("kind", list(TokenKind))
def test_a_new_token_is_well_formed(kind: TokenKind) -> None:
    """A token names its kind and carries 30 secret characters and 6 of checksum."""
    token = tokens.make(kind)
    assert token.startswith(f"imh_{kind.value}_")
    assert len(token) == len(f"imh_{kind.value}_") + 36
    assert tokens.is_well_formed(token)


def test_no_token_comes_twice() -> None:
    """A thousand tokens are a thousand secrets."""
    assert len({tokens.make(TokenKind.BOT) for _ in range(1000)}) == 1000


def test_one_wrong_character_is_noticed() -> None:
    """Changing any character of a token breaks its checksum or its form."""
    token = tokens.make(TokenKind.USER)
    rng = random.Random(1)
    for position in range(len(token)):
        other = rng.choice([letter for letter in tokens.ALPHABET if letter != token[position]])
        assert not tokens.is_well_formed(token[:position] + other + token[position + 1 :])


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "imh_bot_",
        "imh_bot_" + "0" * 36,
        "imh_xyz_" + "A" * 36,
        "Bearer x",
        "\x00" * 44,
        "é" * 44,
    ],
)
def test_junk_is_refused(junk: str) -> None:
    """What is not a token of this service is seen without looking it up."""
    assert not tokens.is_well_formed(junk)


def test_the_checksum_is_a_published_crc32() -> None:
    """Anybody can check a token: CRC-32 of what stands before it, in base 62, six digits."""
    assert tokens.is_well_formed("imh_bot_" + "0" * 30 + "0a7yyX")


def test_the_stored_digest_is_sha_256() -> None:
    """A token is stored as its SHA-256 in hex, from which it cannot be found again."""
    assert digest("abc") == ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
