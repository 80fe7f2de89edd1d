"""A bot at play against a service whose store went back: what it was acknowledged is not there."""

from __future__ import annotations

import pytest

from tests.sdk.fake_service import FakeMatch, FakeService
from tests.sdk.test_runner import GREETING, play


class GoneBack(FakeService):
    """Over the second connection each match stands as after so many of its decisions."""

    def __init__(self, left: int) -> None:
        super().__init__([FakeMatch("m1", decisions=4), FakeMatch("m2", decisions=9)])
        self._is_back = False
        self._left = left
        self.say = self._gone_back

    def _gone_back(self, _number: int, text: str) -> list[str]:
        if self.connections == 2 and not self._is_back:
            self._is_back = True
            for match in [*self.matches.values()]:
                kept = match.applied[: self._left]
                again = FakeMatch(match.id, match.decisions)
                for number, (version, action) in enumerate(kept):
                    again.act(action, version, f"before{number}")
                self.matches[match.id] = again
        return [text]


@pytest.mark.parametrize("left", [0, 1, 3])
@pytest.mark.parametrize("cut", range(GREETING + 8, GREETING + 30, 5))
async def test_what_the_store_lost_is_played_again(left: int, cut: int) -> None:
    """The bot plays on from where the match is, also in one whose end it had been told."""
    service = GoneBack(left)
    service.cuts = {cut}
    report = await play(service)
    assert [len(match.applied) for match in service.matches.values()] == [4, 9]
    assert (report.matches, report.errors, report.reconnects) == (2, 0, 1)
