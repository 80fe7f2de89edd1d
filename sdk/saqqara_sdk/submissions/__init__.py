"""Submissions of bots: the manifest (`bot.toml`) and the archive of a program."""

from saqqara_sdk.submissions.archives import ArchiveFault
from saqqara_sdk.submissions.manifest import (
    Manifest,
    ManifestFault,
    read_manifest,
)
from saqqara_sdk.submissions.pack import Packed, pack

__all__ = [
    "ArchiveFault",
    "Manifest",
    "ManifestFault",
    "Packed",
    "pack",
    "read_manifest",
]
