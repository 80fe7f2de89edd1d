"""The licences of all locked packages: the list on the site, written anew by `make licences`."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

from tests.supply.locks import ROOT, locked_for

LIST: Final = ROOT / "docs" / "reference" / "licences.csv"
HERE: Final = Path(sys.prefix)
ENVIRONMENTS: Final = (HERE, ROOT / ".tools" / "audit", ROOT / ".tools" / "clients")
ALLOWED: Final = frozenset(
    {
        *(
            "0BSD",
            "Apache-2.0",
            "BSD",
            "BSD-2-Clause",
            "BSD-3-Clause",
            "CC0-1.0",
            "ISC",
            "MIT",
            "MIT-0",
            "MIT-CMU",
        ),
        *("MPL-2.0", "PSF-2.0", "Public Domain", "Unlicense", "Zlib"),
    }
)
"""All may be used and passed on together with code under MIT; MPL-2.0 binds its own files only."""

NAMED: Final[dict[str, str]] = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "GNU General Public License (GPL)": "GPL",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Public Domain": "Public Domain",
    "Python Software Foundation License": "PSF-2.0",
}
"""Classifiers of packages without an expression, by a short name; which BSD they leave open."""

JUDGED: Final[dict[str, str]] = {
    # Its GPL is that of one Emacs file, which no wheel contains (its COPYING.rst).
    "docutils": "BSD AND Public Domain",
}
UNKNOWN: Final = "unknown"


def licence_of(package: Distribution) -> str:
    """What a package says of itself: its expression, else its classifiers, else one short word."""
    name = canonicalize_name(package.metadata["Name"])
    expressions = package.metadata.get_all("License-Expression") or []
    prefix = "License :: "
    classifiers = package.metadata.get_all("Classifier") or []
    last = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith(prefix)]
    named = sorted({NAMED[one] for one in last if one in NAMED})
    words = [one for one in package.metadata.get_all("License") or [] if one in ALLOWED]
    return JUDGED.get(name) or " AND ".join(expressions or named or words) or UNKNOWN


def refused(licence: str) -> frozenset[str]:
    """The names in a licence, or in an expression of several, that are not allowed."""
    names = re.split(r"\s+(?:AND|OR|WITH)\s+|[()]", licence)
    return frozenset(name.strip() for name in names if name.strip()) - ALLOWED


def listed() -> dict[str, str]:
    """The list as it stands."""
    with LIST.open(newline="") as lines:
        return {row["package"]: row["licence"] for row in csv.DictReader(lines)}


@dataclass(frozen=True, slots=True)
class Installed:
    """A package as it lies in an environment."""

    name: str
    version: str
    licence: str


def found(environments: Iterable[Path]) -> list[Installed]:
    """What is installed in the environments that are here."""
    folders = [str(one) for path in environments for one in path.glob("lib/python*/site-packages")]
    return [
        Installed(canonicalize_name(one.metadata["Name"]), one.version, licence_of(one))
        for one in distributions(path=folders)
    ]


def write_list() -> frozenset[str]:
    """Write a row for every locked package; gives those whose licence nobody knows.

    What is installed nowhere here, as packages of other systems are not, keeps its row.
    """
    said = {one.name: one.licence for one in found(ENVIRONMENTS) if one.licence != UNKNOWN}
    known = (listed() if LIST.exists() else {}) | said
    rows = [(name, known.get(name, UNKNOWN), purpose) for name, purpose in locked_for().items()]
    with LIST.open("w", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(("package", "licence", "for"))
        writer.writerows(rows)
    return frozenset(name for name, licence, _ in rows if licence == UNKNOWN)


if __name__ == "__main__":
    missing = write_list()
    print(f"wrote {LIST.relative_to(ROOT)}")
    if missing:
        sys.exit(f"find out and write into it what {', '.join(sorted(missing))} is licensed under")
