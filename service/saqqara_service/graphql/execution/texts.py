"""Texts of operations, counted before they are parsed; what became of each is remembered."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from graphql import DocumentNode, GraphQLError, OperationDefinitionNode, parse
from pydantic.alias_generators import to_camel

from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.errors import TooLarge
from saqqara_service.graphql.execution.limits import MOST_TOKENS

CACHED: Final = 128
SHORT: Final = 200
ACTIONS: Final = {
    to_camel(one.field): one.name for one in OPERATIONS if one.charge is Charge.ACTION
}
"""The names of the operations by which one acts, by their fields."""
ACTS: Final = re.compile(rf"\b({'|'.join(ACTIONS)})\b")
MOST_NESTED: Final = 64
OPENING: Final = frozenset("{[(")
CLOSING: Final = frozenset("}])")
TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\(?:""")?|"(?!""))*+(?:""")?'
    r'|"(?:[^"\\\r\n]|\\.)*+"?'
    r"|#[^\r\n]*+|\.\.\.|[_A-Za-z][_0-9A-Za-z]*+|-?[0-9][-+.0-9A-Za-z]*+|[]!$&():=@[{|}]"
    r"|[^]!$&():=@[{|}\s,\ufeff\"#_0-9A-Za-z]++"
)
"""A token, a comment, or what is neither; what is never closed ends with the text, so that no byte
is seen twice."""


def parsed(text: str) -> DocumentNode:
    """The document of a text; raises `GraphQLError`."""
    found = _TEXTS.read(text)
    if isinstance(found, GraphQLError):
        raise found
    return found


@lru_cache(CACHED)
def has_several(text: str) -> bool:
    """Whether a text has several operations."""
    nodes = parsed(text).definitions
    return sum(isinstance(node, OperationDefinitionNode) for node in nodes) > 1


def is_long(text: str, most: int = MOST_TOKENS) -> bool:
    """Whether a text has more tokens, told without parsing it."""
    return next(islice(_tokens(text), most, None), None) is not None


def is_deep(text: str, most: int = MOST_NESTED) -> bool:
    """Whether brackets stand in each other deeper than a parser should follow."""
    depth = 0
    for token in _tokens(text):
        depth += (token in OPENING) - (token in CLOSING)
        if depth > most:
            return True
    return False


def _tokens(text: str) -> Iterator[str]:
    return (found[0] for found in TOKEN.finditer(text) if found[0][0] != "#")


def may_act(text: str) -> bool:
    """Whether a text may be that of an action, and is soon read: who is in debt may send those."""
    return ACTS.search(text) is not None and not is_long(text, SHORT)


class _Texts:
    """What became of the texts that were read last."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, DocumentNode | GraphQLError] = OrderedDict()

    def __contains__(self, text: str) -> bool:
        return text in self._found

    def read(self, text: str) -> DocumentNode | GraphQLError:
        """The document of a text, or why there is none."""
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = _read(text)
            if len(self._found) > CACHED:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(text)
        return found


_TEXTS: Final = _Texts()


def is_known(text: str) -> bool:
    """Whether a text was read lately, so that to read it costs nothing."""
    return text in _TEXTS


def _read(text: str) -> DocumentNode | GraphQLError:
    if is_long(text):
        refusal = TooLarge(f"The document has more than {MOST_TOKENS} tokens.", limit=MOST_TOKENS)
        return GraphQLError(refusal.message, original_error=refusal)
    if is_deep(text):
        refusal = TooLarge(
            f"The document is nested more than {MOST_NESTED} levels deep.", limit=MOST_NESTED
        )
        return GraphQLError(refusal.message, original_error=refusal)
    try:
        return parse(text, max_tokens=MOST_TOKENS)
    except GraphQLError as error:
        return error
