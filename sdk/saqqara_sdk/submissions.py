"""Packing of a bot, a file or a folder, for submission; equal contents give equal archives."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Final, TypeAlias

from saqqara_bundle import MANIFEST, Bundle, BundleFault, BundleTooLarge, Manifest, TarEntry
from saqqara_bundle.limits import MOST_FILES, MOST_UNPACKED
from saqqara_bundle.names import normalize_name
from saqqara_sdk.arena.entrants import bots_of
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.lines.limits import USUAL

PYTHON: Final = "Python"
COMPILED: Final = ("__pycache__", ".pyc")
"""The endings of generated files, left out like hidden files and virtual environments."""

Find: TypeAlias = Callable[[Sequence[Path]], Sequence[Sequence[str]]]
"""Returns the bots that each file defines, each as `FILE:CLASS`; raises `BotNotFound`."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A packed bot, and the paths of its folder that are not in it."""

    bundle: Bundle
    left_out: tuple[str, ...] = ()


def _found_by_import(files: Sequence[Path]) -> Sequence[Sequence[str]]:
    return bots_of(files, USUAL)


def pack(path: str | Path, find: Find = _found_by_import) -> Packed:
    """Pack a file, `FILE.py:CLASS`, or a folder; adds `bot.toml` if it is missing.

    To find the bot for it, Python files are imported in their own processes. Raises `BundleFault`.
    """
    text = str(path)
    place, _, chosen = text.rpartition(":")
    if place.endswith(".py") and Path(place).is_file():
        return _single(Path(place), chosen, find)
    if Path(text).is_dir():
        return _folder(Path(text), find)
    if Path(text).is_file():
        return _single(Path(text), None, find)
    raise BundleFault(f"There is no file or folder {text}.")


def _single(path: Path, chosen: str | None, find: Find) -> Packed:
    """Pack one file: a Python bot or an executable program."""
    normalize_name(path.name)
    if path.suffix == ".py":
        manifest = Manifest(bot=f"{path.name}:{chosen or _only([path], find)}", language=PYTHON)
    elif os.access(path, os.X_OK):
        manifest = Manifest(command=(f"./{path.name}",))
    else:
        raise BundleFault(
            f"{path} is not a Python file and not executable. Submit an executable program"
            " (chmod +x), or a folder with bot.toml."
        )
    return Packed(Bundle.build([_entry(manifest), TarEntry(path.name, _read(path))]))


def _folder(folder: Path, find: Find) -> Packed:
    left_out: list[str] = []
    walked = _walked(folder, folder, left_out)
    paths = dict(islice(walked, MOST_FILES + 1))
    if len(paths) > MOST_FILES:  # before any program is imported
        raise BundleTooLarge(f"{folder} has more than {MOST_FILES} files. Remove some.", MOST_FILES)
    added = []
    if MANIFEST not in paths:
        own = [path for name, path in paths.items() if name.endswith(".py") and "/" not in name]
        added.append(_entry(Manifest(bot=_only(own, find, folder), language=PYTHON)))
    files = (
        TarEntry(name, _read(path), bool(path.stat().st_mode & stat.S_IXUSR))
        for name, path in paths.items()
    )
    return Packed(Bundle.build(chain(added, files)), tuple(left_out))


def _entry(manifest: Manifest) -> TarEntry:
    return TarEntry(MANIFEST, manifest.text().encode())


def _only(files: Sequence[Path], find: Find, folder: Path | None = None) -> str:
    """Return the only bot of these files: its class, or `FILE.py:CLASS` in a folder."""
    try:
        bots = [bot for own in find(files) for bot in own]
    except BotNotFound as error:
        raise BundleFault(str(error)) from error
    where = folder or files[0]
    if len(bots) == 1:
        file, _, name = bots[0].rpartition(":")
        return f"{Path(file).name}:{name}" if folder else name
    if folder:
        how = f'write {MANIFEST} with bot = "FILE.py:CLASS" or command = ["./program"]'
    else:
        how = f"choose one as {where}:CLASS"
    names = ", ".join(bot.rpartition(":")[2] for bot in bots) or "none"
    raise BundleFault(f"{where} must define one bot, but defines {names}: {how}")


def _walked(folder: Path, root: Path, left_out: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield the files to pack with their paths in the archive; adds others to `left_out`."""
    for path in sorted(folder.iterdir()):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            raise BundleFault(f"{name} is a link. Replace it with the file, or remove it.")
        if path.name.startswith(".") or name.endswith(COMPILED) or _is_venv(path):
            left_out.append(name)
        elif path.is_dir():
            yield from _walked(path, root, left_out)
        elif path.is_file():
            yield name, path
        else:
            raise BundleFault(f"{name} is neither a file nor a folder. Remove it.")


def _is_venv(path: Path) -> bool:
    return (path / "pyvenv.cfg").is_file()


def _read(path: Path) -> bytes:
    """Return a file, of one that is too large only enough for the bundle to refuse it."""
    with path.open("rb") as file:
        return file.read(MOST_UNPACKED + 1)
