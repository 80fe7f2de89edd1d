"""The forms of what is stored: for each row of the table of keys, which fields and what in them.

    ladder_results  list  .kept_time[] boolean

Names that tell a thing (an id, a name of a bot) stand as `*`, so that two stores in which the same
was done have the same forms, and a field that is new, gone or of another type makes a difference.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from saqqara_service.storage.redis import keys
from tests.golden.dump import texts
from tests.service.transports import Json

_ROW: Final = re.compile(r'^    "(\w+)": "([^"]+)",(?:  # (.*))?$', re.MULTILINE)
_NAME: Final = re.compile(r"[a-z][a-z_]*")
"""How a field is called that code names."""
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?(e[+-]?\d+)?")


def forms(lines: Iterable[Json]) -> set[str]:
    """The forms of a store."""
    return {form for line in lines for form in _forms_of(line)}


def _forms_of(line: Json) -> Iterator[str]:
    name = row_of(line["key"])
    yield f"{name}  {line['type']}{'  expires' if 'ttl_ms' in line else ''}"
    for field, text in texts(line):
        at = "*" if name in BY_THING else _field(field)
        for form in _forms_in(text):
            yield f"{name}  {line['type']}  {at}{form}"


def row_of(key: str) -> str:
    """Which row of the table of keys it is: that with the longest fixed text."""
    found = [(fixed, name) for name, pattern, fixed in _PATTERNS if pattern.fullmatch(key)]
    assert found, f"{key} is of no row in the table of keys"
    return max(found)[1]


def _patterns() -> Iterator[tuple[str, re.Pattern[str], int]]:
    for name, template in keys.KEYS.items():
        whole = template.format(id="\0", tag="\1")
        text = re.escape(whole).replace("\0", ".+").replace("\1", r"\{b\d\d\}")
        yield name, re.compile(text, re.DOTALL), len(whole)


_PATTERNS: Final = [*_patterns()]
BY_THING: Final = {
    name
    for name, _template, said in _ROW.findall(inspect.getsource(keys))
    if said.startswith("hash by")
}
"""The rows whose fields are things, as the table says."""


def _field(name: str) -> str:
    """A field without its number: `left:0` is `left:*`."""
    first, colon, _number = name.partition(":")
    return f"{first}:*" if colon else first


def _forms_in(text: str) -> Iterator[str]:
    """What a text is: a number, a text, or what stands where in JSON."""
    if text[:1] in {"{", "["}:
        try:
            yield from _forms_at("", json.loads(text))
        except ValueError:
            yield " text"
    elif text:
        yield " number" if _NUMBER.fullmatch(text) else " text"


def _forms_at(path: str, value: Any) -> Iterator[str]:
    match value:
        case dict():
            yield f"{path} object"
            for name, part in value.items():
                yield from _forms_at(f"{path}.{name if _NAME.fullmatch(name) else '*'}", part)
        case list():
            yield f"{path} list"
            for part in value:
                yield from _forms_at(f"{path}[]", part)
        case bool():
            yield f"{path} boolean"
        case int() | float():
            yield f"{path} number"
        case None:
            yield f"{path} null"
        case _:
            yield f"{path} text"
