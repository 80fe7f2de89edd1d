"""`bot.toml` as the service reads it: what is wrong is told with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from pathlib import PurePosixPath
from typing import Any, Final

from saqqara_engine.errors import quote
from saqqara_service.application.hosting.bounds import MOST_MANIFEST
from saqqara_service.errors import Malformed, TooLarge
from saqqara_service.models import Accepting, Manifest

FILE: Final = "bot.toml"
MOST_WORDS: Final = 64
LONGEST_WORD: Final = 1_000
LATER: Final = "later"
_BOT: Final = re.compile(r"([^:\x00-\x1f]+\.py):[^\W\d]\w*(\[[^\]\x00-\x1f]*\])?")
LONGEST_LANGUAGE: Final = 40


def manifest_of(content: bytes, files: Collection[str]) -> Manifest:
    """The manifest; raises `Malformed` naming the line, or the file that is missing."""
    if len(content) > MOST_MANIFEST:
        raise TooLarge(f"{FILE} exceeds {MOST_MANIFEST} bytes.", limit=MOST_MANIFEST)
    text = _text(content)
    try:
        said = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Malformed(f"{FILE} is not valid TOML: {str(error)[:200]}.") from None
    known = Manifest.model_fields.keys()
    for word in said:
        if word not in known:
            known_words = ", ".join(sorted(known))
            raise _wrong(text, word, f"{quote(word)} is unknown; use one of {known_words}")
    manifest = Manifest(
        command=_command(text, said),
        bot=_bot(text, said, files),
        language=_language(text, said),
        stateless=_truth(text, said, "stateless"),
        accepts=_accepting(text, said),
    )
    if (manifest.command is None) == (manifest.bot is None):
        raise Malformed(
            f'{FILE} must set either `command = ["python", "my_bot.py"]` or `bot ='
            ' "my_bot.py:MyBot"`, not both.'
        )
    for missing in (one for one in _named(manifest.command or []) if one not in files):
        raise _wrong(text, "command", f"the archive has no file {quote(missing)}")
    return manifest


def program_of(manifest: Manifest) -> str:
    """The first word of the command as a file of the archive would be called."""
    return (manifest.command or [""])[0].removeprefix("./")


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Malformed(f"{FILE}, line {line}: not UTF-8.") from None


def _command(text: str, said: dict[str, Any]) -> list[str] | None:
    if (words := said.get("command")) is None:
        return None
    is_list = isinstance(words, list) and 0 < len(words) <= MOST_WORDS
    if not is_list or not all(map(_is_word, words)) or not words[0].strip():
        fault = (
            f'`command` must be a list of 1 to {MOST_WORDS} texts, such as ["python", "my_bot.py"]'
        )
        raise _wrong(text, "command", fault)
    return list(words)


def _is_word(word: object) -> bool:
    return isinstance(word, str) and len(word) <= LONGEST_WORD and "\0" not in word


def _named(command: list[str]) -> list[str]:
    """The words of a command that have to be files of the archive, as far as one can see."""
    if not command:
        return []
    program, *words = command
    if "/" in program:
        return [] if program.startswith("/") else [str(PurePosixPath(program))]
    is_script = bool(words) and "." in words[0] and not words[0].startswith(("-", "/"))
    return [str(PurePosixPath(words[0]))] if is_script else []


def _bot(text: str, said: dict[str, Any], files: Collection[str]) -> str | None:
    if (bot := said.get("bot")) is None:
        return None
    found = _BOT.fullmatch(bot) if isinstance(bot, str) else None
    if found is None:
        raise _wrong(text, "bot", '`bot` must name a file and a class, such as "my_bot.py:MyBot"')
    if found[1] not in files:
        raise _wrong(text, "bot", f"the archive has no file {quote(found[1])}")
    return found[0]


def _language(text: str, said: dict[str, Any]) -> str | None:
    language = said.get("language")
    is_word = isinstance(language, str) and language.isprintable()
    if language is None or (is_word and 0 < len(language) <= LONGEST_LANGUAGE):
        return language
    raise _wrong(text, "language", f"`language` must have 1 to {LONGEST_LANGUAGE} characters")


def _truth(text: str, said: dict[str, Any], word: str) -> bool:
    value = said.get(word, False)
    if not isinstance(value, bool):
        more = ', or "later"' if word == "accepts" else ""
        raise _wrong(text, word, f"`{word}` must be true or false{more}")
    return value


def _accepting(text: str, said: dict[str, Any]) -> Accepting:
    if said.get("accepts") == LATER:
        return Accepting.LATER
    return Accepting.YES if _truth(text, said, "accepts") else Accepting.NO


def _wrong(text: str, word: str, fault: str) -> Malformed:
    """The refusal, with the line on which the word is set."""
    begins = re.compile(rf"\s*(?:\[+\s*)?[\"']?{re.escape(word)}[\"']?\s*[=.\]]")
    lines = enumerate(text.splitlines(), 1)
    line = next((number for number, one in lines if begins.match(one)), 1)
    return Malformed(f"{FILE}, line {line}: {fault}.", pointer=f"/{FILE}")
