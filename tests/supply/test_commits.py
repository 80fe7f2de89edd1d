"""The check of the commit convention, on repositories made for each test."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.supply.commits import OTHER_MOOD, ROOT, warnings

IDENTITY = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
BODY = "A reason."


def git(folder: Path, *words: str) -> str:
    """Return what a git command prints; it must succeed."""
    command = ("git", *IDENTITY, *words)
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path, message: str, *files: str) -> None:
    """Commit these files with a message."""
    for file in files:
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(message)
    git(folder, "add", ".")
    git(folder, "commit", "--allow-empty", "-m", message)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a first commit, which the check skips."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init")
    commit(folder, "Initial commit", *(f"old/{number}" for number in range(30)))
    return folder


def test_a_good_commit_passes_silently(repository: Path) -> None:
    """A commit at the limits of subject and files gives no warning."""
    commit(repository, f"{'Add '.ljust(71, 'x')}\n\n{BODY}", *(f"{n}.py" for n in range(20)))
    assert list(warnings(repository)) == []


@pytest.mark.parametrize(
    ("message", "files", "fault"),
    [
        (f"{'Add '.ljust(72, 'x')}\n\n{BODY}", 1, "subject of 72 characters"),
        (f"Add a file.\n\n{BODY}", 1, "subject with a full stop"),
        (f"Added a file\n\n{BODY}", 1, "subject not in the imperative"),
        (f"Adding a file\n\n{BODY}", 1, "subject not in the imperative"),
        (f"Adds a file\n\n{BODY}", 1, "subject not in the imperative"),
        (f"A file is added\n\n{BODY}", 1, "subject not in the imperative"),
        ("Add a file", 1, "no body that gives the reason"),
        (f"Add files\n\n{BODY}", 21, "21 changed files"),
    ],
)
def test_each_fault_gives_one_line(repository: Path, message: str, files: int, fault: str) -> None:
    """The line names the commit and the fault."""
    commit(repository, message, *(f"{number}.py" for number in range(files)))
    name = git(repository, "rev-parse", "--short", "HEAD").strip()
    (line,) = warnings(repository)
    assert line.startswith(f"warning: commit {name}: {fault}")


def test_all_faults_of_a_commit_share_a_line(repository: Path) -> None:
    """One commit gives one line."""
    commit(repository, "Added a file.")
    (line,) = warnings(repository)
    assert "subject with a full stop, subject not in the imperative, no body" in line


def test_generated_files_do_not_count(repository: Path) -> None:
    """.gitattributes marks them."""
    made = [f"made/{number}" for number in range(30)]
    (repository / ".gitattributes").write_text("made/* linguist-generated\n")
    commit(repository, f"Generate the files\n\n{BODY}", *made)
    assert list(warnings(repository)) == []


def test_only_the_last_twenty_commits_are_checked(repository: Path) -> None:
    """A warning goes away as commits follow."""
    commit(repository, "Added a file")
    for number in range(19):
        commit(repository, f"Add a file\n\n{BODY}", str(number))
    assert len(list(warnings(repository))) == 1
    commit(repository, f"Add a file\n\n{BODY}", "20")
    assert list(warnings(repository)) == []


@pytest.mark.parametrize("depth", [1, 2])
def test_a_shallow_clone_passes_without_its_oldest_commit(
    repository: Path, tmp_path: Path, depth: int
) -> None:
    """Its oldest commit seems to add every file."""
    commit(repository, "Add a file", "a.py")
    commit(repository, f"Add a file\n\n{BODY}", "b.py")
    git(tmp_path, "clone", "--depth", str(depth), repository.as_uri(), "clone")
    assert list(warnings(tmp_path / "clone")) == []


def test_a_folder_without_history_passes(repository: Path, tmp_path: Path) -> None:
    """A new repository, no repository, and unpacked sources inside another repository."""
    new, sources = tmp_path / "new", repository / "sources"
    git(tmp_path, "init", "new")
    commit(repository, "Added a file", "sources/a.py")
    assert [list(warnings(folder)) for folder in (new, tmp_path, sources)] == [[], [], []]


@pytest.mark.parametrize("subject", ["Bring back", "Feed bots", "Pass on", "Focus", "Seed games"])
def test_verbs_that_look_like_another_form_are_imperatives(subject: str) -> None:
    """Endings such as -eed, -ing and -ss raise no false warning."""
    assert not OTHER_MOOD.match(subject.lower())


def test_every_pattern_of_generated_files_matches_one() -> None:
    """Each pattern must match at least one file of the repository."""
    lines = (ROOT / ".gitattributes").read_text().splitlines()
    patterns = [line.split()[0] for line in lines if line.endswith(" linguist-generated")]
    if not (ROOT / ".git").exists():
        pytest.skip("only a repository knows its files")
    found = {one: git(ROOT, "ls-files", "--", f":(glob)**/{one}") for one in patterns}
    assert [one for one in patterns if not found[one]] == []
