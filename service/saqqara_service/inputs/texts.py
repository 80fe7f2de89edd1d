"""What the names mean that questions have in paths and arguments, by either transport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "id": "The id of the requested object, as returned by the service.",
    "input": "The fields of the request.",
    "account_id": "The id of the account.",
    "bot_id": "The id of the bot.",
    "match_id": "The id of the match.",
    "token_id": "The id of the token.",
    "challenge_id": "The id of the challenge.",
    "ladder_id": "The id of the ladder.",
    "submission_id": "The id of the submission.",
    "archive_hash": "The SHA-256 of the archive's normal form, in hexadecimal.",
}
"""A name that is missing here is described by the question whose field it is."""
