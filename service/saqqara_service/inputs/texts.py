"""What the names mean that questions have in paths and arguments, by either transport."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "id": "The id of the requested thing, as the service gave it.",
    "input": "The whole request, in one object.",
    "account_id": "The account, by its id.",
    "bot_id": "The bot, by its id.",
    "match_id": "The match, by its id.",
    "token_id": "The token, by its id.",
    "challenge_id": "The challenge, by its id.",
    "ladder_id": "The ladder, by its id.",
    "submission_id": "The submission, by its id.",
    "archive_hash": "The archive, by the SHA-256 of its normal form in hexadecimal.",
}
"""A name that is missing here is described by the question whose field it is."""
