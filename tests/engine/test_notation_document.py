"""`engine/NOTATION.md`: its examples can be read, its grammar is that of the parsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.duel.rules import DUEL
from saqqara_engine.duel.tokens import COUNTS, WORDS
from saqqara_engine.errors import MalformedAction
from saqqara_engine.games import GAMES
from saqqara_engine.imhotep.cards.card_kinds import CARDS
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.figures import GODS
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.covering_array import rows
from tests.engine.imhotep.test_notation import STEP_TEXTS, TEXTS

DOCUMENT = Path("engine/NOTATION.md").read_text(encoding="utf-8")
PARSERS: dict[str, Callable[[str], object]] = {
    "Imhotep: actions": IMHOTEP.parse_action,
    "Imhotep: steps": CATALOGUE.parse_step,
    "The Duel: actions": DUEL.parse_action,
}
KINDS = {
    "Imhotep: actions": set(CATALOGUE.actions),
    "Imhotep: steps": set(CATALOGUE.steps),
    "The Duel: actions": {action.kind for action in get_args(DuelAction)},
}


def section(title: str) -> str:
    """The text under a heading."""
    return DOCUMENT.split(f"## {title}\n")[1].split("\n## ")[0]


def examples(title: str) -> list[str]:
    """What stands in the first column of a section's table."""
    first = [line.split(" | ")[0] for line in section(title).splitlines() if line[:3] == "| `"]
    return [text for cell in first for text in re.findall(r"`([^`]+)`", cell)]


@cache
def grammar(game: str) -> dict[str, re.Pattern[str]]:
    """The document's rules for a game as patterns."""
    text = section("Grammar").split(f"{game}:\n\n```ebnf\n")[1].split("```")[0]
    rules = dict(re.findall(r"^(\w+)\s*=\s*(.*?) ;$", text, flags=re.DOTALL | re.MULTILINE))

    def pattern(rule: str) -> str:
        tokens = re.findall(r'"[^"]*"|\w+|[\[\]()|]', rules[rule])
        return f"(?:{''.join(map(piece, tokens))})"

    def piece(token: str) -> str:
        if token[0] == '"':
            return re.escape(token[1:-1])
        return {"[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}.get(token) or pattern(token)

    return {rule: re.compile(pattern(rule)) for rule in rules}


@pytest.mark.parametrize("title", PARSERS)
def test_every_example_reads_back(title: str) -> None:
    """What the tables show is what the parsers read; each kind has an example."""
    shown = examples(title)
    assert [str(PARSERS[title](text)) for text in shown] == shown
    assert {text.split()[0] for text in shown} == KINDS[title]


@pytest.mark.parametrize("title", PARSERS)
def test_every_example_follows_the_grammar(title: str) -> None:
    """The grammar allows what the tables show."""
    game, _, what = title.partition(": ")
    rule = grammar(game)[what.rstrip("s")]
    assert all(rule.fullmatch(text) for text in examples(title))


def test_the_grammar_allows_all_texts() -> None:
    """Every text that the parsers are tested with follows the grammar."""
    rules = grammar("Imhotep")
    assert [text for text in TEXTS if not rules["action"].fullmatch(text)] == []
    assert [text for text in STEP_TEXTS if not rules["step"].fullmatch(text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_legal_follows_the_grammar(name: str) -> None:
    """Games at random over all options have no action, and no step, that the grammar lacks."""
    game, choice = GAMES[name], Random(name)
    rules = grammar({"imhotep": "Imhotep", "duel": "The Duel"}[name])
    for options in rows(name):
        state = game.new_game(options, choice.randbytes(32))
        while game.to_act(state) is not None:
            legal = game.legal_actions(state)
            if choice.random() < 0.1:
                assert all(rules["action"].fullmatch(str(action)) for action in legal)
                steps = getattr(state, "steps", ())
                assert all(rules["step"].fullmatch(str(step)) for step in steps)
            game.advance(state, choice.choice(legal))


@pytest.mark.parametrize(
    "text",
    [
        "places 2.2 1.1",
        "places 1.1 1.1",
        "places 1.1 2.1 2.1",
        "place-unload 1.1 r1 r1",
        "swap r1.2 2 c1",
        "swap r1.3 1 c1",
        "place 2",
        "place 2.4",
        "unload b1",
        "take r1",
        "places 1.1",
        "place-unload 1.1",
        "swap r1.1 2",
        "Pass",
        "pass\n",
        "place \u0661.1",
        "x" * 100_000,
    ],
)
def test_what_is_not_notation_of_the_duel_is_refused(text: str) -> None:
    """Texts in another order, too: an action has one text."""
    with pytest.raises(MalformedAction) as caught:
        DUEL.parse_action(text)
    assert len(str(caught.value)) < 300


def test_tokens_and_gods_are_written_down() -> None:
    """Every token of the Duel, with how many there are, and every god has its row."""
    tokens = section("The Duel: tokens")
    for word, count in zip(WORDS, COUNTS, strict=True):
        line = next((one for one in tokens.splitlines() if f"`{word}`" in one), None)
        if not word.startswith("tomb"):
            assert line is not None, word
            assert line.rstrip(" |").split("| ")[-1].split()[0] == str(count)
    assert re.findall("`(.*?)`", section("Imhotep: prophecies")) == list(GODS)


def test_cards_are_written_down() -> None:
    """Their order is that of every list of cards, and that from which the deck is shuffled."""
    rows_of = [line for line in section("Imhotep: cards").splitlines() if line[:3] == "| `"]
    assert rows_of == [
        f"| `{one.word}` | {one.title} | {one.colour} | {one.count} | {one.count + one.more} |"
        for one in CARDS
    ]
