"""The error of an unavailable sandbox; its message says what to install or to set."""

from __future__ import annotations


class NoSandbox(Exception):
    """A sandbox is impossible on this machine or with these folders."""
