"""An archive as it was handed in becomes one in normal form, in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from saqqara_bundle import MANIFEST, Bundle, BundleFault, BundleTooLarge, ManifestFault
from saqqara_service.errors import Malformed, TooLarge
from saqqara_service.models import Accepting, Manifest

ACCEPTING: Final = {False: Accepting.NO, True: Accepting.YES, "later": Accepting.LATER}


@dataclass(frozen=True, slots=True)
class ProgramArchive:
    """An archive in normal form, and what its submission says of it.

    It holds no unpacked bytes, because it stays until it is stored.
    """

    packed: bytes
    hash: str
    manifest: Manifest
    files: int
    unpacked_bytes: int


def read(packed: bytes) -> ProgramArchive:
    """Return the archive in normal form; raises `Malformed` or `TooLarge`."""
    try:
        bundle = Bundle.read(packed)
        return ProgramArchive(
            packed=bundle.pack(),
            hash=bundle.hash,
            manifest=_manifest(bundle),
            files=len(bundle.files),
            unpacked_bytes=bundle.unpacked_bytes,
        )
    except BundleTooLarge as fault:
        raise TooLarge(str(fault), limit=fault.limit) from None
    except ManifestFault as fault:
        raise Malformed(str(fault), pointer=f"/{MANIFEST}") from None
    except BundleFault as fault:
        raise Malformed(str(fault)) from None


def _manifest(bundle: Bundle) -> Manifest:
    found = bundle.manifest
    return Manifest(
        command=None if found.command is None else list(found.command),
        bot=found.bot,
        language=found.language,
        stateless=found.stateless,
        accepts=ACCEPTING[found.accepts],
    )
