"""What the names mean that questions have in paths and arguments, by either transport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "id": "The id of the requested object, as returned by the service.",
    "input": "The fields of the request.",
    "account_id": "The account's id.",
    "bot_id": "The bot's id.",
    "match_id": "The match's id.",
    "token_id": "The token's id.",
    "challenge_id": "The challenge's id.",
    "ladder_id": "The ladder's id.",
    "submission_id": "The submission's id.",
    "archive_hash": "The SHA-256 of the archive's normal form, in hexadecimal.",
}
"""A name that is missing here is described by the question whose field it is."""
