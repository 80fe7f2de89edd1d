"""The figures of RULES.md are those that the engine plays with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import reduce
from pathlib import Path

import pytest

from saqqara_engine.duel import scoring as duel
from saqqara_engine.duel.tokens import COUNTS, KIND
from saqqara_engine.games import GAMES
from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_engine.imhotep import figures as f
from saqqara_engine.imhotep.cards.card_kinds import CARDS, Card

ENGINE = Path(__file__).parents[2] / "engine"
TEXT = (ENGINE / "RULES.md").read_text(encoding="utf-8")
SENTENCES = re.sub(r"\s+", " ", TEXT)
RULES, REGISTER = re.split(r"\n## Counted trees\n[^#]*\n## Register\n", TEXT)
"""The tree's figures have tests of their own (`test_trees.py`)."""


def row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def anchor(title: str) -> str:
    """The target of a heading, as pages link to it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


SECTIONS = {
    anchor(title): text
    for title, text in re.findall(r"^#+ (.*)\n((?:(?!#+ ).*\n)*)", TEXT, re.MULTILINE)
}
WORDS = dict(enumerate(("no", "one", "two", "three", "four", "five", "six", "seven"))) | {10: "ten"}
THIRD = {2: "second", 3: "third"}
CHOICE = "*point or stones*"
RANKS = ("first", "second", "third", "fourth")
BONUSES = {
    "card": "draw the top card",
    "stones": f"up to {f.STONES_PER_TAKE} stones from quarry to sled",
    "place": "place a stone",
}


def listed(figures: Iterable[int]) -> str:
    """Figures in a sentence."""
    return ", ".join(map(str, figures))


def round_cards(players: int) -> str:
    """The round cards of so many players, each in code quotes."""
    cards = ("".join(map(str, card)) for card in f.ROUND_CARDS[players])
    return " ".join(f"`{card}`" for card in cards)


TABLES = [
    row(2, round_cards(2)),
    row("3 (H-06)", round_cards(3)),
    row(4, round_cards(4)),
    row("Capacity of a ship", *sorted(f.MINIMUM_LOAD)),
    row("Its load", *(f.MINIMUM_LOAD[capacity] for capacity in sorted(f.MINIMUM_LOAD))),
    row("Statues of a seat, or stones of a group",
        *range(len(f.SET_POINTS)), "each further one"),
    row("Points", *f.SET_POINTS, f.SET_POINTS_BEYOND),
    row("Space", *range(1, len(f.PYRAMID_POINTS) + 1), "edge"),
    row("Points", *f.PYRAMID_POINTS, f.PYRAMID_EDGE_POINTS),
    row("Space of a pyramid",
        *range(1, len(f.PYRAMIDS_B_POINTS)), f"{len(f.PYRAMIDS_B_POINTS)} (top)", "edge"),
    row("Points", f"{f.PYRAMIDS_B_POINTS[0]} + bonus", *f.PYRAMIDS_B_POINTS[1:],
        f.PYRAMID_EDGE_POINTS),
    row("the only site with most stones", *f.WAGER_LEAD_POINTS),
    row("the only second one, beside an only first", *f.WAGER_SECOND_POINTS),
    row("one of several with most, also if all have none", *f.WAGER_TIED_POINTS),
    row("any other", 0, 0),
    *(row(f"{2 * window + 1} and {2 * window + 2} (H-21)", f"+{reward}", penalty)
      for window, (reward, penalty) in enumerate(f.PROPHECY_POINTS)),
    *(row(where, BONUSES[what])
      for where, what in zip(f.PYRAMIDS_B, f.PYRAMIDS_B_BONUSES, strict=True)),
    *(row(f"level {level}", *points, *[""] * (len(RANKS) - len(points))).replace("  ", " ")
      for level, points in enumerate(f.PYRAMID_LEVEL_POINTS, start=1)),
    row("A", f"{f.TEMPLE_POINTS} point for each visible stone"),
    row("Obelisk", COUNTS[KIND["obelisk"]]),
    row("Temple with 1, 2, 3 or 4 symbols", f"{COUNTS[KIND['temple-1']]} each"),
    row("Pyramid, light or dark", f"{COUNTS[KIND['pyramid-dark']]} each"),
    row("Tomb 1 to 12", f"{COUNTS[KIND['tomb-12']]} each"),
    row("Action tokens, four kinds", f"{COUNTS[KIND['action-swap']]} each"),
    row("Pyramid tokens of a colour", *range(len(duel.PYRAMID_A))),
    row("Side A", *duel.PYRAMID_A),
    row("Side B", *duel.PYRAMID_B),
]  # fmt: skip

STATED = [
    f"{f.ROUNDS} rounds",
    f"until all {WORDS[f.SHIPS]} ships have sailed",
    f"Every seat has {f.STONES_PER_COLOUR} stones",
    f"the {f.SECOND_COLOUR_STONES} stones of an unused colour",
    f"begin with {listed(f.STARTING_STONES[:3])} and {f.STARTING_STONES[3]} stones",
    f"A sled carries {f.SLED_CAPACITY} stones",
    f"up to {f.STONES_PER_TAKE} stones from quarry to sled",
    f"the own sled carries {f.CARGO_SLED_CAPACITY} stones more",
    f"| A | {f.MARKET_SLOTS} cards face up |",
    f"| B | {f.MARKET_B_SLOTS} cards face up, and {f.MARKET_B_PAIR} face down in slot 4",
    f"| C (H-10) | {f.MARKET_SLOTS} cards face up",
    f"gets 1 of {f.COINS} coins",
    f"takes its coins, {f.COIN_POINTS} point each at the end",
    f"| D (H-11) | {f.MARKET_D_SLOTS} cards face up",
    (
        f"framed spaces {listed(sorted(f.FRAMED_SPACES)[:-1])} and {max(f.FRAMED_SPACES)}"
        f" scores {f.FRAME_POINTS} points more"
    ),
    f"on {f.TEMPLE_WIDTH[2]} spaces with 2 players, on {f.TEMPLE_WIDTH[3]} with more",
    f"{CHOICE}, {f.TEMPLE_B_POINTS} points, {CHOICE}, *a card*, {CHOICE}",
    f"or up to {f.TEMPLE_B_STONES} stones from quarry to sled",
    *(f"{listed(points)} with {players}" for players, points in f.CHARIOT_POINTS.items()),
    (f"each {THIRD[f.CHARIOT_STRIDE]} step on the way is {f.CHARIOT_STRIDE_POINTS} points at once"),
    f"scores {f.IMHOTEP_POINTS} instead of {f.TEMPLE_POINTS}",
    f"Stones fill {f.BURIAL_ROWS} rows",
    *(f"{listed(points)} with {players}" for players, points in f.BURIAL_ROW_POINTS.items()),
    f"before the game {len(f.CRYPT_TILES)} tiles, six each of 1, 2, 3 and 4",
    f"Later stones give {f.BEYOND_CRYPT_POINTS} point each",
    (
        f"gives {f.BURIAL_D_POINTS[1][0]} to a colour that has all of it;"
        f" {f.BURIAL_D_POINTS[2][0]} to the colour with two stones and {f.BURIAL_D_POINTS[2][1]} to"
    ),
    *(f"{listed(points)} with {players}" for players, points in f.OBELISK_POINTS.items()),
    f"In a column that is not full every stone is {f.LONE_STONE_POINTS} point",
    f"Every stone at the edge is {f.LONE_STONE_POINTS} point",
    f"{WORDS[f.TOWER_STONES]} waiting stones of a colour become a tower",
    f"every stone that still waits is {f.WAITING_STONE_POINTS} point",
    f"a stone without a second one is {f.LONE_STONE_POINTS} point",
    (
        f"{f.TOWER_POINTS[0]} for the first tower of the game, whoever builds it, then"
        f" {listed(f.TOWER_POINTS[1:])}, and {f.TOWER_POINTS[-1]} for each later one"
    ),
    f"{listed(f.OBELISK_HEIGHT_POINTS[1:])} for 1 to 6 stones, and {f.OBELISK_HEIGHT_BEYOND} for",
    (
        f"the best of {len(f.OBELISK_TILES)} tiles at once: {listed(f.OBELISK_TILES)};"
        f" when none is left, a pair is {f.OBELISK_PAIR_POINTS} points"
    ),
    f"at the end 1 point for every {f.STONES_PER_DECORATION_POINT} stones at the",
    f"An unused blue card is {f.UNUSED_CARD_POINTS} point at the end",
    f"at once {f.STONE_QUARRY_POINTS} point and up to {f.STONES_PER_TAKE} stones from quarry",
    f"at the end {f.STONES_PER_ORNAMENT_POINT} point for every stone on the own sled",
    f"One that never sailed is {f.UNUSED_PRIVATE_SHIP_POINTS} point at the end",
    f"loses {-f.WRATH_POINTS} points",
    f"on one of {WORDS[f.FAVORS]} favors",
    f"| 4 | place up to {f.FAVOR_FOUR_STONES} stones",
    f"| 5 | place 1 to {f.FAVOR_FIVE_STONES} stones",
    f"| 1 | take {f.FAVOR_ONE_CARDS} face-up cards",
    f"Needs {f.RAFT_TOLL + 1} stones on the sled",
    f"{WORDS[f.RAFT_TOLL]} stones from the sled to the quarry, then a third one",
    f"{WORDS[f.PROPHECIES_REVEALED].title()} of {WORDS[len(f.GODS)]} gods are revealed",
    f"at most one in each window of {WORDS[f.ROUNDS_PER_WINDOW]} rounds",
    f"It has {f.SCARABS} scarabs",
    f"1 each, and {duel.OBELISK_A_MORE} more for who has more",
    (
        f"{duel.OBELISK_B[0]} for the first with {WORDS[duel.OBELISK_B_NEEDS]},"
        f" {duel.OBELISK_B[1]} for the other if it has {WORDS[duel.OBELISK_B_NEEDS]} at the end"
    ),
    f"who has {WORDS[duel.OBELISK_B_ALL]} or more has {duel.OBELISK_B[2]} in all",
    f"{listed(duel.TEMPLE_SETS[1:])} for 1, 2, 3, 4 tokens",
    f"{listed(duel.TOMB_RUNS[1:])} for 1, 2, 3, 4, and 5 or more",
    f"each run {duel.TOMB_RUN_B}, however long",
    f"get up to {f.STONES_PER_TAKE} stones, then place one",
    f"if a stone can be taken; otherwise it is {f.TEMPLE_POINTS} point",
    f"in each of the {f.BURIAL_ROWS} rows",
    f"the first {len(f.CRYPT_TILES) // f.BURIAL_ROWS} columns",
    f"{f.BURIAL_D_POINTS[3][0]} each to three colours",
]

NAMES = (
    r"H-\d\d",
    r"\]\(.*?\)",
    "slot [14]",
    "with 2 players the fifth space does not exist",
    "for 2 and 3 players and for a fourth place",
    "the round cards for 3 players",
    r"^\| [1-5] \|",
    r"12 and 1 are not neighbours",
    r"Take 1 token|Place 2-3 meeples|Place 1 meeple and unload(?: 1-2 boats)?|Swap 2 tokens",
)
"""What has digits in it and is no figure: names, numbers of spots, and what they leave out."""


@pytest.mark.parametrize("line", TABLES)
def test_the_tables_hold_the_engines_figures(line: str) -> None:
    """A figure that changes in one place must change in the other."""
    assert line in TEXT.splitlines()


@pytest.mark.parametrize("words", STATED)
def test_the_sentences_hold_the_engines_figures(words: str) -> None:
    """Figures that stand in a sentence."""
    assert words in SENTENCES


def json_word(value: object) -> str:
    """A value as JSON has it, without quotes."""
    return f"`{json.dumps(value)}`".replace('"', "")


def option_rows(name: str) -> list[str]:
    """The rows of a game's options."""
    return [
        row(f"`{one.name}`", " ".join(map(json_word, one.values)), json_word(one.default), one.text)
        for one in GAMES[name].choices
    ]


@pytest.mark.parametrize(
    ("name", "section"), [("imhotep", "imhotep-options"), ("duel", "the-duel-options")]
)
def test_every_option_is_told(name: str, section: str) -> None:
    """With its values, its default and what it decides, as the engine has them."""
    rows = [line for line in SECTIONS[section].splitlines() if line.startswith("| `")]
    assert rows == option_rows(name)


def card_rows() -> list[str]:
    """How the rows of cards and gods begin, which are looked for one by one below."""
    cards = [row(one.title, one.colour, one.count, one.count + one.more)[:-2] for one in CARDS]
    return cards + [
        f"| `{word}` | at least {god.at_least} {god.counts}" for word, god in f.GODS.items()
    ]


def test_every_figure_of_every_table_is_held() -> None:
    """What is taken out here is looked for elsewhere; no digit may be left over."""
    held = sorted([*STATED, *card_rows()], key=len, reverse=True)
    whole = {*TABLES, *option_rows("imhotep"), *option_rows("duel")}
    for line in (RULES + REGISTER).splitlines():
        if not line.startswith("|") or line in whole:
            continue
        left = reduce(lambda text, words: text.replace(words, ""), held, line)
        left = reduce(lambda text, name: re.sub(name, "", text), NAMES, left)
        assert not re.search(r"\d", left), (line, left)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.word)
def test_every_card_is_told(card: Card) -> None:
    """With its colour and its copies, without and with the cards of A New Dynasty."""
    expected = row(card.title, card.colour, card.count, card.count + card.more)
    assert any(line.startswith(expected.removesuffix(" |")) for line in TEXT.splitlines())


@pytest.mark.parametrize("word", f.GODS)
def test_every_prophecy_is_told(word: str) -> None:
    """By the word of its god."""
    god = f.GODS[word]
    asked = f"at least {god.at_least} {god.counts}"
    if not god.at_least:
        asked = f"more stones than every other at the {f.SITE_TITLES[f.SITES.index(god.counts)]}"
    assert any(line.startswith(f"| `{word}` | {asked}") for line in TEXT.splitlines())


RULINGS = [f"H-{number}" for number in range(31, 63)]


def cells(text: str) -> list[tuple[str, ...]]:
    """The rows of a register, cell by cell."""
    return re.findall(r"^\| (H-\d\d) \| (.*) \| (.*) \|$", text, re.MULTILINE)


@pytest.mark.parametrize("number", [*f.UNCERTAIN, *RULINGS])
def test_every_register_number_is_told(number: str) -> None:
    """House values and rulings stand where they matter."""
    assert re.search(rf"{number}\b|H-10 to H-19", RULES) if number[2] == "1" else number in RULES


def test_the_register_lists_all_numbers_and_no_others() -> None:
    """House values as the engine tells them, then the rulings; each once, where it is decided."""
    values, rulings = map(cells, REGISTER.split("\n### Rulings\n"))
    assert {number: text for number, text, _ in values} == HOUSE_VALUES
    assert [number for number, *_ in rulings] == RULINGS
    assert set(re.findall(r"H-\d\d", RULES)) <= {*HOUSE_VALUES, *RULINGS}


@pytest.mark.parametrize("number", [*HOUSE_VALUES, *RULINGS])
def test_the_register_leads_to_where_a_number_stands(number: str) -> None:
    """The number is told under one of the headings that its row names."""
    (where,) = [where for found, _, where in cells(REGISTER) if found == number]
    anchors = re.findall(r"\(#(.*?)\)", where)
    assert any(number in SECTIONS[anchor] for anchor in anchors), where


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    """Contents, registers and words."""
    assert set(re.findall(r"\]\(#(.*?)\)", TEXT)) <= SECTIONS.keys()
