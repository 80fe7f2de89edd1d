"""Why a sandbox cannot be had: the message says what to install or to set."""

from __future__ import annotations


class NoSandbox(Exception):
    """This machine, or what is to be shown to a program, allows no sandbox."""
