"""What the rules do in thousands of random games, as one line to compare builds by.

`python -m tests.engine.fingerprint GAMES` prints which build ran and the fingerprint.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from hashlib import sha256
from random import Random

from saqqara_engine.build import IS_COMPILED
from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game

TABLES: tuple[tuple[str, Mapping[str, Json]], ...] = (
    ("imhotep", {}),
    ("imhotep", {"players": 3}),
    ("imhotep", {"players": 4}),
    ("imhotep", {"preset": "b-sides", "players": 3}),
    ("imhotep", {"preset": "minis", "players": 4}),
    ("imhotep", {"preset": "new-dynasty"}),
    ("imhotep", {"preset": "everything", "players": 3}),
    ("imhotep", {"preset": "everything", "hiddenMarketCards": True}),
    ("duel", {"preset": "a"}),
    ("duel", {"preset": "b"}),
)


def fingerprint(games: int) -> str:
    """A hash of every action, of everybody's points on the way and of every end."""
    digest = sha256()
    for number in range(games):
        name, asked = TABLES[number % len(TABLES)]
        rules = find_game(name)
        random = Random(number)
        state = rules.new_game(rules.parse_options(asked), random.randbytes(32))
        while legal := rules.legal_actions(state):
            action = legal[random.randrange(len(legal))]
            digest.update(f"{len(legal)} {action}".encode())
            rules.advance(state, action)
        digest.update(_end(rules, state).encode())
    return digest.hexdigest()


def _end(rules: AnyGame, state: object) -> str:
    points = [(score.total, score.tie_break) for score in rules.scores(state)]
    return f"{points} {rules.chance(state)} {rules.draw(rules.view(state, None))}"


if __name__ == "__main__":
    print("compiled" if IS_COMPILED else "pure", fingerprint(int(sys.argv[1])))
