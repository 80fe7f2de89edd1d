"""`mcts` with a fixed number of iterations per decision, so its strength is the same everywhere.

Hosts run these levels as house bots, which play against everybody.
"""

from __future__ import annotations

from saqqara_bots.mcts import MctsBot


class Mcts250(MctsBot):
    """A quarter of a thousand iterations: quick, and stronger than `planner`."""

    name = "mcts-250"
    iterations = 250


class Mcts1000(MctsBot):
    """A thousand iterations."""

    name = "mcts-1000"
    iterations = 1_000


class Mcts4000(MctsBot):
    """Four thousand iterations: about a tenth of a second per decision."""

    name = "mcts-4000"
    iterations = 4_000


class Mcts16000(MctsBot):
    """Sixteen thousand iterations: about half a second per decision."""

    name = "mcts-16000"
    iterations = 16_000
