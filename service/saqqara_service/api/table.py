"""The table of operations: both transports, their documents, scopes and charges follow from it."""

from __future__ import annotations

from typing import Final

from saqqara_service.api.operation import Row
from saqqara_service.api.rows.accounts import ACCOUNTS
from saqqara_service.api.rows.challenges import CHALLENGES
from saqqara_service.api.rows.hosting import HOSTING
from saqqara_service.api.rows.ladders import LADDERS
from saqqara_service.api.rows.matches import MATCHES
from saqqara_service.api.rows.tokens import TOKENS

OPERATIONS: Final[tuple[Row, ...]] = (
    *(*ACCOUNTS, *HOSTING, *TOKENS),
    *(*MATCHES, *CHALLENGES, *LADDERS),
)
"""In the order in which the documents tell them."""
