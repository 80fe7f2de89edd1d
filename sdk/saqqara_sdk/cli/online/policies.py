"""Accept policies by settings and files, held to the fields that a policy has."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from saqqara_sdk.runner.bot_file import oddities
from saqqara_sdk.wire.models import AcceptPolicy
from saqqara_sdk.wire.values import first_fault


class PolicyFault(ValueError):
    """The given settings are not a valid policy; the message has a line for each error."""


def changed_policy(
    before: AcceptPolicy, settings: Sequence[str], file: Path | None
) -> AcceptPolicy:
    """The policy with what a file and the settings say; raises `PolicyFault`."""
    given: dict[str, object] = {} if file is None else _from_file(file)
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals:
            raise PolicyFault(f"Write a setting as NAME=VALUE, such as mode=accept, not {text!r}.")
        given[name] = _value(value)
    try:
        wanted = AcceptPolicy.model_validate(before.model_dump(mode="json") | given)
    except ValidationError as error:
        raise PolicyFault(first_fault(error)) from None
    if odd := list(oddities(wanted, given, "policy")):
        raise PolicyFault("\n".join(odd))
    return wanted


def _from_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise PolicyFault(f"{file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PolicyFault(f"{file} is not valid TOML: {error}") from None


def _value(text: str) -> object:
    """JSON where it is JSON, else the text itself."""
    try:
        value: object = json.loads(text)
    except ValueError:
        return text
    return value
