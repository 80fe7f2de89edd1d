"""Looks every locked package up among the known vulnerabilities, by pip-audit; for `make audit`.

The database is OSV's, or the one at `OSV_URL`. Where it cannot be reached nothing was audited, and
that is said.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.supply.locks import LOCKS, ROOT

PROGRAM: Final = ROOT / ".tools" / "audit" / "bin" / "pip-audit"
UNREACHABLE: Final = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "ServiceError")
AUDITED: Final = ("dev", "clients", "bench", "audit")
"""Locks that together hold every locked package: the smaller ones are parts of the first."""


class NotAuditedError(Exception):
    """The database of vulnerabilities gave no answer."""


def known_in(lock: Path, osv_url: str | None = None) -> list[str]:
    """A line for each known vulnerability of a locked package; raises if nobody could be asked."""
    database = ["--osv-url", osv_url] if osv_url else []
    done = subprocess.run(
        [
            *(str(PROGRAM), "--requirement", str(lock), "--disable-pip"),
            *("--vulnerability-service", "osv", *database),
            *("--format", "json", "--desc", "off", "--progress-spinner", "off"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.strip():
        if any(word in done.stderr for word in UNREACHABLE):
            raise NotAuditedError(done.stderr.strip().splitlines()[-1])
        raise RuntimeError(f"pip-audit ended with {done.returncode}: {done.stderr}")
    return [
        line for package in json.loads(done.stdout)["dependencies"] for line in _sentences(package)
    ]


def _sentences(package: dict[str, object]) -> Sequence[str]:
    found = package.get("vulns") or []
    assert isinstance(found, list)
    return [
        f"{package['name']} {package['version']}: {one['id']}, fixed in {one['fix_versions']}"
        for one in found
    ]


def main() -> None:
    """Print what is known; ends with 1 if anything is."""
    try:
        osv_url = os.environ.get("OSV_URL")
        lines = [line for name in AUDITED for line in known_in(LOCKS[name], osv_url)]
    except NotAuditedError as error:
        print(f"NOT AUDITED: the vulnerability database could not be asked: {error}")
        return
    sys.exit("\n".join(lines) or None)


if __name__ == "__main__":
    main()
