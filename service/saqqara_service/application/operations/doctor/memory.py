"""How full Redis is, as a finding: the doctor and `/readyz` say the same."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.operations.doctor.findings import Finding, failed, good, warning
from saqqara_service.storage.redis.memory import FILLING, FULL, Memory

_MIB: Final = 1 << 20
_MORE: Final = "raise maxmemory, or archive finished matches with SAQQARA_BLOBS"


def of_memory(memory: Memory, *, is_own: bool) -> Finding:
    """Whether there is room, and a bound that tells when there is none; our own needs no bound."""
    bound = memory.most or memory.machine
    found = f"{memory.used / _MIB:.0f} of {bound / _MIB:.0f} MiB are used"
    if not memory.most and not is_own:
        fix = (
            "set maxmemory below the machine's memory, so that Redis reports when it is nearly full"
        )
        return warning(f"{found}, and maxmemory is not set", fix)
    if memory.is_full:
        return failed(f"{found}: nothing new begins", _MORE)
    if memory.filled(is_own=is_own) <= FILLING:
        return good(found)
    if memory.most:
        return warning(f"{found}, and beyond {FULL * 100:.0f} % nothing new begins", _MORE)
    return warning(f"{found}, which is all memory of this machine", "give it more memory")
