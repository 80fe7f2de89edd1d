"""Texts of operations, counted before they are parsed; what became of each is remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from graphql import DocumentNode, GraphQLError, OperationDefinitionNode, parse

from saqqara_service.errors import TooLarge
from saqqara_service.graphql.limits import MOST_TOKENS

CACHED: Final = 128
MOST_NESTED: Final = 64
OPENING: Final = frozenset("{[(")
CLOSING: Final = frozenset("}])")
TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\(?:""")?|"(?!""))*+(?:""")?'
    r'|"(?:[^"\\\r\n]|\\.)*+"?'
    r"|#[^\r\n]*+|\.\.\.|[_A-Za-z][_0-9A-Za-z]*+|-?[0-9][-+.0-9A-Za-z]*+|[^\s,\ufeff]"
)
"""A token or a comment; what is never closed ends with the text, so that each byte is seen once."""


def parsed(text: str) -> DocumentNode:
    """The document of a text; raises `GraphQLError`."""
    found = _read(text)
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


@lru_cache(CACHED)
def _read(text: str) -> DocumentNode | GraphQLError:
    if is_long(text):
        refusal = TooLarge(f"the text has more than {MOST_TOKENS} tokens", limit=MOST_TOKENS)
        return GraphQLError(refusal.message, original_error=refusal)
    if is_deep(text):
        refusal = TooLarge(f"the text is nested deeper than {MOST_NESTED}", limit=MOST_NESTED)
        return GraphQLError(refusal.message, original_error=refusal)
    try:
        return parse(text, max_tokens=MOST_TOKENS)
    except GraphQLError as error:
        return error
