"""What is asked of accounts and bots."""

from __future__ import annotations

from saqqara_service.inputs.values import Text
from saqqara_service.models import Model


class Register(Model):
    """Open an account."""

    name: Text


class CreateBot(Model):
    """Make a bot of the caller's account."""

    name: Text
