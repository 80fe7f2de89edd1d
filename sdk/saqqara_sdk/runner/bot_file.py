"""The TOML file for `saqqara bot run --config`: several bots with their servers and settings.

The file must not contain tokens. It names an environment variable or a file for each; the default
is the token among this user's stored credentials.
"""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from saqqara_sdk.lines.limits import USUAL
from saqqara_sdk.runner.program_terms import OVERHEAD_MS
from saqqara_sdk.wire.models import AcceptPolicy
from saqqara_sdk.wire.values import OpenEnum

EXAMPLE: Final = """\
# Bots for `saqqara bot run --config bots.toml`; `saqqara bot config bots.toml` checks it.

# The server; by default SAQQARA_SERVER, or else this machine.
# server = "https://example.org"

# A file for the log instead of standard error; it is rotated at 10 MB.
# log = "bots.log"
# log_level = "info"        # debug, info, warning or error

[bots.greedy]
# The bot, as for `saqqara play`: an installed name, FILE.py[:CLASS], MODULE:CLASS, or a command.
bot = "greedy"
# The bot's token; by default the one that `saqqara bot create greedy` stored.
# token_env = "GREEDY_TOKEN"
# token_file = "greedy.token"
# max_matches = 100         # stop after this many matches

# The challenges it accepts. This table replaces the whole policy on the server.
[bots.greedy.policy]
mode = "accept"
games = [{ game = "imhotep" }, { game = "duel" }]
time_controls = [{ kind = "fischer", min_base_ms = 10_000 }, { kind = "per_move" }]
max_matches = 2

# [bots.sailor]
# bot = ["node", "bots/node/sailor.mjs"]
# folder = "."              # the command's working directory, relative to this file
# accepts = false           # its answer to a challenge that the policy leaves open
# isolate = true            # a process for each match of a Python bot
# overhead_ms = 200         # reserved for the network, per decision
# environment = { NODE_OPTIONS = "--max-old-space-size=512" }
# limits = { memory_mb = 4096, start_s = 30, answer_s = 60 }
"""


class BotFileFault(ValueError):
    """The file is invalid; the message has a line for each fault."""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LimitsEntry(_Entry):
    """The limits of the command's processes."""

    memory_mb: int = Field(USUAL.memory_mb, ge=64)
    start_s: float = Field(USUAL.start_s, gt=0)
    answer_s: float = Field(USUAL.answer_s, gt=0)


class BotEntry(_Entry):
    """The entry of a bot: its program, its token, and its settings."""

    bot: str | Annotated[tuple[str, ...], Field(min_length=1)]
    server: str | None = None
    token_env: str | None = None
    token_file: Path | None = None
    max_matches: int | None = Field(None, ge=1)
    folder: Path = Path()
    environment: dict[str, str] = {}
    overhead_ms: int = Field(OVERHEAD_MS, ge=0, le=60_000)
    accepts: Literal[True, False, "later"] = False
    isolate: bool = False
    limits: LimitsEntry = LimitsEntry()  # type: ignore[call-arg] # it has defaults only
    policy: AcceptPolicy | None = None


class BotFile(_Entry):
    """The whole file."""

    server: str | None = None
    log: Path | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    bots: dict[str, BotEntry] = Field(min_length=1)


FIELDS: Final[Mapping[int, type[BaseModel]]] = {0: BotFile, 2: BotEntry, 3: LimitsEntry}
"""The models by their depth in the file."""


def read_bot_file(path: Path) -> BotFile:
    """Read the file; its paths are relative to its folder. Raises `BotFileFault`."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BotFileFault(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BotFileFault(f"{path} is not valid TOML: {error}") from error
    try:
        read = BotFile.model_validate(given)
    except ValidationError as error:
        raise BotFileFault(_listed(path, _faults(error))) from None
    odd = [line for name, bot in read.bots.items() for line in _oddities_of(name, bot, given)]
    if odd:
        raise BotFileFault(_listed(path, odd))
    return _from_folder(read, path.parent)


def token_of(entry: BotEntry) -> str | None:
    """Return the token that a bot's entry names, or None; raises `BotFileFault`."""
    if entry.token_env is not None:
        if not (token := os.environ.get(entry.token_env, "").strip()):
            raise BotFileFault(f"The environment variable {entry.token_env} has no token. Set it.")
        return token
    if entry.token_file is None:
        return None
    try:
        token = entry.token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BotFileFault(f"{entry.token_file} has no readable token: {error}") from None
    if not token:
        raise BotFileFault(f"{entry.token_file} is empty. Write the bot's token to it.")
    return token


def _from_folder(read: BotFile, folder: Path) -> BotFile:
    bots = {
        name: bot.model_copy(
            update={
                "token_file": bot.token_file and folder / bot.token_file,
                "folder": folder / bot.folder,
            }
        )
        for name, bot in read.bots.items()
    }
    return read.model_copy(update={"log": read.log and folder / read.log, "bots": bots})


def _listed(path: Path, faults: Iterable[str]) -> str:
    return "\n".join(f"{path}: {fault}" for fault in faults)


def _faults(error: ValidationError) -> Iterator[str]:
    """Yield a line for each fault, without the given values, which may be tokens."""
    for fault in error.errors(include_url=False, include_input=False):
        *above, last = (str(part) for part in fault["loc"])
        place = ".".join((*above, last))
        if fault["type"] == "extra_forbidden":
            yield f"{place}: {_unknown(last, FIELDS[len(above)].model_fields)}"
        elif fault["type"] == "missing":
            yield f"{place}: missing"
        else:
            yield f"{place}: {fault['msg'][:1].lower()}{fault['msg'][1:]}"


def _oddities_of(name: str, bot: BotEntry, given: Mapping[str, object]) -> Iterator[str]:
    match given:
        case {"bots": {**bots}} if isinstance(own := bots.get(name), dict) and "policy" in own:
            yield from oddities(bot.policy, own["policy"], f"bots.{name}.policy")


def oddities(value: object, given: object, place: str) -> Iterator[str]:
    """Yield a line for each unknown key or word, which tolerant wire models accept."""
    match value, given:
        case BaseModel(), dict():
            fields = type(value).model_fields
            for key, inner in given.items():
                if key in fields:
                    yield from oddities(getattr(value, key), inner, f"{place}.{key}")
                else:
                    yield f"{place}.{key}: {_unknown(key, fields)}"
        case tuple(), list():
            for number, (one, inner) in enumerate(zip(value, given, strict=True)):
                yield from oddities(one, inner, f"{place}.{number}")
        case OpenEnum(), str() if not value.is_known:
            words = [word.value for word in type(value)]
            yield f"{place}: there is no {given!r}; use one of {', '.join(words)}"


def _unknown(key: str, known: Iterable[str]) -> str:
    """Return the correction of an unknown key."""
    if key == "token":
        return "a token must not be in this file; set token_env or token_file"
    near = difflib.get_close_matches(key, known, n=1)
    return f"there is no such setting; {f'did you mean {near[0]}?' if near else _all(known)}"


def _all(known: Iterable[str]) -> str:
    return f"use one of {', '.join(known)}"
