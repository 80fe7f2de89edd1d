"""What a front end draws from, and what an action would change."""

from __future__ import annotations

import random
from contextlib import aclosing

import pytest

from saqqara_engine.game import Json
from saqqara_engine.games import GAMES
from saqqara_engine.preview import preview as tried
from saqqara_service import questions
from saqqara_service.application.matches import layouts, views
from saqqara_service.application.play import previews
from saqqara_service.application.service import Service
from saqqara_service.errors import IllegalAction, Malformed, NotYourSeat, NotYourTurn
from saqqara_service.languages import words_of
from saqqara_service.models import EventNews, MatchEvent, Preview
from tests.service.feed_items import news_of, page_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import a_match, act_at_random, legal_now, play_out


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_a_layout_has_what_the_engine_plays_by(name: str, language: str) -> None:
    """Of every preset: sites with sides, spaces, cards that add up to the deck, colours."""
    game = GAMES[name]
    for preset in game.presets:
        layout = layouts.layout(name, {"preset": preset}, language)
        options = game.parse_options(layout.options)
        view = game.view(game.new_game(options, bytes(32)), None)
        assert len(layout.seats) == options.players
        assert layout.language == language
        if name == "duel":
            assert [boat.boat for boat in layout.boats] == [boat.name for boat in view.boats]
            assert sum(token.count for token in layout.tokens) == 60
            continue
        sites = [(site.site, site.side) for site in view.sites]
        assert [(site.site, site.side) for site in layout.sites] == sites
        capacities = {ship.capacity: ship.minimum for ship in layout.ships}
        assert {ship.capacity: ship.minimum for ship in view.ships}.items() <= capacities.items()
        deck = sum(card.count for card in (*view.draw_pile,)) + sum(map(bool, view.market))
        assert sum(card.count for card in layout.cards) == deck


@pytest.mark.parametrize("name", GAMES)
def test_a_layout_explains_what_can_be_chosen(name: str) -> None:
    """Every card, token, favor and god has a title that is not its word, and a sentence."""
    game = GAMES[name]
    for preset in game.presets:
        layout = layouts.layout(name, {"preset": preset}, None)
        for piece in (*layout.cards, *layout.tokens):
            assert piece.title != piece.piece
            assert piece.effect.endswith(".")
        options = game.parse_options(layout.options)
        explained = {piece.piece for piece in layout.tokens}
        if name == "imhotep":
            gods = game.new_game(options, bytes(32)).table.options.prophecies
            assert ("favor5" in explained) == options.favors
            assert ("amun" in explained) == gods


def test_the_pyramids_of_a_layout_give_what_a_stone_gets() -> None:
    """Fourteen stones one after the other get the points of the spaces in their order."""
    sites = layouts.layout("imhotep", {}, None).sites
    points = [space.points for site in sites if site.site == "pyramids" for space in site.spaces]
    assert points == [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4]


def test_odd_questions_for_layouts() -> None:
    """An option or a language that does not exist is refused by its name."""
    with pytest.raises(Malformed, match="Texts are available in en, de"):
        layouts.layout("imhotep", {}, "tlh")
    with pytest.raises(Exception, match="nosuch"):
        layouts.layout("imhotep", {"nosuch": 1}, None)


async def test_a_preview_tells_what_happens_where_chance_has_no_part(svc: Service) -> None:
    """The change is that of the points in the view before and after the action."""
    seated, rng, compared = await a_match(svc), random.Random(9), 0
    for _ in range(25):
        match, legal = await legal_now(svc, seated.id)
        assert match.to_act is not None
        caller, action = seated.callers[match.to_act], rng.choice(legal)
        preview = await previews.preview(
            svc, caller, questions.PreviewAction(match_id=seated.id, action=action)
        )
        before = (await svc.tables.fresh(seated.id))[0]
        draft = before.game.copy(before.state)
        before.game.advance(draft, before.game.parse_action(action))
        now, then = (
            before.game.seat_points(before.game.view(state, match.to_act))
            for state in (before.state, draft)
        )
        for seat in preview.seats:
            change = then[seat.seat][0].total - now[seat.seat][0].total
            assert seat.scored.least <= change <= seat.scored.most
            compared += seat.scored.least == seat.scored.most
        await act_at_random(svc, seated, rng)
    assert compared > 25


def test_a_preview_follows_from_the_view_alone() -> None:
    """Worlds that a seat cannot tell apart give it the same preview, whatever lies hidden."""
    game, rng = GAMES["imhotep"], random.Random(10)
    sides: dict[str, Json] = dict.fromkeys(SITES, "B")
    options: dict[str, Json] = {"players": 2, "hiddenMarketCards": True, "sides": sides}
    state = game.new_game(game.parse_options(options), rng.randbytes(32))
    while (seat := game.to_act(state)) is not None:
        legal = game.legal_actions(state)
        if rng.random() < 0.2:
            view = game.view(state, seat)
            other = game.sample(view, rng.randbytes(32))
            action = rng.choice(legal)
            pair = [tried(game, game.view(one, seat), seat, action) for one in (state, other)]
            assert pair[0] == pair[1]
        game.advance(state, rng.choice(legal))


SITES = ("market", "pyramids", "temple", "burial", "obelisks")


async def test_only_the_seat_that_is_asked_has_previews(svc: Service) -> None:
    """Of legal actions, as `act` would take them."""
    seated = await a_match(svc)
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    asked, waits = seated.callers[match.to_act], seated.callers[1 - match.to_act]
    with pytest.raises(NotYourTurn):
        await previews.preview(
            svc, waits, questions.PreviewAction(match_id=seated.id, action=legal[0])
        )
    with pytest.raises(NotYourSeat):
        await previews.preview(
            svc, seated.owner, questions.PreviewAction(match_id=seated.id, action=legal[0])
        )
    with pytest.raises(IllegalAction):
        await previews.preview(
            svc, asked, questions.PreviewAction(match_id=seated.id, action="sail 9 moon")
        )
    preview = await previews.preview(
        svc, asked, questions.PreviewAction(match_id=seated.id, action=legal[0])
    )
    assert isinstance(preview, Preview)
    assert (await match_of(svc, seated.id)).version == preview.version


async def test_views_of_an_uploaded_record(svc: Service) -> None:
    """They are those of the match, version by version, for each seat; a bad one is refused."""
    seated = await a_match(svc)
    match = await play_out(svc, seated, random.Random(11))
    record = await record_json(svc, seated.id)
    for seat in (None, 0, 1):
        record_views = await views.of_record(
            svc,
            None,
            questions.ViewRecord(record=record, seat=seat, version=match.version - 3, first=100),
        )
        assert [one.version for one in record_views.items] == list(
            range(match.version - 3, match.version + 1)
        )
        for one in record_views.items:
            assert (
                one.view
                == (
                    await views.view(
                        svc,
                        None,
                        questions.ViewAt(match_id=seated.id, version=one.version, seat=seat),
                    )
                ).view
            )
    spoilt = record | {"plies": []}
    for bad, seat, version in ((spoilt, None, 1), ({}, None, 1), (record, 2, 1), (record, 0, 0)):
        with pytest.raises(Malformed):
            await views.of_record(
                svc, None, questions.ViewRecord(record=bad, seat=seat, version=version, first=1)
            )


async def test_labels_of_events_tell_what_the_public_knows(svc: Service) -> None:
    """The same by page and by stream, in the language asked for; without one there is none."""
    seated, rng = await a_match(svc), random.Random(12)
    for _ in range(12):
        await act_at_random(svc, seated, rng)
    for language, first in (("en", "The match begins"), ("de", "Das Spiel beginnt")):
        words = words_of(language)
        paged, _ = await page_of(svc, seated.id, None, 5, language=language)
        assert paged[0].label == first
        news = news_of(svc, seated.callers[0], seated.id, None, words=words)
        async with aclosing(news):
            followed: list[MatchEvent] = []
            while len(followed) < 13:
                item = await anext(news)
                followed += [item.event] if isinstance(item, EventNews) else []
        assert followed[:5] == paged
        assert all(event.label for event in followed)
    table, _now = await svc.tables.fresh(seated.id)
    plain, _ = await page_of(svc, seated.id, None, 13)
    assert {event.label for event in plain} == {None}
    for event in followed[1:]:
        past = await svc.tables.past(table, event.version - 1)
        world = past.game.sample(past.game.view(past.state, None), rng.randbytes(32))
        action = past.game.parse_action(event.action or "")
        assert event.label == past.game.label(past.game.view(world, None), action, words)
