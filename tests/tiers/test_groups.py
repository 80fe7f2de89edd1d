"""The table of groups names what is there, in the Makefile and on the page too."""

from __future__ import annotations

import re

from tests.tiers.groups import LONG, TESTS

ROOT = TESTS.parent
ELSEWHERE = {"audit"}
"""Groups that are a command of their own in the Makefile."""


def test_every_path_is_there_and_in_one_group() -> None:
    """A file that is renamed would come back into `make test` without a word."""
    paths = [path for group in LONG.values() for path in group.paths]
    assert [path for path in paths if not (TESTS / path).exists()] == []
    assert len(paths) == len(set(paths))


def test_make_and_the_page_name_every_group() -> None:
    """`make test-long` leaves none out; CONTRIBUTING tells each one's need and time."""
    makefile, page = (ROOT / "Makefile").read_text(), (ROOT / "CONTRIBUTING.md").read_text()
    named = re.search(r"^GROUP := (.*)$", makefile, re.MULTILINE)
    assert named is not None
    assert set(named[1].split()) == LONG.keys() | ELSEWHERE
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE))
    assert {name: rows.get(name, "").strip() for name in LONG} == {
        name: group.what for name, group in LONG.items()
    }
    assert rows.keys() >= ELSEWHERE
