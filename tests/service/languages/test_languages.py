"""Every text that people are told stands in every catalogue, with the same gaps."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import saqqara_engine
from saqqara_engine.games import GAMES
from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_engine.imhotep.figures import GODS, SITE_TITLES
from saqqara_engine.messages import Message, say
from saqqara_service import languages
from saqqara_service.application.matches import layouts
from saqqara_service.errors import Malformed
from saqqara_service.oauth import page

ENGINE = Path(saqqara_engine.__file__).parent
OTHERS = [tag for tag in languages.known() if tag != languages.SOURCE]
GAP = re.compile(r"{\w+}")


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What has been read of the files is read anew, in the test and after it."""
    for each in (languages.known, languages._read):
        each.cache_clear()
    yield
    for each in (languages.known, languages._read):
        each.cache_clear()


def catalogue(tag: str) -> Catalog:
    """The file of a language."""
    with (languages.FOLDER / f"{tag}.po").open("rb") as file:
        return read_po(file, locale=tag)


def in_code() -> Iterator[str]:
    """The messages that are spelled out where they are made."""
    for path in (*ENGINE.rglob("*.py"), *languages.FOLDER.parent.rglob("event_words.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
                if node.func.id in {"say", "several"} and texts:
                    yield str(texts[0])


def within(value: object) -> Iterator[str]:
    """The messages inside a value."""
    if isinstance(value, Message):
        yield value.text
        for _, filling in value.gaps:
            yield from within(filling)
    elif isinstance(value, tuple):
        for item in value:
            yield from within(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from within(getattr(value, field.name))


def in_tables() -> Iterator[str]:
    """The messages that are made from tables: titles, options, layouts."""
    yield from SITE_TITLES
    yield from HOUSE_VALUES.values()
    yield from page.TEXTS
    for god in GODS.values():
        yield from (god.title, god.text)
    for game in GAMES.values():
        yield from (choice.text for choice in game.choices)
        for preset, named in game.presets.items():
            yield from (named.title, named.text)
            yield from within(game.layout(game.parse_options({"preset": preset})))


@pytest.mark.parametrize("tag", OTHERS)
def test_a_catalogue_has_every_message_and_no_other(tag: str) -> None:
    """A text that is new, or gone, is noticed here."""
    messages = {
        one.id if isinstance(one.id, str) else one.id[0]
        for one in catalogue(tag)
        if one.id and one.string
    }
    needed = {*in_code(), *in_tables()}
    columns = {"left", "middle", "right"}  # words of the notation that stand in gaps
    assert needed - messages == set()
    assert messages - needed <= columns


@pytest.mark.parametrize("tag", OTHERS)
def test_a_translation_has_the_gaps_of_its_message(tag: str) -> None:
    """None is forgotten, and none is made up."""
    for one in catalogue(tag):
        if not one.id:
            continue
        ids = [one.id] if isinstance(one.id, str) else list(one.id)
        strings = [one.string] if isinstance(one.string, str) else list(one.string or ())
        for text in strings:
            assert set(GAP.findall(text)) == set(GAP.findall(ids[-1])), one.id


@pytest.mark.parametrize("tag", languages.known())
@pytest.mark.parametrize("name", GAMES)
def test_every_label_is_told_without_a_gap(name: str, tag: str) -> None:
    """With all expansions, in games at random: no brace is left, no English word in German."""
    game, rng, words = GAMES[name], random.Random(8), languages.words_of(tag)
    options = game.parse_options({"preset": [*game.presets][-1]})
    state = game.new_game(options, rng.randbytes(32))
    while not game.is_over(state):
        legal = game.legal_actions(state)
        view = game.view(state, game.to_act(state))
        for action in rng.sample(legal, min(len(legal), 5)):
            label = game.label(view, action, words)
            assert not set("{}") & set(label)
            assert tag == "en" or not {"the", "to", "stone", "stones"} & set(label.split())
        game.advance(state, rng.choice(legal))


def test_numbers_have_their_forms() -> None:
    """One stone, several stones."""
    game, words = GAMES["imhotep"], languages.words_of("DE")
    state = game.new_game(game.parse_options({}), bytes(32))
    label = game.label(game.view(state, 0), game.parse_action("get"), words)
    assert label == "3 Steine aus dem Steinbruch holen"
    assert say("Pass").translate(words) == "Passen"


def test_a_language_that_is_not_known_is_refused_with_those_that_are() -> None:
    """Whatever is sent as one."""
    for tag in ("xx", "", "../de", "de.po", "d" * 35):
        with pytest.raises(Malformed, match="Texts are available in en, de"):
            languages.words_of(tag)


@pytest.mark.usefixtures("forgotten")
def test_a_language_is_added_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else changes: it is listed, spoken, and told to whoever asks for one that is not."""
    catalog = catalogue("de")
    for message in catalog:
        if message.id == SITE_TITLES[0]:
            message.string = "Le marché"
    with (tmp_path / "fr.po").open("wb") as file:
        write_po(file, catalog)
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    assert languages.known() == ("en", "fr")
    assert layouts.layout("imhotep", {}, "fr").sites[0].title == "Le marché"
    with pytest.raises(Malformed, match="available in en, fr, not in 'de'"):
        languages.words_of("de")


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, en;q=0.5", "de"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr, de;q=0.3, en;q=0.2", "de"),
        ("DE;q=0", "en"),
        ("de;q=x, *;q=0.1", "en"),
        ("de;q=nan", "en"),
        (";;,,q=1," * 500, "en"),
    ],
)
def test_a_browser_gets_the_language_that_it_asks_for(asked: str, expected: str) -> None:
    """The best of those that there are; what cannot be read asks for nothing."""
    assert languages.preferred(asked) == expected
