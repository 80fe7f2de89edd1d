"""Whether a sandbox can be had: what is missing is named with its remedy; and groups of cgroup v2.

No machine of these tests has cgroup v2 to give away: the groups are tried on a folder that looks
like it, which shows what is written, not what the kernel makes of it.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter_ns

import pytest

from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, BotProcess, Surroundings
from saqqara_sdk.sandbox import NoSandbox, Sandbox, delegated, describe, requirements
from saqqara_sdk.sandbox.cgroups import new_group


@pytest.fixture
def fresh() -> None:
    """What was found out of this machine is found out anew."""
    requirements.bwrap.cache_clear()


def script(folder: Path, text: str) -> Path:
    path = folder / "bwrap"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (None, "bubblewrap is not installed; use apt-get install bubblewrap"),
        ("echo bubblewrap 0.6.1", "bubblewrap 0.8 or later is needed, but .* is 'bubblewrap 0.6"),
        ("echo what?", "bubblewrap 0.8 or later is needed"),
    ],
)
def test_what_is_missing_is_named(
    says: str | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fresh: None
) -> None:
    """A program that is there no more, too old, or another one of that name."""
    if says is not None:
        script(tmp_path, says)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoSandbox, match=why):
        requirements.bwrap()


def test_a_forbidden_namespace_has_its_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The setting that forbids it is named, else what a container lacks."""
    for file, forbidding, what in requirements.SWITCHES:
        switch = tmp_path / Path(file).name
        switch.write_text(f"{forbidding}\n")
        monkeypatch.setattr(requirements, "SWITCHES", ((str(switch), forbidding, what),))
        assert requirements.remedy("bwrap: setting up uid map: Permission denied").endswith(what)
        switch.write_text("7\n")
        assert "procMount" in requirements.remedy(
            "bwrap: Can't mount proc: Operation not permitted"
        )
    assert "sandbox.md" in requirements.remedy("bwrap: out of memory")


def test_a_machine_without_a_table_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The filter would let calls of other numbers through."""
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(NoSandbox, match="supports x86_64 and aarch64, not riscv64"):
        Sandbox().launch(("true",), 64)


def test_a_program_without_a_sandbox_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a fault that tells why, never a start without one."""
    around = Surroundings(sandbox=Sandbox(cgroup=tmp_path / "nowhere"))
    with pytest.raises(Misstep, match="no cgroup can be created") as fault:
        BotProcess(("true",), Limits(), around).start()
    assert fault.value.kind is FaultKind.HOST
    with pytest.raises(Misstep, match="there is no program 'saqqara-no-such'"):
        BotProcess(("saqqara-no-such",), Limits(), Surroundings(sandbox=Sandbox())).start()


def test_a_sandbox_that_fails_is_no_fault_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bubblewrap fails before the program begins; one that ends at once has begun."""
    around, hello = Surroundings(sandbox=Sandbox(bot=tmp_path)), b"{}\n"
    for script, kind in (
        ("exit 1", FaultKind.CRASH),
        ("kill -9 $$", FaultKind.CRASH),
        ("kill -9 -1", FaultKind.CRASH),
        ("echo 'bwrap: no sandbox' >&2; exec 3>&1; exit 1", FaultKind.CRASH),
    ):
        assert fault_of(("sh", "-c", script), around, hello) is kind, script
    words = Sandbox._words
    monkeypatch.setattr(
        Sandbox, "_words", lambda self: (*words(self), "--ro-bind", "/no/such/folder", "/x")
    )
    assert fault_of(("sh", "-c", "exit 1"), around, hello) is FaultKind.HOST


def fault_of(command: tuple[str, ...], around: Surroundings, output: bytes) -> FaultKind:
    """What is said of a program that answers nothing."""
    until = perf_counter_ns() + 20 * NS_PER_S
    try:
        process = BotProcess(command, Limits(), around)
        process.start()
        process.write(output, until)
        process.hear(until)
    except Misstep as fault:
        return fault.kind
    raise AssertionError("it still runs")


def tree(root: Path) -> Path:
    """A service's group, delegated by systemd with a group of its own for the runner."""
    service = root / "system.slice/saqqara.service"
    (service / "runner").mkdir(parents=True)
    for folder in (service, service / "runner"):
        (folder / "cgroup.controllers").write_text("cpu io memory pids\n")
        (folder / "cgroup.subtree_control").write_text("")
    return service


def test_a_delegated_group_is_found(tmp_path: Path) -> None:
    """It is the one above our own; on older machines and without its controllers there is none."""
    service, own = tree(tmp_path), tmp_path / "own"
    own.write_text("3:cpu:/x\n0::/system.slice/saqqara.service/runner\n")
    assert delegated(tmp_path, own) == service
    assert (service / "cgroup.subtree_control").read_text() == "+cpu +memory +pids"
    for folder in (service, service / "runner"):
        (folder / "cgroup.controllers").write_text("cpu memory\n")
    assert delegated(tmp_path, own) is None
    own.write_text("3:cpu:/x\n")
    assert delegated(tmp_path, own) is None
    assert delegated(tmp_path, tmp_path / "missing") is None


def test_a_group_has_its_limits_and_ends(tmp_path: Path) -> None:
    """All processes of a sandbox share one core, its memory and its number of processes."""
    group = new_group(tmp_path, 256, 64)
    files = {path.name: path.read_text() for path in group.folder.iterdir()}
    assert files == {
        "memory.max": str(256 << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "64",
        "cpu.max": "100000 100000",
    }
    group.end()
    assert (group.folder / "cgroup.kill").read_text() == "1"


def test_a_program_enters_its_group(tmp_path: Path) -> None:
    """Before it is in its sandbox, so that nothing it starts is outside; and the line says so."""
    sandbox = Sandbox(cgroup=tmp_path)
    program = BotProcess(
        ("sh", "-c", "echo inside; sleep 60"), Limits(), Surroundings(sandbox=sandbox)
    )
    program.start()
    (group,) = tmp_path.iterdir()
    assert program.hear(perf_counter_ns() + 10**10) == b"inside"
    assert (group / "cgroup.procs").read_text() == "0\n"
    program.kill()
    assert (group / "cgroup.kill").read_text() == "1"
    assert "together by cgroup v2" in describe(sandbox)
