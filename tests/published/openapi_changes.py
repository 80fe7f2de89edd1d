"""What a client written for the older of two OpenAPI documents would trip over in the newer.

The direction decides: a question may ask for less than before and an answer may tell more. A value
added to an enumeration of an answer breaks nobody, since clients are told to expect unknown ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

METHODS = ("get", "put", "post", "delete", "patch")
LOWER_BOUNDS = ("minimum", "exclusiveMinimum", "minLength", "minItems")
UPPER_BOUNDS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems")


def breaking_changes(old: Json, new: Json) -> list[str]:
    """One line for each, with the place where it stands, in the order of the older document."""
    return list(dict.fromkeys(_Comparison(old, new).operations()))


@dataclass(frozen=True)
class _Comparison:
    """Two documents, and the pairs of schemas that have been compared."""

    old: Json
    new: Json
    seen: set[tuple[str, str, bool]] = field(default_factory=set)

    def operations(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method in METHODS:
                if method not in methods:
                    continue
                place = f"{method.upper()} {path}"
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{place}: the operation is gone"
                else:
                    yield from self._operation(place, methods[method], now)

    def _operation(self, place: str, old: Json, new: Json) -> Iterator[str]:
        yield from self._parameters(place, old, new)
        body, body_now = old.get("requestBody"), new.get("requestBody")
        if body_now is not None and body_now.get("required") and not (body or {}).get("required"):
            yield f"{place}: a body is needed"
        if body is not None and body_now is not None:
            yield from self._contents(f"{place} body", body, body_now, asked=True)
        for status, answer in old["responses"].items():
            fitting = [one for now, one in new["responses"].items() if _fits(now, status)]
            if not fitting:
                yield f"{place}: never answers {status} any more"
            before = _resolved(self.old, answer)
            for now in (_resolved(self.new, one) for one in fitting):
                yield from self._contents(f"{place} {status}", before, now, asked=False)

    def _parameters(self, place: str, old: Json, new: Json) -> Iterator[str]:
        before = {(one["in"], one["name"]): one for one in old.get("parameters", ())}
        after = {(one["in"], one["name"]): one for one in new.get("parameters", ())}
        for (where, name), parameter in before.items():
            if (where, name) not in after:
                yield f"{place}: the {where} parameter {name} is gone"
            else:
                schema, now = parameter["schema"], after[where, name]["schema"]
                yield from self._schema(f"{place} {name}", schema, now, asked=True)
        for (where, name), parameter in after.items():
            is_needed = parameter.get("required", False)
            if is_needed and not before.get((where, name), {}).get("required", False):
                yield f"{place}: the {where} parameter {name} is needed"

    def _contents(self, place: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        for media_type, content in old.get("content", {}).items():
            now = new.get("content", {}).get(media_type)
            if now is None:
                yield f"{place}: {media_type} is gone"
            elif "schema" in content and "schema" in now:
                yield from self._schema(place, content["schema"], now["schema"], asked=asked)

    def _schema(self, place: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        pair = (str(old.get("$ref")), str(new.get("$ref")), asked)
        if "$ref" in old and "$ref" in new:
            if pair in self.seen:
                return
            self.seen.add(pair)
        place = old["$ref"].rpartition("/")[2] if "$ref" in old else place
        old, new = _resolved(self.old, old), _resolved(self.new, new)
        if _choices(old) or _choices(new):
            yield from self._alternatives(place, old, new, asked=asked)
        elif _types(old) != _types(new) and not _may_change(old, new, asked=asked):
            yield f"{place}: was {_types(old)}, is {_types(new)}"
        else:
            yield from _limits(place, old, new, asked=asked)
            yield from self._properties(place, old, new, asked=asked)
            if isinstance(old.get("items"), dict) and isinstance(new.get("items"), dict):
                yield from self._schema(f"{place}[]", old["items"], new["items"], asked=asked)

    def _alternatives(self, place: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        before = {_name(one): one for one in _choices(old) or [old]}
        after = {_name(one): one for one in _choices(new) or [new]}
        lost = before.keys() - after.keys() if asked else after.keys() - before.keys()
        for name in sorted(lost):
            yield f"{place}: {name} {'is not taken any more' if asked else 'may come too'}"
        for name in before.keys() & after.keys():
            yield from self._schema(f"{place} {name}", before[name], after[name], asked=asked)

    def _properties(self, place: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, needed_now = set(old.get("required", ())), set(new.get("required", ()))
        for name, schema in before.items():
            if name not in after:
                yield f"{place}.{name}: is gone"
            else:
                yield from self._schema(f"{place}.{name}", schema, after[name], asked=asked)
        for name in sorted((needed_now - needed) if asked else (needed - needed_now) & set(after)):
            yield f"{place}.{name}: {'is needed' if asked else 'may be missing'}"


def _limits(place: str, old: Json, new: Json, *, asked: bool) -> Iterator[str]:
    """Values that a question could have and cannot any more."""
    if not asked:
        return
    for value in old.get("enum", ()):
        if "enum" in new and value not in new["enum"]:
            yield f"{place}: {value!r} is not taken any more"
    for bounds, sign in ((LOWER_BOUNDS, 1), (UPPER_BOUNDS, -1)):
        for bound in bounds:
            if bound in new and (bound not in old or sign * new[bound] > sign * old[bound]):
                yield f"{place}: {bound} is {new[bound]}, was {old.get(bound, 'not set')}"


def _fits(status: str, promised: str) -> bool:
    """Whether a status is the promised one, or one of a promised range such as `4XX`."""
    return status == promised or (promised.endswith("XX") and status[0] == promised[0])


def _resolved(document: Json, part: Json) -> Json:
    """A schema or response, not a reference to one, and all parts of a schema as one."""
    while "$ref" in part:
        *_, kind, name = part["$ref"].split("/")
        part = document["components"][kind][name]
    for one in part.get("allOf", ()):
        resolved = _resolved(document, one)
        properties = {**part.get("properties", {}), **resolved.get("properties", {})}
        part = {**resolved, **part, "properties": properties}
    return part


def _choices(schema: Json) -> list[Json]:
    found: list[Json] = schema.get("anyOf") or schema.get("oneOf") or []
    return found


def _name(schema: Json) -> str:
    return schema["$ref"].rpartition("/")[2] if "$ref" in schema else str(_types(schema))


def _types(schema: Json) -> str:
    kind = schema.get("type", "anything")
    return " or ".join(sorted(kind)) if isinstance(kind, list) else str(kind)


def _may_change(old: Json, new: Json, *, asked: bool) -> bool:
    """Whether the one with more room is the one that may have it."""
    wide, narrow = (new, old) if asked else (old, new)
    return "type" not in wide or (_types(wide), _types(narrow)) == ("number", "integer")
