"""Packing: the same content is the same bytes, and what is refused is refused before it is sent."""

from __future__ import annotations

import io
import os
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from saqqara_bundle import BundleFault, BundleTooLarge, Manifest, ManifestFault
from saqqara_bundle.limits import MIB, MOST_FILES
from saqqara_sdk.submissions import pack
from tests.bundle.archives import BAD_FILES
from tests.bundle.archives import BOT as GOOD

BOT = "from saqqara_sdk import Bot\n\nclass Mine(Bot):\n    def choose(self, turn):\n        ...\n"
TOML = 'command = ["./run"]\nlanguage = "Shell"\n'


def folder(place: Path, **files: str | bytes) -> Path:
    """A folder with these files; `__` in a name is a slash, `_dot_` a dot."""
    for name, text in files.items():
        path = place / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return place


def names(data: bytes) -> dict[str, tuple[int, float, int, str]]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return {one.name: (one.mode, one.mtime, one.uid, one.uname) for one in tar}


def test_the_same_content_is_the_same_bytes(tmp_path: Path) -> None:
    """Neither times, owners, leftovers nor the order of the disk change the archive."""
    first = folder(tmp_path / "a", bot_dot_toml=TOML, run="#!/bin/sh\n", lib__x_dot_txt="x")
    again = folder(tmp_path / "b", lib__x_dot_txt="x", run="#!/bin/sh\n", bot_dot_toml=TOML)
    folder(again, y_dot_pyc="", _dot_git__HEAD="", env__pyvenv_dot_cfg="")
    os.utime(again / "run", (1, 1))
    (again / "run").chmod(0o711)
    packed, other = pack(first), pack(again)
    assert packed.bundle == other.bundle
    assert other.left_out == (".git", "env", "y.pyc")
    root = (0, 0, "")
    assert names(packed.bundle.pack()) == {
        "bot.toml": (0o644, *root),
        "lib/x.txt": (0o644, *root),
        "run": (0o755, *root),
    }


def test_a_file_or_folder_gets_its_manifest(tmp_path: Path) -> None:
    """One bot in it is the bot; a program is its own command."""
    place = folder(tmp_path, mine_dot_py=BOT, helper_dot_py="X = 1\n")
    made = Manifest(bot="mine.py:Mine", language="Python")
    assert pack(place).bundle.manifest == made
    single = pack(f"{place}/mine.py:Other").bundle
    assert single.manifest.bot == "mine.py:Other"
    assert [file.name for file in single.files] == ["bot.toml", "mine.py"]
    assert pack(place / "mine.py", finds("mine.py:Mine")).bundle.manifest == made
    program = folder(tmp_path / "c", player="\x7fELF") / "player"
    with pytest.raises(BundleFault, match="chmod"):
        pack(program)
    program.chmod(0o755)
    assert pack(program).bundle.manifest == Manifest(command=("./player",))


def finds(*bots: str) -> Callable[[Sequence[Path]], Sequence[Sequence[str]]]:
    return lambda _files: [bots]


def test_what_cannot_be_handed_in_is_refused_by_its_file(tmp_path: Path) -> None:
    """Before anything is sent, with what to do about it."""
    good = {"bot_dot_toml": TOML, "run": "#!/bin/sh\n"}
    crlf = folder(tmp_path / "crlf", bot_dot_toml=TOML, run="#!/bin/sh\r\necho\r\n")
    linked = folder(tmp_path / "linked", **good)
    (linked / "passwords").symlink_to("/etc/passwd")
    pipe = folder(tmp_path / "pipe", **good)
    os.mkfifo(pipe / "pipe")
    case = folder(tmp_path / "case", **good, Run="")
    many = folder(tmp_path / "many", **good, **{f"f{number}": "" for number in range(MOST_FILES)})
    large = folder(tmp_path / "large", **good)
    with (large / "hole").open("wb") as hole:
        hole.truncate(65 * MIB)
    for place, why in (
        (crlf, "'run', line 1: .* Windows line endings"),
        (linked, "passwords is a link"),
        (pipe, "pipe is neither a file nor a folder."),
        (case, "'run' and 'Run' are the same name on some file systems"),
        (many, "more than 2000 files"),
        (large, "With 'hole' the files exceed 64 MiB"),
        (folder(tmp_path / "lost", bot_dot_toml=TOML), "line 1: the archive has no file 'run'"),
        (tmp_path / "nowhere", "There is no file or folder"),
    ):
        with pytest.raises(BundleFault, match=why):
            pack(place)
    with pytest.raises(ManifestFault, match="line 1"):
        pack(folder(tmp_path / "wrong", bot_dot_toml="x = 1"))
    two = folder(tmp_path / "two", mine_dot_py=BOT)
    with pytest.raises(BundleFault, match=r"defines A, B: write bot\.toml"):
        pack(two, finds("mine.py:A", "mine.py:B"))
    with pytest.raises(BundleFault, match=r"defines none: choose one as .*mine.py:CLASS"):
        pack(two / "mine.py", finds())


def test_too_many_files_are_refused_before_any_is_imported(tmp_path: Path) -> None:
    """Also where the manifest is behind them."""
    folder(tmp_path, **{f"a{number}_dot_py": "" for number in range(MOST_FILES + 1)})
    folder(tmp_path, bot_dot_toml=TOML, run="")

    def find(_files: Sequence[Path]) -> Sequence[Sequence[str]]:
        raise AssertionError

    with pytest.raises(BundleTooLarge, match="more than 2000 files"):
        pack(tmp_path, find)


def test_a_file_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    """A name that is not UTF-8 can be in no archive."""
    path = tmp_path / os.fsdecode(b"x\xff.py")
    path.write_text(BOT)
    with pytest.raises(BundleFault, match="invisible characters"):
        pack(path, finds("x.py:Mine"))


@pytest.mark.parametrize("what", [what for what in BAD_FILES if what != "backslashes"])
def test_a_folder_is_refused_in_the_words_of_the_server(what: str, tmp_path: Path) -> None:
    """Whatever a server refuses of names, manifest or scripts."""
    words, files = BAD_FILES[what]
    for name, content in {**GOOD, **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with pytest.raises(BundleFault) as refused:
        pack(tmp_path)
    assert words in str(refused.value)
