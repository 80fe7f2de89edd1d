"""What the doctor says of an installation in which something was planted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from saqqara_service.application.operations.doctor import doctor
from saqqara_service.application.operations.doctor.archives import BLOBS
from saqqara_service.application.operations.doctor.findings import Finding, Health
from saqqara_service.application.operations.doctor.machine import MACHINE
from saqqara_service.settings import Settings

GOOD, WARNING, FAILED, SKIPPED = Health


async def examined(settings: Settings, **changed: Any) -> Mapping[str, Finding]:
    """What each check finds, by its name."""
    asked = settings.model_copy(update=changed)
    found = [one async for one in doctor.examine(asked, is_own=False)]
    names = [one.check for one in found]
    assert names == [*(one.name for one in (*MACHINE, *BLOBS)), *doctor.WITH_REDIS]
    assert all(one.finding.fix for one in found if one.finding.verdict in {FAILED, WARNING}), found
    return {one.check: one.finding for one in found}


def verdicts(found: Mapping[str, Finding]) -> dict[str, Health]:
    """What is not good, but the machine's own, which may be as it likes."""
    return {
        name: one.verdict
        for name, one in found.items()
        if one.verdict is not GOOD and not name.startswith("machine.")
    }
