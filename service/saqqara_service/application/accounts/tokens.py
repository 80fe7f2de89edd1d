"""Tokens: `imh_<kind>_<30 base62 of secret><6 base62 CRC32>`.

The checksum lets junk be refused without asking Redis; what is stored is the SHA-256 of the token,
which is enough for a secret of 178 bits.
"""

from __future__ import annotations

import re
import secrets
from string import ascii_lowercase, ascii_uppercase, digits
from zlib import crc32

from saqqara_service.models import TokenKind

ALPHABET = digits + ascii_uppercase + ascii_lowercase
SECRET_LENGTH = 30
CHECK_LENGTH = 6
PATTERN = re.compile(r"imh_(bot|user|admin|guest|app|runner)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})")


def make(kind: TokenKind) -> str:
    """A new token of the kind."""
    body = f"imh_{kind.value}_" + random_word(SECRET_LENGTH)
    return body + _check(body)


def is_well_formed(token: str) -> bool:
    """Whether the token has the form and its checksum fits; says nothing about its being known."""
    if PATTERN.fullmatch(token) is None:
        return False
    return _check(token[:-CHECK_LENGTH]) == token[-CHECK_LENGTH:]


def random_word(length: int) -> str:
    """A word nobody can guess, also used for ids."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def _check(body: str) -> str:
    number = crc32(body.encode())
    word = ""
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        word = ALPHABET[digit] + word
    return word
