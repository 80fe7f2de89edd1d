"""The figures of the guarantees' page, written from the report of a siege and from nothing else.

`make guarantees` takes over the report that `make siege` has left, if there is one, and writes the
page's tables anew. A test holds that the page says what the committed report says.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.chaos.report import FORMAT, PARTS
from tests.docs.generated_blocks import table, with_block

Part: TypeAlias = Mapping[str, Any]

ROOT: Final = Path(__file__).parents[2]
FRESH: Final = ROOT / "siege-report.json"
REPORT: Final = ROOT / "docs" / "explanation" / "siege-report.json"
PAGE: Final = ROOT / "docs" / "explanation" / "guarantees.md"
BLOCK: Final = "figures"
NONE_YET: Final = (
    "No report is committed yet: `make siege` writes one, `make guarantees` takes it over.\n"
)

VOLUME: Final[dict[str, str]] = {
    "acknowledged": "actions acknowledged",
    "repeated": "repeated calls that got their first answer again",
    "refused": "calls refused",
    "unknown": "calls without a response",
    "matches": "matches",
    "reconnects": "reconnections",
    "events_followed": "events sent to followers",
    "views_compared": "views compared with the refolded state",
    "reads": "reads compared with what had been acknowledged",
}
LADDERS: Final[dict[str, str]] = {
    "matches": "matches",
    "counted": "of them counted once",
    "void": "void and replayed",
    "kills": "processes killed",
}
"""What a part of the report counts, in the words of the page; other fields are not told there."""


def figures(report: Part | None) -> str:
    """The tables of a report, as Markdown; raises if it has another form."""
    if report is None:
        return NONE_YET
    if report.get("format") != FORMAT:
        raise ValueError(f"a report of the form {FORMAT} is read, not {report.get('format')!r}")
    if missing := [part for part in PARTS if part not in report]:
        raise ValueError(f"the report is not of a whole siege: it lacks {', '.join(missing)}")
    cores = f"On a machine of {report['cores']} cores.\n"
    volume, ladders = report["volume"], report["ladders"]
    return "\n".join(
        [
            cores,
            _counted("Matches under faults", volume, VOLUME),
            _recovered("until an action was taken", volume["faults"], volume["recovery"]),
            _counted("Ladders under kills", ladders, LADDERS),
            _recovered("until an action was taken", ladders["faults"], ladders["recovery"]),
            _recovered("until the next was counted", ladders["faults"], ladders["counting"]),
            _noticed(report["sabotage"]),
        ]
    )


def _counted(title: str, part: Part, words: Mapping[str, str]) -> str:
    rows = [(label, f"{part[name]:,}") for name, label in words.items() if name in part]
    found = str(len(part["violations"]))
    rows += [("**broken promises found by the checker**", f"**{found}**")]
    head = f"{title} (seed {part['seed']}, {part['took_s']:,} s)"
    return f"### {title}\n\n" + table((head, "figure"), rows)


def _recovered(what: str, faults: Mapping[str, int], recovery: Mapping[str, Part]) -> str:
    rows = []
    for fault, times in faults.items():
        took = recovery.get(fault) or {}
        spread = [took.get("median_s"), took.get("most_s")]
        rows.append((fault, str(times), *("" if one is None else f"{one} s" for one in spread)))
    return table(("fault", "times", f"median {what}", "longest"), rows)


def _noticed(sabotage: Mapping[str, Part]) -> str:
    rows = [
        (name, ", ".join(row["noticed_by"]) or "**nobody**", f"{row['after_s']} s")
        for name, row in sabotage.items()
    ]
    return "### Protections taken away\n\n" + table(("taken away", "noticed by", "after"), rows)


def report_in(file: Path) -> Part | None:
    """The report in a file, if there is one."""
    if not file.exists():
        return None
    report: Part = json.loads(file.read_text())
    return report


if __name__ == "__main__":
    fresh = report_in(FRESH)
    page = with_block(PAGE.read_text(), BLOCK, figures(fresh or report_in(REPORT)))
    if fresh:
        shutil.copyfile(FRESH, REPORT)
    PAGE.write_text(page)
    print(f"wrote the figures of {REPORT.name} into {PAGE.relative_to(ROOT)}")
