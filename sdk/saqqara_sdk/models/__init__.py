"""Bots whose decisions a language model takes; see `docs/howto/models.md`."""

from saqqara_sdk.models.endpoint import Endpoint
from saqqara_sdk.models.errors import (
    ClockShort,
    EndpointRefusal,
    ModelFault,
    NoLegalAnswer,
    ReplayMismatch,
    UnusableSetting,
)
from saqqara_sdk.models.model_bot import ModelBot
from saqqara_sdk.models.replay import Replay
from saqqara_sdk.models.replies import Outcome
from saqqara_sdk.models.usage import Usage

__all__ = [
    "ClockShort",
    "Endpoint",
    "EndpointRefusal",
    "ModelBot",
    "ModelFault",
    "NoLegalAnswer",
    "Outcome",
    "Replay",
    "ReplayMismatch",
    "UnusableSetting",
    "Usage",
]
