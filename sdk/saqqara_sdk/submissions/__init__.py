"""Submissions of bots: the manifest (`bot.toml`) and the archive of a program."""

from saqqara_sdk.submissions.archives import ArchiveFault
from saqqara_sdk.submissions.manifest import (
    Manifest,
    ManifestFault,
    command_of,
    read_manifest,
    text_of,
)
from saqqara_sdk.submissions.pack import Packed, pack
from saqqara_sdk.submissions.unpack import forget, unpack

__all__ = [
    "ArchiveFault",
    "Manifest",
    "ManifestFault",
    "Packed",
    "command_of",
    "forget",
    "pack",
    "read_manifest",
    "text_of",
    "unpack",
]
