"""One account's matches, whatever they wait for, leave others' programs their places."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from saqqara_sdk import Client, Fischer, Untimed
from saqqara_sdk.client.pages import each
from saqqara_sdk.submissions import pack
from tests.hosted.season import Runners, asked_until, runner_token
from tests.hosted.test_handed_in import PUPIL, Author, author, python
from tests.hosted.test_standing_still import SLOWLY
from tests.stack.test_up import ONE_EACH, up

CLOCK: Final = Fischer(base_ms=60_000, increment_ms=1_000)


def a_ladder(authors: list[Author], blocks: int, concurrency: int) -> str:
    """A ladder of the first author's that begins now."""
    owner = authors[0].client
    ladder = owner.ladders.create(
        "Memphis",
        {},
        CLOCK,
        game="duel",
        blocks=blocks,
        concurrency=concurrency,
        entrants="hosted",
        same_owner="allowed",
    )
    for one in authors:
        one.client.ladders.enrol(ladder.id, one.bot_id)
    owner.ladders.start(ladder.id)
    return ladder.id


def a_second(one: Author, archive: bytes) -> Author:
    """Another bot of the same account."""
    bot = one.client.bots.create("the other").bot
    assert bot is not None
    return Author(one.client, bot.id, one.client.submissions.submit(bot.id, archive))


def stateless(folder: Path, name: str) -> bytes:
    """A slow bot whose process plays one match after the other."""
    place = folder / name
    place.mkdir()
    (place / "bot.py").write_text(SLOWLY.replace("Pupil", name))
    (place / "bot.toml").write_text(f'bot = "bot.py:{name}"\nstateless = true\n')
    return pack(place).bundle.pack()


@pytest.mark.timeout(600)
def test_two_places_are_shared_with_who_plays_without_end(tmp_path: Path) -> None:
    """Its own ladder has a match at every moment, and others of its matches never end."""
    with up(tmp_path / "data", *ONE_EACH) as running, ExitStack() as cleanup:
        hired = Runners(running.server, runner_token(running), tmp_path / "runners", places=2)
        cleanup.callback(hired.stop)
        hired.start()
        greedy = [author(cleanup, running.server, "Slow", stateless(tmp_path, "Slow"))]
        greedy.append(a_second(greedy[0], stateless(tmp_path, "Slower")))
        packed = {
            name: python(tmp_path, name, PUPIL.replace("Pupil", name)) for name in ("Late", "Last")
        }
        others = [author(cleanup, running.server, name, packed[name]) for name in packed]
        every = [*greedy, *others]
        asked_until(lambda: all(one.now().state == "passed" for one in every))
        owner = greedy[0].client
        absent = owner.bots.create("absent").bot
        assert absent is not None
        for one in greedy:
            seats = [absent.id, one.bot_id]
            owner.matches.create(seats, Untimed(), game="duel")
        without_end = a_ladder(greedy, blocks=1_000, concurrency=2)
        asked_until(lambda: len([*each(owner.ladders.results, without_end)]) > 1)
        brief = a_ladder(others, blocks=2, concurrency=1)
        asked_until(lambda: others[0].client.ladders.get(brief).status == "finished")
        host = cleanup.enter_context(Client(running.server, running.token))
        names = [one.match_id for one in each(host.ladders.results, without_end)]
        names += [one.match_id for one in each(host.ladders.results, brief)]
        assert not [name for name in names if any(s.flagged for s in host.matches.get(name).seats)]
