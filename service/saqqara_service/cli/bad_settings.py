"""A setting that cannot be used ends any command with a sentence that names it, and with 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import typer
from pydantic import ValidationError
from pydantic.json_schema import JsonSchemaValue

from saqqara_service.settings import Settings
from saqqara_service.storage.redis.addresses import BadAddress
from saqqara_service.storage.redis.binary import NoRedisFound

BAD_SETTING: Final = 2


class BadSetting(Exception):
    """What a host set cannot be used; the message names the setting and says what is allowed."""


def explain(error: Exception) -> None:
    """Name the setting that a command could not use, and exit; leave any other error alone."""
    match error:
        case ValidationError() if error.title == Settings.__name__:
            sentences = list(_sentences(error))
        case BadSetting() | BadAddress() | NoRedisFound():
            sentences = [str(error)]
        case OSError():
            sentences = list(_of_data(error))
        case _:
            return
    if sentences:
        typer.echo("\n".join(sentences), err=True)
        sys.exit(BAD_SETTING)


def _sentences(error: ValidationError) -> Iterator[str]:
    schema = Settings.model_json_schema(by_alias=False)
    for fault in error.errors(include_url=False):
        if not fault["loc"]:  # of several settings together
            yield f"{fault['msg'].removeprefix('Value error, ')}."
            continue
        field = str(fault["loc"][0])
        allowed = _allowed(schema["properties"].get(field, {}), schema.get("$defs", {}))
        given = f"SAQQARA_{field.upper()}={fault['input']!s:.100}"
        yield f"{given} cannot be used: {allowed or fault['msg']}."


def _allowed(schema: JsonSchemaValue, named: JsonSchemaValue) -> str | None:
    """What a setting may be, in words; None where only the fault can tell."""
    kinds = schema.get("anyOf", [schema])
    kind = next((one for one in kinds if one.get("type") != "null"), schema)
    kind = named.get(kind.get("$ref", "").rpartition("/")[2], kind)
    if "enum" in kind:
        return f"it must be one of {', '.join(map(str, kind['enum']))}"
    match kind.get("type"):
        case "boolean":
            return "it must be true or false"
        case "integer" | "number" as name:
            noun = "a whole number" if name == "integer" else "a number"
            least = f"of at least {kind['minimum']}" if "minimum" in kind else "over 0"
            most = f" and at most {kind['maximum']}" if "maximum" in kind else ""
            return f"it must be {noun} {least}{most}"
    return None


def _of_data(error: OSError) -> Iterator[str]:
    """Whether it is the folder for data that cannot be used."""
    if not isinstance(error.filename, str):
        return
    folder, place = Settings().data.absolute(), Path(error.filename).absolute()
    if place.is_relative_to(folder) or folder.is_relative_to(place):
        why = f"{place}: {error.strerror}"
        yield f"SAQQARA_DATA={folder} cannot be used: {why}. Name a writable folder."
