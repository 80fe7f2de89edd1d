"""Packing of a bot, a file or a folder; equal contents give equal archives."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from saqqara_sdk.arena.entrants import bots_of
from saqqara_sdk.bots.loading import BotNotFound
from saqqara_sdk.lines.limits import USUAL
from saqqara_sdk.submissions.archives import (
    MIB,
    MOST_FILES,
    MOST_PACKED,
    MOST_UNPACKED,
    ArchiveFault,
    check_content,
    check_names,
)
from saqqara_sdk.submissions.manifest import MANIFEST, Manifest, read_manifest

PYTHON = "Python"
PROGRAM = 0o755
PLAIN = 0o644

COMPILED = ("__pycache__", ".pyc")
"""The endings of generated files, left out like hidden files and virtual environments."""

Find: TypeAlias = Callable[[Sequence[Path]], Sequence[Sequence[str]]]
"""Returns the bots that each file defines, each as `FILE:CLASS`; raises `BotNotFound`."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A packed bot: the archive, the SHA-256 of its uncompressed bytes, and its files.

    `left_out` are the paths of the folder that are not in the archive.
    """

    data: bytes
    archive_hash: str
    manifest: Manifest
    files: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _File:
    data: bytes
    mode: int


def _found_by_import(files: Sequence[Path]) -> Sequence[Sequence[str]]:
    return bots_of(files, USUAL)


def pack(path: str | Path, find: Find = _found_by_import) -> Packed:
    """Pack a file, `FILE.py:CLASS`, or a folder; adds `bot.toml` if it is missing.

    To find the bot for it, Python files are imported in their own processes. Raises `ArchiveFault`
    and `ManifestFault`.
    """
    text = str(path)
    place, _, chosen = text.rpartition(":")
    if place.endswith(".py") and Path(place).is_file():
        return _single(Path(place), chosen, find)
    if Path(text).is_dir():
        return _folder(Path(text), find)
    if Path(text).is_file():
        return _single(Path(text), None, find)
    raise ArchiveFault(f"There is no file or folder {text}.")


def _single(path: Path, chosen: str | None, find: Find) -> Packed:
    """Pack one file: a Python bot or an executable program."""
    if path.suffix == ".py":
        manifest = Manifest(bot=f"{path.name}:{chosen or _only([path], find)}", language=PYTHON)
        files = {path.name: _File(_read(path, MOST_UNPACKED), PLAIN)}
    elif os.access(path, os.X_OK):
        manifest = Manifest(command=(f"./{path.name}",))
        files = {path.name: _File(_read(path, MOST_UNPACKED), PROGRAM)}
    else:
        raise ArchiveFault(
            f"{path} is not a Python file and not executable. Submit an executable program"
            " (chmod +x), or a folder with bot.toml."
        )
    return _packed(files | _with(manifest), manifest, ())


def _folder(folder: Path, find: Find) -> Packed:
    files: dict[str, _File] = {}
    left_out: list[str] = []
    room = MOST_UNPACKED
    for name, path in _walked(folder, folder, left_out):
        if len(files) == MOST_FILES:
            raise ArchiveFault(f"{folder} has more than {MOST_FILES} files. Remove some.")
        mode = PROGRAM if path.stat().st_mode & stat.S_IXUSR else PLAIN
        files[name] = _File(_read(path, room), mode)
        room -= len(files[name].data)
    if MANIFEST in files:
        manifest = read_manifest(files[MANIFEST].data)
    else:
        own = [folder / name for name in files if name.endswith(".py") and "/" not in name]
        bot = _only(own, find, folder)
        manifest = Manifest(bot=bot, language=PYTHON)
        files |= _with(manifest)
    return _packed(files, manifest, tuple(left_out))


def _with(manifest: Manifest) -> dict[str, _File]:
    return {MANIFEST: _File(manifest.text().encode(), PLAIN)}


def _only(files: Sequence[Path], find: Find, folder: Path | None = None) -> str:
    """Return the only bot of these files: its class, or `FILE.py:CLASS` in a folder."""
    try:
        bots = [bot for own in find(files) for bot in own]
    except BotNotFound as error:
        raise ArchiveFault(str(error)) from error
    where = folder or files[0]
    if len(bots) == 1:
        file, _, name = bots[0].rpartition(":")
        return f"{Path(file).name}:{name}" if folder else name
    if folder:
        how = f'write {MANIFEST} with bot = "FILE.py:CLASS" or command = ["./program"]'
    else:
        how = f"choose one as {where}:CLASS"
    names = ", ".join(bot.rpartition(":")[2] for bot in bots) or "none"
    raise ArchiveFault(f"{where} must define one bot, but defines {names}: {how}")


def _walked(folder: Path, root: Path, left_out: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield the files to pack with their paths in the archive; adds others to `left_out`."""
    for path in sorted(folder.iterdir()):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            raise ArchiveFault(f"{name} is a link. Replace it with the file, or remove it.")
        if path.name.startswith(".") or name.endswith(COMPILED) or _is_venv(path):
            left_out.append(name)
        elif path.is_dir():
            yield from _walked(path, root, left_out)
        elif path.is_file():
            yield name, path
        else:
            raise ArchiveFault(f"{name} is neither a file nor a folder. Remove it.")


def _is_venv(path: Path) -> bool:
    return (path / "pyvenv.cfg").is_file()


def _read(path: Path, most: int) -> bytes:
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ArchiveFault(
            f"With {path} the archive exceeds {MOST_UNPACKED // MIB} MiB. Make it smaller."
        )
    return data


def _packed(files: Mapping[str, _File], manifest: Manifest, left_out: tuple[str, ...]) -> Packed:
    check_names(files)
    for name, file in files.items():
        check_content(name, file.data)
    if manifest.file is not None and manifest.file not in files:
        raise ArchiveFault(f"{MANIFEST} names {manifest.file}, which is not among the files.")
    if manifest.command and "/" in manifest.command[0] and manifest.file is not None:
        files = {**files, manifest.file: replace(files[manifest.file], mode=PROGRAM)}
    plain = _tar(files)
    data = gzip.compress(plain, mtime=0)
    if len(data) > MOST_PACKED:
        raise ArchiveFault(
            f"The packed archive has {len(data) / MIB:.1f} MiB, more than {MOST_PACKED // MIB}."
        )
    return Packed(data, hashlib.sha256(plain).hexdigest(), manifest, tuple(sorted(files)), left_out)


def _tar(files: Mapping[str, _File]) -> bytes:
    """Return a sorted tar without times and owners."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, file in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(file.data), file.mode
            tar.addfile(entry, io.BytesIO(file.data))
    return plain.getvalue()
