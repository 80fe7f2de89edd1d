"""Warn about recent commits that break the convention of CONTRIBUTING.md, for `make lint`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
OTHER_MOOD: Final = re.compile(
    r"(?!(alias|bring|embed|ping|shed)\b)(an?|no|nobody|the|what|who\w*|\w*([^e]ed|ing|[^su]s))\b"
)
"""The start of a lower-case subject that is not in the imperative."""


def warnings(root: Path) -> Iterator[str]:
    """Yield one line for each recent commit that breaks the convention, newest first.

    Skips merges and commits without a parent: the oldest commit of a shallow clone seems to add
    every file. Yields nothing where `root` is not a repository that git can read.
    """
    if not (root / ".git").exists() or not shutil.which("git"):
        return
    form = "--format=%x1e%h%x1f%p%x1f%s%x1f%b%x1f"
    log = git(root, "log", "-20", "--no-merges", "--name-only", form)
    for commit in log.split("\x1e")[1:]:
        name, parents, subject, body, files = commit.split("\x1f")
        marks = git(root, "check-attr", "--stdin", "linguist-generated", stdin=files.strip())
        by_hand = sum(not mark.endswith(": set") for mark in marks.splitlines())
        if parents and (found := list(faults(subject, body, by_hand))):
            yield f"warning: commit {name}: {', '.join(found)}; see CONTRIBUTING.md"


def faults(subject: str, body: str, files: int) -> Iterator[str]:
    """Yield what breaks the convention in a commit that changes this many files by hand."""
    if len(subject) >= 72:
        yield f"subject of {len(subject)} characters (limit 71)"
    if subject.endswith("."):
        yield "subject with a full stop"
    if OTHER_MOOD.match(subject.lower()):
        yield "subject not in the imperative"
    if not body.strip():
        yield "no body that gives the reason"
    if files > 20:
        yield f"{files} changed files (limit 20)"


def git(root: Path, *words: str, stdin: str = "") -> str:
    """Return what a git command prints, which is nothing if it fails."""
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.stderr.writelines(f"{line}\n" for line in warnings(ROOT))
