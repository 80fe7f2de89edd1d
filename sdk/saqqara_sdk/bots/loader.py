"""Load bots by name: `greedy`, `my_bot.py`, `my_bot.py:MyBot` or `module:MyBot`.

Installed packages add names with entry points of the group `saqqara.bots`. `NAME-1000` is the
same bot with 1000 `iterations` per decision, if it has that attribute.
"""

from __future__ import annotations

import inspect
import re
import sys
import traceback
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from saqqara_sdk.bots.bot import AnyBot, Bot, DuelBot, ImhotepBot
from saqqara_sdk.bots.parameters import BadParameter, in_words, with_values
from saqqara_sdk.bots.texts import file_bot, is_file, split_parameters

GROUP = "saqqara.bots"
ITERATIONS = re.compile("[1-9][0-9]{0,5}")
LONGEST_NUMBERS = 40
"""The maximum number of characters of parameters in a bot's name."""

_BASES: tuple[type[AnyBot], ...] = (Bot, ImhotepBot, DuelBot)


class BotNotFound(Exception):
    """The name belongs to no bot that can be loaded; the message says what to type instead."""


def load_bot(text: str) -> type[AnyBot]:
    """Return the bot's class. Raises `BotNotFound`, also if importing its module fails.

    A file of one bot needs no class. `NAME[boldness=0.7]` is the bot with another value of a
    parameter.
    """
    bare, parameters = split_parameters(text)
    if parameters is not None:
        return _changed(load_bot(bare), text, parameters)
    found = file_bot(text)
    where, name = found or text.rpartition(":")[::2]
    if not where:
        return _checked(_named(text), text)
    module = _imported(where)
    if found is not None and not name:
        name = _only_bot(where, module)
    if not hasattr(module, name):
        own = ", ".join(_bots_of(module)) or "none"
        raise BotNotFound(f"{where} has no {name}. Its bots: {own}.")
    return _checked(getattr(module, name), text)


def _changed(bot: type[AnyBot], text: str, text_of_values: str) -> type[AnyBot]:
    try:
        values = with_values(bot, text_of_values)
    except BadParameter as error:
        raise BotNotFound(f"{text}: {error}") from None
    numbers = in_words({name: one.value for name, one in values.items()})
    if len(numbers) > LONGEST_NUMBERS:
        numbers = f"{numbers[: LONGEST_NUMBERS - 1]}…"
    own = {"name": f"{bot.name}[{numbers}]", "__module__": bot.__module__}
    return type(bot.__name__, (bot,), {**values, **own})


def _only_bot(file: str, module: ModuleType) -> str:
    """Return the class of a file's bot; raises `BotNotFound` unless the file defines one bot."""
    own = _own_bots(module)
    if len(own) == 1:
        return own[0]
    if found := own or _bots_of(module):
        names = " or ".join(f"{file}:{name}" for name in found)
        raise BotNotFound(f"{file} defines {len(own) or 'no'} bots of its own. Use {names}.")
    raise BotNotFound(f"{file} defines no bot. Derive a class with `choose` from Bot.")


def _near_file(path: Path) -> str:
    """Return a hint at the Python file beside `path` whose name resembles it most, or nothing."""
    beside = {file.stem: file for file in path.parent.glob("*.py") if is_file(file)}
    near = get_close_matches(path.stem, beside, n=1)
    return f" Did you mean {beside[near[0]]}?" if near else ""


def bots_in(file: Path) -> list[str]:
    """Return the names for `load_bot` of all bots in a file; raises `BotNotFound`."""
    return [f"{file}:{name}" for name in _own_bots(_imported(str(file)))]


def known_bots() -> tuple[str, ...]:
    """Return the names of the installed bots."""
    return tuple(sorted(entry_points(group=GROUP).names))


def is_known(name: str) -> bool:
    """Return whether an installed bot has the name, or has it with a number of iterations."""
    known = known_bots()
    bare, _, number = name.rpartition("-")
    return name in known or (bare in known and ITERATIONS.fullmatch(number) is not None)


@cache
def _named(name: str) -> object:
    """Return an installed bot; the result is cached, because finding entry points is slow."""
    found: EntryPoint | None = next(iter(entry_points(group=GROUP, name=name)), None)
    bare, _, number = name.rpartition("-")
    if found is None and is_known(name):
        bot = _checked(_named(bare), bare)
        if hasattr(bot, "iterations"):
            own = {"name": name, "iterations": int(number), "__module__": bot.__module__}
            return type(bot.__name__, (bot,), own)
    if found is None:
        near = get_close_matches(name, known_bots(), n=1)
        hint = f" Did you mean {near[0]}?" if near else _near_file(Path(name))
        known = ", ".join(known_bots()) or "none"
        raise BotNotFound(
            f"There is no installed bot {name!r} (installed: {known}).{hint} Write a bot of"
            " your own as FILE.py[:CLASS] or MODULE:CLASS."
        )
    return found.load()


def _imported(where: str) -> ModuleType:
    try:
        return _file(Path(where)) if where.endswith(".py") else _module(where)
    except BotNotFound:
        raise
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{where}.".startswith(f"{error.name}."):
            raise BotNotFound(f"There is no module {where}.{_near_file(Path(where))}") from None
        cause = f"{type(error).__name__}: {error}"
        if isinstance(error, SystemExit):
            cause += ' Move `run(...)` below `if __name__ == "__main__":`.'
        elif not isinstance(error, SyntaxError):
            trace = traceback.extract_tb(error.__traceback__)
            *_, last = (one for one in trace if not one.filename.startswith("<frozen "))
            cause += f" ({last.filename}, line {last.lineno})"
        raise BotNotFound(f"{where} cannot be imported: {cause}") from error


def _file(path: Path) -> ModuleType:
    if not is_file(path):
        raise BotNotFound(f"There is no file {path}.{_near_file(path)}")
    name = f"bot file {path.resolve()}"
    if name in sys.modules:
        return sys.modules[name]
    folder = path.resolve().parent
    _importable(folder)
    for wheel in sorted((*folder.glob("*.whl"), *folder.glob("wheels/*.whl"))):
        if str(wheel) not in sys.path:  # one of pure Python is imported as it is
            sys.path.append(str(wheel))
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up while it is executed
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module(name: str) -> ModuleType:
    _importable(Path.cwd())
    return import_module(name)


def _importable(folder: Path) -> None:
    """Add a folder to the import path; console scripts do not search the current folder."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


def _bots_of(module: ModuleType) -> list[str]:
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Bot) and value not in _BASES
    ]


def _own_bots(module: ModuleType) -> list[str]:
    own = [name for name in _bots_of(module) if _is_own(getattr(module, name), module)]
    return [name for name in own if not name.startswith("_")]


def _is_own(bot: type[AnyBot], module: ModuleType) -> bool:
    """Return whether the module itself defines the class, and the class is not abstract."""
    return bot.__module__ == module.__name__ and not inspect.isabstract(bot)


def _checked(value: object, text: str) -> type[AnyBot]:
    if isinstance(value, type) and issubclass(value, Bot):
        return value
    raise BotNotFound(f"{text} is not a bot. Its class must be derived from saqqara_sdk.Bot.")
