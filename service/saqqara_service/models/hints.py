"""What a house bot would do."""

from saqqara_service.models.values import Id, Model


class HintAction(Model):
    """A legal action with its gain."""

    action: str
    """The action, in the notation."""
    code: int
    """The action's code under the match's options."""
    gain: float
    """The average change of the seat's projected points minus the largest of an opponent."""


class Hint(Model):
    """The actions that a house bot prefers for the caller's decision, the best first.

    The bot looks one action ahead, in worlds that fit the seat's view, never in the true one.
    """

    match_id: Id
    """The match's id."""
    version: int
    """The match's version that the hint applies to."""
    seat: int
    """The seat of the caller."""
    bot: str
    """The level of the house bot."""
    actions: list[HintAction]
    """The best actions, at most three."""
