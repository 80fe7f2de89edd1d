"""The manifest of a program: `bot.toml` at the root of its archive.

It says how the program is started; the host decides where.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Final, Literal, TypeAlias, TypeGuard

from saqqara_bundle.faults import BundleTooLarge, ManifestFault
from saqqara_bundle.limits import LONGEST_LANGUAGE, LONGEST_WORD, MOST_MANIFEST, MOST_WORDS
from saqqara_engine.errors import quote

MANIFEST: Final = "bot.toml"

Accepts: TypeAlias = bool | Literal["later"]

_BOT: Final = re.compile(r"[^:\x00-\x1f]+\.py:[^\W\d]\w*(\[[^\]\x00-\x1f]*\])?")


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
            return str(PurePosixPath(self.bot.partition(":")[0]))
        if self.program is not None:
            return self.program
        first, *words = self.command or ("",)
        is_script = bool(words) and not words[0].startswith(("-", "/")) and "." in words[0]
        return str(PurePosixPath(words[0])) if is_script and "/" not in first else None

    @property
    def program(self) -> str | None:
        """The file of the archive that the command executes; None for one of the system."""
        first = (self.command or ("",))[0]
        is_own = "/" in first and not first.startswith("/")
        return str(PurePosixPath(first)) if is_own else None


def read_manifest(data: bytes, files: Collection[str]) -> Manifest:
    """Parse the `bot.toml` of an archive with these files.

    Raises `ManifestFault`, and `BundleTooLarge` before anything is parsed.
    """
    if len(data) > MOST_MANIFEST:
        raise BundleTooLarge(f"{MANIFEST} exceeds {MOST_MANIFEST} bytes.", MOST_MANIFEST)
    document = _Document.parse(data)
    manifest = document.manifest()
    if manifest.file is not None and manifest.file not in files:
        key = "command" if manifest.bot is None else "bot"
        raise document.fault(key, f"the archive has no file {quote(manifest.file)}")
    return manifest


@dataclass(frozen=True, slots=True)
class _Document:
    """The text of a manifest and the values in it."""

    text: str
    values: Mapping[str, object]

    @classmethod
    def parse(cls, data: bytes) -> _Document:
        try:
            text = data.decode("utf-8-sig")  # Notepad begins a file with a byte order mark
            return cls(text, tomllib.loads(text))
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise ManifestFault(f"{MANIFEST}, line {line}: not UTF-8.") from None
        except (ValueError, RecursionError) as error:  # also an integer with too many digits
            raise ManifestFault(f"{MANIFEST} is not valid TOML: {str(error)[:200]}.") from None

    def manifest(self) -> Manifest:
        known = [one.name for one in fields(Manifest)]
        for key in self.values:
            if key not in known:
                raise self.fault(key, f"{quote(key)} is unknown; use one of {', '.join(known)}")
        if ("command" in self.values) == ("bot" in self.values):
            how = 'either command = ["./program"] or bot = "my_bot.py:MyBot", not both'
            raise self.fault("bot", f"set {how}")
        return Manifest(
            self._command(), self._bot(), self._language(), self._stateless(), self._accepts()
        )

    def _command(self) -> tuple[str, ...] | None:
        words = self.values.get("command")
        if words is None:
            return None
        if _are_words(words) and 0 < len(words) <= MOST_WORDS and words[0].strip():
            return tuple(words)
        how = f'1 to {MOST_WORDS} words such as ["python", "my_bot.py"]'
        fault = f"command must be a list of {how}, each of at most {LONGEST_WORD} characters"
        raise self.fault("command", fault)

    def _bot(self) -> str | None:
        bot = self.values.get("bot")
        if bot is None or (isinstance(bot, str) and _BOT.fullmatch(bot)):
            return bot
        raise self.fault("bot", f'bot must be "FILE.py:CLASS", not {quote(bot)}')

    def _language(self) -> str | None:
        value = self.values.get("language")
        if value is None:
            return None
        if isinstance(value, str) and value.isprintable() and 0 < len(value) <= LONGEST_LANGUAGE:
            return value
        how = f"1 to {LONGEST_LANGUAGE} printable characters"
        raise self.fault("language", f"language must have {how}, not {quote(value)}")

    def _stateless(self) -> bool:
        value = self.values.get("stateless", False)
        if isinstance(value, bool):
            return value
        raise self.fault("stateless", f"stateless must be true or false, not {quote(value)}")

    def _accepts(self) -> Accepts:
        match self.values.get("accepts", False):
            case bool(value):
                return value
            case "later":
                return "later"
            case other:
                how = f'accepts must be true, false or "later", not {quote(other)}'
                raise self.fault("accepts", how)

    def fault(self, key: str, why: str) -> ManifestFault:
        """Return a fault with the first line that sets the key, or without a line."""
        sets = re.compile(rf"""\s*(?:\[+\s*)?["']?{re.escape(key)}["']?\s*[=.\]]""")
        for number, line in enumerate(self.text.split("\n"), 1):
            if sets.match(line):
                return ManifestFault(f"{MANIFEST}, line {number}: {why}.")
        return ManifestFault(f"{MANIFEST}: {why}.")


def _are_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(
        isinstance(word, str) and len(word) <= LONGEST_WORD and "\0" not in word for word in value
    )
