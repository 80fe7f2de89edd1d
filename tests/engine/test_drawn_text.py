"""The text of a table is complete: whoever reads it knows what its view shows."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from saqqara_engine.game import EPOCH, Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_engine.wire import view_json
from tests.engine.covering_array import rows
from tests.engine.drawn_text import seen_in
from tests.engine.golden_games import GOLDEN

TABLES = [(rules, options) for rules in GAMES.values() for options in rows(rules.name)]
POSITIONS = 1200
TEXTS = {1: "c98092ad95677c12"}
"""The hash of the texts of all golden games, by epoch."""


def shown(rules: AnyGame, state: object, seat: int | None) -> dict[str, Any]:
    """What a view shows besides its options and its seat, without sources that give nothing."""
    seen: dict[str, Any] = view_json(rules.view(state, seat))
    for each in seen["seats"] if "seats" in seen else seen["builders"]:
        for kind in ("scored", "projected"):
            each[kind]["lines"] = [line for line in each[kind]["lines"] if line["points"]]
    return {name: seen[name] for name in seen if name not in {"seat", "options"}}


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_everything_can_be_read_back(number: int) -> None:
    """At each of so many positions, seen by a seat or by the public; at the end too."""
    rules, options = TABLES[number]
    chance, left = Random(number), POSITIONS // len(TABLES) + 1
    while left > 0:
        state = rules.new_game(options, chance.randbytes(32))
        while (seat := rules.to_act(state)) is not None:
            if chance.random() < 0.2:
                left -= 1
                looker = chance.choice((None, seat, chance.randrange(options.players)))
                text = rules.draw(rules.view(state, looker))
                assert seen_in(rules.name, text) == shown(rules, state, looker), text
            rules.advance(state, chance.choice(rules.legal_actions(state)))
        assert seen_in(rules.name, rules.draw(rules.view(state, None))) == shown(rules, state, None)


def test_other_texts_have_another_epoch() -> None:
    """Results of models that read other texts are not compared: raise `EPOCH` with them."""
    texts = sha256()
    for golden in GOLDEN:
        for text in texts_of(golden.game, golden.options):
            texts.update(text.encode())
    assert TEXTS.get(EPOCH) == texts.hexdigest()[:16]


def texts_of(rules: AnyGame, options: Options) -> list[str]:
    """The table at each ply of a random game with its legal actions."""
    chance, state = Random(1), rules.new_game(options, bytes(32))
    found = []
    while (seat := rules.to_act(state)) is not None:
        view, legal = rules.view(state, seat), rules.legal_actions(state)
        found += [rules.draw(view), *(str(rules.label(view, action)) for action in legal)]
        rules.advance(state, chance.choice(legal))
    return [*found, rules.draw(rules.view(state, None))]
