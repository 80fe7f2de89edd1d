"""`bot.toml`: what it may say, and that a refusal names the line."""

from __future__ import annotations

import pytest

from saqqara_bundle import Manifest, ManifestFault
from saqqara_bundle.manifest import read_manifest

KINDS = [
    Manifest(command=("python", "my_bot.py")),
    Manifest(command=("./bot", "--fast"), language="Ünïcode C", stateless=True, accepts="later"),
    Manifest(bot="my_bot.py:MyBot", language="Python", accepts=True),
    Manifest(bot="deep/my_bot.py:MyBot[boldness=0.7]"),
]
FILES = ("my_bot.py", "bot", "deep/my_bot.py", "a.py")


@pytest.mark.parametrize("manifest", KINDS)
def test_what_is_written_is_read(manifest: Manifest) -> None:
    """The text of a manifest gives the same manifest."""
    assert read_manifest(manifest.text().encode(), FILES) == manifest


REFUSED = {
    b"\xff": "bot.toml, line 1: not UTF-8.",
    b'bot = "a.py:A"\ncommand = ["b"]\n': "bot.toml, line 1: set either",
    b"": "bot.toml: set either",
    b'language = "C"\n': "bot.toml: set either",
    b'\nbot = "a.py:A"\ncomand = 1\n': "bot.toml, line 3: 'comand' is unknown; use one of ",
    b'bot = "a.py:A"\n[policy]\nx = 1\n': "bot.toml, line 2: 'policy' is unknown",
    b'#\x85\nbot = "a.py:A"\n': "bot.toml, line 1: not UTF-8.",
    '# \u2028\nbot = "b.py:A"\n'.encode(): "bot.toml, line 2: the archive has no file 'b.py'.",
    b"bot = \n": "bot.toml is not valid TOML: Invalid value (at line 1",
    b"command = []\n": "bot.toml, line 1: command must be a list of 1 to 64 words",
    b'command = "python my_bot.py"\n': "bot.toml, line 1: command must be a list",
    b'command = ["a", 1]\n': "bot.toml, line 1: command must be a list",
    b'command = ["a\\u0000"]\n': "bot.toml, line 1: command must be a list",
    b'command = ["./../run"]\n': "bot.toml, line 1: the archive has no file '../run'.",
    b'bot = "/etc/a.py:A"\n': "bot.toml, line 1: the archive has no file '/etc/a.py'.",
    b'bot = "a.py"\n': "bot.toml, line 1: bot must be \"FILE.py:CLASS\", not 'a.py'.",
    b"bot = 7\n": 'bot.toml, line 1: bot must be "FILE.py:CLASS", not 7.',
    b'bot = "a.py:A"\nstateless = 1\n': "bot.toml, line 2: stateless must be true or false, not 1",
    b'bot = "a.py:A"\nlanguage = "a\\nb"\n': "bot.toml, line 2: language must have 1 to 40",
    b'bot = "a.py:A"\naccepts = "yes"\n': "bot.toml, line 2: accepts must be true, false",
    b"a" + b"=[" * 2_000: "bot.toml is not valid TOML",
}


@pytest.mark.parametrize(("data", "why"), REFUSED.items(), ids=[*map(str, range(len(REFUSED)))])
def test_what_is_wrong_is_refused_by_its_line(data: bytes, why: str) -> None:
    """Nothing is guessed, and nothing that leads out of the archive is taken."""
    with pytest.raises(ManifestFault) as refused:
        read_manifest(data, FILES)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("manifest", "file", "program"),
    [
        (KINDS[0], "my_bot.py", None),
        (KINDS[1], "bot", "bot"),
        (KINDS[3], "deep/my_bot.py", None),
        (Manifest(command=("node", "--no-warnings", "bot.mjs")), None, None),
        (Manifest(command=("/usr/bin/node", "bot.mjs")), None, None),
        (Manifest(command=("gnugo",)), None, None),
        (Manifest(bot="./my_bot.py:MyBot"), "my_bot.py", None),
    ],
)
def test_the_file_that_it_cannot_start_without(
    manifest: Manifest, file: str | None, program: str | None
) -> None:
    """It has to be in the archive; a program is executable as well."""
    assert (manifest.file, manifest.program) == (file, program)
