"""The rules by chapter: each section of the page once, and the table as the layout has it."""

from __future__ import annotations

import pytest

from saqqara_engine.game import Json, Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_sdk.models.chapters import TABLE, chapter, chapters


def options_of(game: AnyGame, **chosen: Json) -> Options:
    """Options of a game."""
    options: Options = game.parse_options(chosen)
    return options


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_chapter_is_text_alone(game: AnyGame) -> None:
    """Without links, pictures and headings, which lead nowhere here."""
    options = options_of(game)
    for name in chapters(game):
        text = chapter(game, options, name)
        assert text.strip() == text != ""
        assert "](" not in text
        assert "![" not in text
        assert not any(line.startswith("#") for line in text.splitlines())


def test_chapters_belong_to_their_game() -> None:
    """The Duel has none of Imhotep's, and both have a table first."""
    imhotep, duel = GAMES["imhotep"], GAMES["duel"]
    assert chapters(imhotep)[0] == chapters(duel)[0] == TABLE
    assert {"actions", "market", "prophecies", "the-end-of-the-game"} <= set(chapters(imhotep))
    assert {"a-turn", "scoring"} <= set(chapters(duel))
    assert not {"options", "counted-trees", "register"} & {*chapters(imhotep), *chapters(duel)}
    with pytest.raises(KeyError):
        chapter(duel, options_of(duel), "market")


def test_the_table_has_the_figures_in_play() -> None:
    """Sides, ships and scores are those of the options, for every number of seats."""
    game = GAMES["imhotep"]
    two = chapter(game, options_of(game, players=2), TABLE)
    four = chapter(game, options_of(game, players=4, preset="everything"), TABLE)
    assert "Obelisks (`obelisks`, side A)" in two
    assert "By place, from first: 1 = 10, 2 = 1\n" in two
    assert "Cargo Sled" not in two
    assert "Obelisks (`obelisks`, side B)" in four
    assert "`cargo-sled`" in four
