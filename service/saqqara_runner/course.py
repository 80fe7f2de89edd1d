"""The process of one check: `python -m saqqara_runner.course JSON` prints what it finds.

It is a process of its own so that it can be ended at any moment: told to end, it ends the program
first, which has a session of its own. The program runs in the sandbox, and this process outside:
nothing that it does can pass for a finding.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from textwrap import indent
from typing import Final

from saqqara_contest.time_controls import parse_time_control
from saqqara_engine.games import GAMES
from saqqara_runner.host_paths import without_folders
from saqqara_runner.programs import sandbox_of
from saqqara_sdk.checks.course import CheckCourse, check
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.termination import ending_in_order
from saqqara_sdk.sandbox import Bounds

TIME_CONTROL: Final = "fischer:60+1"
FAILED: Final = 10
"""Not 1, with which Python ends if this process itself breaks."""
HOSTS: Final = 11
INDENT: Final = "    "


def main(request: str) -> int:
    """Print a line for each finding; 0 if the program has passed, `FAILED` if it has not.

    Any other code: this machine could not check it.
    """
    given = json.loads(request)
    limits = Limits(given["memory_mb"], given["start_s"], given["answer_s"])
    course = CheckCourse(tuple(GAMES.values()), parse_time_control(TIME_CONTROL), limits)
    sandbox = (
        None
        if given["is_trusting"]
        else sandbox_of(Path(given["place"]), bounds=Bounds(**given["bounds"]))
    )
    has_passed = True
    for finding in check(given["text"], course, sandbox):
        line = f"{finding.outcome.value:<8} {finding.check:<34} {finding.text}"
        said = f"{line}\n{indent(finding.detail, INDENT)}".rstrip()
        print(without_folders(said, given["place"]), flush=True)
        if finding.is_hosts:
            return HOSTS
        has_passed = has_passed and not finding.is_failure
    return 0 if has_passed else FAILED


if __name__ == "__main__":
    with ending_in_order():
        sys.exit(main(sys.argv[1]))
