"""`bot.toml`: what it may say, and that a refusal names the line."""

from __future__ import annotations

import pytest

from saqqara_sdk.submissions import Manifest, ManifestFault, read_manifest

KINDS = [
    Manifest(command=("python", "my_bot.py")),
    Manifest(command=("./bot", "--fast"), language="Ünïcode C", stateless=True, accepts="later"),
    Manifest(bot="my_bot.py:MyBot", language="Python", accepts=True),
    Manifest(bot="deep/my_bot.py:MyBot[boldness=0.7]"),
]


@pytest.mark.parametrize("manifest", KINDS)
def test_what_is_written_is_read(manifest: Manifest) -> None:
    """A manifest that the SDK makes says what it was made from."""
    assert read_manifest(manifest.text().encode()) == manifest


REFUSED = {
    b"\xff": "bot.toml, line 1: not UTF-8.",
    b'bot = "a.py:A"\ncommand = ["b"]\n': "bot.toml, line 1: set either",
    b"": "bot.toml: set either",
    b'language = "C"\n': "bot.toml: set either",
    b'\nbot = "a.py:A"\ncomand = 1\n': "bot.toml, line 3: there is no 'comand'; use one of ",
    b'bot = "a.py:A"\n[policy]\nx = 1\n': "bot.toml, line 2: there is no 'policy'",
    b"bot = \n": "bot.toml is not valid TOML: Invalid value (at line 1",
    b"command = []\n": "bot.toml, line 1: command must be a list of 1 to 64 words",
    b'command = "python my_bot.py"\n': "bot.toml, line 1: command must be a list",
    b'command = ["a", 1]\n': "bot.toml, line 1: command must be a list",
    b'command = ["a\\u0000"]\n': "bot.toml, line 1: command must be a list",
    b'command = ["../../bin/sh"]\n': "bot.toml, line 1: '../../bin/sh' leads out of the archive",
    b'bot = "../a.py:A"\n': "bot.toml, line 1: '../a.py:A' leads out of the archive",
    b'bot = "/etc/a.py:A"\n': "bot.toml, line 1: '/etc/a.py:A' leads out of the archive",
    b'bot = "a.py"\n': 'bot.toml, line 1: write bot as "FILE.py:CLASS"',
    b"bot = 7\n": 'bot.toml, line 1: write bot as "FILE.py:CLASS", not 7',
    b'bot = "a.py:A"\nstateless = 1\n': "bot.toml, line 2: stateless must be true or false, not 1",
    b'bot = "a.py:A"\nlanguage = "a\\nb"\n': "bot.toml, line 2: language must be a word",
    b'bot = "a.py:A"\naccepts = "yes"\n': "bot.toml, line 2: accepts must be true, false",
    b"a" + b"=[" * 100_000: "bot.toml is not valid TOML",
}


@pytest.mark.parametrize(("data", "why"), REFUSED.items(), ids=[*map(str, range(len(REFUSED)))])
def test_what_is_wrong_is_refused_by_its_line(data: bytes, why: str) -> None:
    """Nothing is guessed, and nothing that leads out of the archive is taken."""
    with pytest.raises(ManifestFault) as refused:
        read_manifest(data)
    assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("manifest", "file"),
    [
        (KINDS[0], "my_bot.py"),
        (KINDS[1], "bot"),
        (KINDS[3], "deep/my_bot.py"),
        (Manifest(command=("node", "--no-warnings", "bot.mjs")), None),
        (Manifest(command=("/usr/bin/node", "bot.mjs")), None),
        (Manifest(command=("gnugo",)), None),
    ],
)
def test_the_file_that_it_cannot_start_without(manifest: Manifest, file: str | None) -> None:
    """It is looked for among the files of the archive before anything is sent."""
    assert manifest.file == file
