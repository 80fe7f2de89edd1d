"""What the contract cannot say in JSON Schema, and is refused all the same: each rule, with why.

Loaded by schemathesis, whose own check of accepted requests is replaced by one that knows them.
"""

from __future__ import annotations

import re
from typing import Any, Final

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.failures import Failure
from schemathesis.specs.openapi.checks import positive_data_acceptance

CODES: Final = {
    "bad_cursor": "a cursor is any text that the list before it has told",
    "unknown_option": "the options of a game, of which each deployment may have more, are a table",
}
RULES: Final = {
    r"differs from the header": "a header may stand for a field, and then says the same",
    r"/(expectedVersion|actionId): Field required": "a header may stand for it, but one must",
    r"/timeControl.*(Field required|Extra inputs)": "each kind of time control has its own times",
    r"A time control of the kind \w+ has no": "each kind of time control has its own bounds",
    "Two pairings have the same key": "keys are unique within one request",
    r"Give (either `\w+` or|exactly one of) `\w+`": "exactly one of two fields",
    r"Several bots of the account": "only an account's token has to name a bot",
    r"[Aa]rchive|gzip": "an archive is read file by file",
    r"A runner.s id must have": "an id is a text to REST; a runner makes its own of few characters",
    r"twice|two seats": "no bot plays itself",
    r"continuous ladder|cannot be set|has no number|[Aa] gauntlet|late entry": "a ladder's format",
    "of the format": "a ladder's format",
    r"later than the start|from now|is earlier|in the past": "instants in an order",
    r"players, but the request has \d+ seats": "as many seats as the options have players",
    r"forfeit": "only two seats",
    r"(seats|factors|odds).* (seats|factors|odds)": "a factor for each seat",
    "The record is invalid": "a record is verified by its game",
    r"has (versions 1|seats 0) to|there is no seat|does not exist": "what the match or record has",
}


@schemathesis.check
def valid_data_is_accepted(
    ctx: schemathesis.CheckContext, response: schemathesis.Response, case: schemathesis.Case[Any]
) -> bool | None:
    """Schemathesis' own check, but for rules between values."""
    try:
        return positive_data_acceptance(ctx, response, case)
    except Failure:
        problem = response.json()
        if problem["code"] in CODES:
            return True
        if any(re.search(rule, problem["detail"]) for rule in RULES):
            return True
        raise


schemathesis.openapi.media_type("application/gzip", st.binary(max_size=200))
