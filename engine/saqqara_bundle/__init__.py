"""A submitted program: its manifest, the names of its files, and the archive that holds it.

The SDK packs with this package, the service checks with it, and the runner unpacks with it, so a
program that one of them accepts is accepted by all. It reads and writes memory only.
"""

from saqqara_bundle.bundle import Bundle, read_stored
from saqqara_bundle.faults import BundleFault, BundleTooLarge, ManifestFault
from saqqara_bundle.limits import MOST_PACKED
from saqqara_bundle.manifest import MANIFEST, Manifest
from saqqara_bundle.tar import TarEntry

__all__ = [
    "MANIFEST",
    "MOST_PACKED",
    "Bundle",
    "BundleFault",
    "BundleTooLarge",
    "Manifest",
    "ManifestFault",
    "TarEntry",
    "read_stored",
]
