"""Codes, masks and feature vectors for programs that learn."""

from __future__ import annotations

import re
from array import array
from itertools import chain, combinations
from pathlib import Path
from random import Random

import pytest

from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Json
from saqqara_engine.games import GAMES, find_game
from saqqara_engine.learning import action_codes, observer

SETTINGS: list[tuple[str, dict[str, Json]]] = [
    ("imhotep", {}),
    ("imhotep", {"players": 4, "preset": "b-sides", "marketTakeForced": False}),
    ("imhotep", {"players": 3, "preset": "minis", "chiselNeedsTwo": False}),
    ("imhotep", {"players": 3, "preset": "minis", "favorsMustSail": False}),
    ("imhotep", {"players": 4, "preset": "new-dynasty", "hiddenMarketCards": True}),
    ("imhotep", {"players": 2, "preset": "everything", "secondColour": True}),
    ("imhotep", {"sides": dict.fromkeys(("market", "pyramids", "temple", "burial"), "D")}),
    ("duel", {}),
    ("duel", {"preset": "b"}),
]


@pytest.mark.parametrize(("game", "asked"), SETTINGS)
def test_every_legal_action_has_a_code_and_every_view_the_same_layout(
    game: str, asked: dict[str, Json]
) -> None:
    """In random games all legal actions have codes of their own, and vectors one length."""
    rules = find_game(game)
    options = rules.parse_options(asked)
    codes = action_codes(game, options)
    observed = observer(game, options)
    choice = Random(7)
    for _ in range(3):
        state = rules.new_game(options, choice.randbytes(32))
        while (seat := rules.to_act(state)) is not None:
            legal = rules.legal_actions(state)
            numbers = [codes.code(action) for action in legal]
            assert len(set(numbers)) == len(legal)
            chosen = choice.randrange(len(legal))
            assert codes.action(numbers[chosen]) == legal[chosen]
            assert sum(codes.mask(legal)) == len(legal)
            if choice.random() < 0.2:
                row = observed.row(state, seat)
                assert len(row) == observed.size
                assert all(-2 <= number <= 2 for number in row), max(row)
            rules.advance(state, legal[chosen])
        assert len(observed.row(state, 0)) == observed.size


@pytest.mark.parametrize(("game", "asked"), SETTINGS)
def test_a_row_tells_the_features_of_the_state_and_nothing_that_is_hidden(
    game: str, asked: dict[str, Json]
) -> None:
    """What is remembered is what would be told now, and states with one view have one row."""
    rules = find_game(game)
    options = rules.parse_options(asked)
    observed, blocks, choice = observer(game, options), rules.features(options), Random(5)
    for _ in range(2):
        state = rules.new_game(options, choice.randbytes(32))
        while (seat := rules.to_act(state)) is not None:
            row = observed.row(state, seat)
            features = (numbers for block in blocks for _, numbers in block.features(state, seat))
            assert row == array("f", chain.from_iterable(features))
            if choice.random() < 0.1:
                like = rules.sample(rules.view(state, seat), choice.randbytes(32))
                assert row == observed.row(like, seat)
            rules.advance(state, choice.choice(rules.legal_actions(state)))


def test_a_row_is_written_into_given_memory() -> None:
    """As many float32 as the observer says; less room is refused."""
    options = find_game("duel").parse_options({})
    state, observed = find_game("duel").new_game(options, bytes(32)), observer("duel", options)
    memory = array("f", bytes(4 * observed.size))

    observed.write(state, 0, memoryview(memory))

    assert memory == observed.row(state, 0)
    with pytest.raises(ValueError, match="different"):
        observed.write(state, 0, memoryview(memory[1:]))


@pytest.mark.parametrize("game", GAMES)
def test_codes_are_the_places_in_a_list_of_canonical_texts(game: str) -> None:
    """No text stands twice, and each is the notation of its action."""
    rules = find_game(game)
    texts = list(rules.every_action(rules.parse_options({})))

    assert len(set(texts)) == len(texts)
    assert all(str(rules.parse_action(text)) == text for text in texts)


def test_codes_of_the_plain_game_never_change() -> None:
    """The numbering is part of the rules version: these codes are fixed."""
    codes = action_codes("imhotep", find_game("imhotep").parse_options({}))
    parse = find_game("imhotep").parse_action

    assert [codes.code(parse(text)) for text in ("pass", "get", "place 1.1", "sail 1 market")] == [
        *(0, 1, 2, 18),
    ]
    assert codes.size == 858


def test_a_code_that_no_action_has_is_refused() -> None:
    """The range is named."""
    codes = action_codes("duel", find_game("duel").parse_options({}))

    with pytest.raises(UnknownOption, match=f"0 to {codes.size - 1}"):
        codes.action(codes.size)


def test_a_vector_is_told_from_the_own_seat() -> None:
    """Two seats in the same position see the same numbers."""
    rules = find_game("duel")
    options = rules.parse_options({})
    state = rules.new_game(options, bytes(32))
    first, second = (observer("duel", options).row(state, seat).tolist() for seat in (0, 1))

    assert first[:2] == [1.0, 0.0]
    assert second[:2] == [0.0, 1.0]
    assert first[2:] == second[2:]


def test_every_feature_is_documented() -> None:
    """`engine/LEARNING.md` tells of every feature that any options bring, and its example runs."""
    text = Path("engine/LEARNING.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    names = set(re.findall(r"`([^`\n]+)`", text.replace(f"```python\n{example}```", "")))
    for game, asked in SETTINGS:
        for feature in observer(game, find_game(game).parse_options(asked)).features:
            words = feature.name.split(" ")
            ends = combinations(range(len(words) + 1), 2)
            assert names & {" ".join(words[start:end]) for start, end in ends}, feature.name
    exec(compile(example, "LEARNING.md", "exec"), {})  # noqa: S102 - the documentation's own
