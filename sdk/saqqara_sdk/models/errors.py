"""Errors of a bot whose decisions a model takes; all derive from `ModelFault`."""

from saqqara_sdk.bots.answers import Undecided


class ModelFault(Undecided):
    """The model took no decision: in the arena autoplay takes it, on a server time runs out."""


class UnusableSetting(ModelFault):
    """The endpoint, its key, the prompt or the log of a bot cannot be used."""


class EndpointRefusal(ModelFault):
    """The endpoint refuses the request, as with a wrong key; the same request would fail again."""


class ClockShort(ModelFault):
    """The time of the decision was over before the model gave a legal action."""


class NoLegalAnswer(ModelFault):
    """No answer of the model names a legal action, even after all rethinks."""


class ReplayMismatch(ModelFault):
    """The log does not belong to this match, seed or prompt."""
