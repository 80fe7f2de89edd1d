"""The rows of the table of operations, by what they are about, and the words that they share."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from saqqara_service.models import Scope

CREATED: Final = HTTPStatus.CREATED
ACCOUNT, ADMIN, JOIN = Scope.ACCOUNT_MANAGE, Scope.ADMIN, Scope.LADDER_JOIN
PLAY, READ, RUN = Scope.MATCH_PLAY, Scope.MATCH_READ, Scope.RUNNER
