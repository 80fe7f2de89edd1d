"""The table of groups names what is there, and the page describes each group."""

from __future__ import annotations

import re
import subprocess

from tests.tiers.groups import LONG, TESTS

ROOT = TESTS.parent


def test_every_path_is_there_and_in_one_group() -> None:
    """A file that is renamed would come back into `make test` without a word."""
    paths = [path for group in LONG.values() for path in (*group.paths, *group.repeats)]
    assert [path for path in paths if not (TESTS / path).exists()] == []
    assert len(paths) == len(set(paths))


def test_the_page_describes_every_group() -> None:
    """CONTRIBUTING tells the contents, needs and time of each."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE)
    groups = {name: what.strip() for name, what in rows}
    assert groups == {name: group.what for name, group in LONG.items()}


def test_make_knows_what_the_groups_need() -> None:
    """A target that is renamed would fail the group before its first test."""
    targets = {each for group in LONG.values() for made in group.makes.values() for each in made}
    command = ["make", "--dry-run", *sorted(targets)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
