"""The sandbox for untrusted programs, which can neither damage nor read anything outside."""

from saqqara_sdk.sandbox.availability import describe, require_sandbox
from saqqara_sdk.sandbox.cgroups import delegated
from saqqara_sdk.sandbox.errors import NoSandbox
from saqqara_sdk.sandbox.sandbox import BOT, Bounds, Sandbox

__all__ = ["BOT", "Bounds", "NoSandbox", "Sandbox", "delegated", "describe", "require_sandbox"]
