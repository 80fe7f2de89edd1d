"""The manifest of a submitted bot: `bot.toml` at the root of its archive.

It describes how to start the program; the host decides where.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Final, Literal, TypeAlias, TypeGuard

MANIFEST: Final = "bot.toml"
MOST_WORDS = 64
LONGEST_WORD = 1000
LONGEST_LANGUAGE = 40

Accepts: TypeAlias = bool | Literal["later"]
Given: TypeAlias = Mapping[str, object]

_BOT = re.compile(r"[^:]+\.py:[^\W\d]\w*(\[[^\]]*\])?")


class ManifestFault(ValueError):
    """A manifest is invalid; the message names the line and the correction."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The start of a program: by `command`, or by `bot` for Python with the SDK; never both.

    - `command`: the program and its arguments, relative to the root of the archive
    - `bot`: `FILE.py:CLASS`
    - `language`: the displayed language
    - `stateless`: whether a process may play several matches
    - `accepts`: its answer to a challenge that its accept policy leaves open
    """

    command: tuple[str, ...] | None = None
    bot: str | None = None
    language: str | None = None
    stateless: bool = False
    accepts: Accepts = False

    def text(self) -> str:
        """Return the manifest as `bot.toml`, without defaults."""
        lines = []
        for one in fields(self):
            value = getattr(self, one.name)
            if value != one.default:
                lines.append(f"{one.name} = {json.dumps(value, ensure_ascii=False)}\n")
        return "".join(lines)

    @property
    def file(self) -> str | None:
        """The file of the archive that the program needs to start; None if it is unknown."""
        if self.bot is not None:
            return self.bot.partition(":")[0]
        program, *words = self.command or ("",)
        if "/" in program:
            return None if program.startswith("/") else str(PurePosixPath(program))
        is_script = bool(words) and not words[0].startswith(("-", "/")) and "." in words[0]
        return str(PurePosixPath(words[0])) if is_script else None


def read_manifest(data: bytes) -> Manifest:
    """Parse `bot.toml`; raises `ManifestFault`."""
    try:
        text = data.decode()
        given: Given = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ManifestFault(f"{MANIFEST}, line {line}: not UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ManifestFault(f"{MANIFEST} is not valid TOML: {error}") from None
    known = [one.name for one in fields(Manifest)]
    for key in given:
        if key not in known:
            raise _fault(text, key, f"there is no {key!r}; use one of {', '.join(known)}")
    if ("command" in given) == ("bot" in given):
        how = 'either command = ["./program"] or bot = "my_bot.py:MyBot"'
        raise _fault(text, "bot" if "bot" in given else "", f"set {how}, but only one of them")
    return Manifest(
        command=_command(text, given) if "command" in given else None,
        bot=_bot(text, given) if "bot" in given else None,
        language=_language(text, given),
        stateless=_stateless(text, given),
        accepts=_accepts(text, given),
    )


def is_inside(name: str) -> bool:
    """Return whether a path is relative and stays in the archive."""
    parts = name.split("/")
    return bool(name) and not name.startswith("/") and ".." not in parts and "\\" not in name


def _command(text: str, given: Given) -> tuple[str, ...]:
    words = given["command"]
    if not _are_words(words) or not 0 < len(words) <= MOST_WORDS or not words[0]:
        raise _fault(
            text,
            "command",
            f'command must be a list of 1 to {MOST_WORDS} words such as ["python",'
            f' "my_bot.py"], each of at most {LONGEST_WORD} characters',
        )
    if "/" in words[0] and not words[0].startswith("/") and not is_inside(words[0]):
        raise _fault(text, "command", f"{words[0]!r} leads out of the archive")
    return tuple(words)


def _are_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(
        isinstance(word, str) and len(word) <= LONGEST_WORD and "\0" not in word for word in value
    )


def _bot(text: str, given: Given) -> str:
    bot = given["bot"]
    if not isinstance(bot, str) or len(bot) > LONGEST_WORD or not _BOT.fullmatch(bot):
        raise _fault(text, "bot", f'write bot as "FILE.py:CLASS", not {_shown(bot)}')
    if not is_inside(bot):
        raise _fault(text, "bot", f"{bot!r} leads out of the archive")
    return bot


def _language(text: str, given: Given) -> str | None:
    value = given.get("language")
    if value is None:
        return None
    if isinstance(value, str) and value.isprintable() and 0 < len(value) <= LONGEST_LANGUAGE:
        return value
    at_most = f"a word of at most {LONGEST_LANGUAGE} printable characters"
    raise _fault(text, "language", f"language must be {at_most}, not {_shown(value)}")


def _stateless(text: str, given: Given) -> bool:
    value = given.get("stateless", False)
    if isinstance(value, bool):
        return value
    raise _fault(text, "stateless", f"stateless must be true or false, not {_shown(value)}")


def _accepts(text: str, given: Given) -> Accepts:
    match given.get("accepts", False):
        case bool(value):
            return value
        case "later":
            return "later"
        case other:
            raise _fault(
                text, "accepts", f'accepts must be true, false or "later", not {_shown(other)}'
            )


def _fault(text: str, key: str, why: str) -> ManifestFault:
    """Return a fault with the first line of the key, or without a line if it is missing."""
    written = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    for number, line in enumerate(text.splitlines(), 1):
        if key and written.match(line):
            return ManifestFault(f"{MANIFEST}, line {number}: {why}")
    return ManifestFault(f"{MANIFEST}: {why}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_LANGUAGE else f"{text[:LONGEST_LANGUAGE]}…"
