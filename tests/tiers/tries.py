"""A run of tests in parallel; what fails in it is tried once more, alone, and that is told.

Chance is told apart from faults as CPython's own suite does it: a test that fails twice has failed;
one that passes alone is named under `flaky:` with its first failure, and is looked into.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pytest

BESIDE_OTHERS: Final = (
    *("-n", "auto", "--max-worker-restart", "0"),
    *("--dist", "loadfile", "--no-loadscope-reorder"),
)
ALONE: Final = ("-n", "0")
MANY: Final = 20
"""More failures than these are no chance, and are not tried again."""


@dataclass(slots=True)
class Heard:
    """A plugin that hears which tests fail, and what no second try can mend."""

    failures: dict[str, str] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test, or what comes before or after it."""
        if report.failed:
            self.failures.setdefault(report.nodeid, report.longreprtext)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file that cannot even be read."""
        if report.failed:
            self.broken.append(f"{report.nodeid} cannot be collected")

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        """A process that runs tests has ended; with an error if it died."""
        if error:
            self.broken.append(f"the process {node.gateway.id} died: {error}")


def run(selection: Sequence[str]) -> int:
    """Run what is selected; 0 if every test has passed at its first or at its second try."""
    heard = Heard()
    code = int(pytest.main([*BESIDE_OTHERS, *selection], plugins=[heard]))
    if code != pytest.ExitCode.TESTS_FAILED or heard.broken or not heard.failures:
        print(*heard.broken, sep="\n")
        return code or bool(heard.broken)
    if len(heard.failures) > MANY:
        print(f"no second try: {len(heard.failures)} failures are no chance")
        return code
    print(f"\nsecond try: {len(heard.failures)} that failed, alone", flush=True)
    # By name, so that a test which cannot be found again is an error, not a success.
    code = subprocess.run(  # noqa: PLW1510 - the code is what is asked for
        [sys.executable, "-m", "pytest", *ALONE, *_options(selection), *heard.failures]
    ).returncode
    if code == 0:
        print(f"\nflaky: {len(heard.failures)} failed beside others and passed alone")
        for name, failure in heard.failures.items():
            print(f"flaky: {name}", textwrap.indent(failure, "    "), sep="\n")
    return code


def _options(selection: Sequence[str]) -> list[str]:
    """A selection without the paths."""
    return [word for word in selection if word.startswith("-")]


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
