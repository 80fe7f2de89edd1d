"""The engine as a program under check: one line for each line, told as engine/CONFORMANCE.md says.

Its words are the mistakes that it makes; `MISTAKES` has them all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from saqqara_engine.game import placements
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import Ply, Resampling, state_after
from saqqara_engine.wire import view_json

Answer = dict[str, Any]
Mistake = Callable[[Answer], None]


def drops_an_action(answer: Answer) -> None:
    """It knows one legal action less."""
    if answer.get("legal"):
        answer["legal"].remove(answer["legal"][0])


def adds_an_action(answer: Answer) -> None:
    """It knows one legal action more."""
    if "legal" in answer:
        answer["legal"].append("draw")


def names_an_action_twice(answer: Answer) -> None:
    """Its actions are no set."""
    if answer.get("legal"):
        answer["legal"].append(answer["legal"][0])


def asks_another_seat(answer: Answer) -> None:
    """The turn goes round the other way."""
    if answer.get("seat") is not None:
        answer["seat"] = 1 - answer["seat"]


def asks_another_question(answer: Answer) -> None:
    """The question has another word."""
    if answer.get("question"):
        answer["question"] = "pick"


def sees_other_points(answer: Answer) -> None:
    """The view of seat 1 has another figure deep inside."""
    if "views" in answer:
        answer["views"][1]["sites"][2]["points"][0] += 5


def says_true_for_one(answer: Answer) -> None:
    """JSON knows the difference."""
    if "views" in answer:
        answer["views"][2]["round"] = True


def misspells_a_field(answer: Answer) -> None:
    """A field has another name."""
    for view in answer.get("views", ()):
        view["roundz"] = view.pop("round")


def misspells_views(answer: Answer) -> None:
    """A key of the answer has another name."""
    if "views" in answer:
        answer["view"] = answer.pop("views")


def forgets_legal(answer: Answer) -> None:
    """What is needed is not there."""
    answer.pop("legal", None)


def scores_less(answer: Answer) -> None:
    """Seat 1 gets three points less from the Pyramids."""
    if "scores" in answer:
        answer["scores"][1]["total"] -= 3
        line = next(one for one in answer["scores"][1]["lines"] if one["source"] == "pyramids")
        line["points"] -= 3


def breaks_ties_otherwise(answer: Answer) -> None:
    """The tie-break of seat 0 is another number."""
    if "scores" in answer:
        answer["scores"][0]["tieBreak"] += 1


def places_otherwise(answer: Answer) -> None:
    """The last is the first."""
    if "placements" in answer:
        answer["placements"].reverse()


def says_true_for_a_place(answer: Answer) -> None:
    """The first place is no number."""
    if "placements" in answer:
        answer["placements"][0] = True


def knows_no_house_values(answer: Answer) -> None:
    """It says that there is none."""
    if "houseValues" in answer:
        answer["houseValues"] = []


def shows_no_views(answer: Answer) -> None:
    """It says only what is needed."""
    for key in ("views", "question", "houseValues"):
        answer.pop(key, None)
    for score in answer.get("scores", ()):
        del score["lines"]


def leaves_out_fields(answer: Answer) -> None:
    """Views without steps, and seats without what is projected."""
    for view in answer.get("views", ()):
        del view["steps"]
        for seat in view["seats"]:
            del seat["projected"]


def cannot(answer: Answer) -> None:
    """It gives up, in words that would move a terminal."""
    answer.clear()
    answer["error"] = "no \x1b[31mMarket\x1b[0m yet"


def turns_everything_round(answer: Answer) -> None:
    """Actions have no order, and numbers may be written as fractions."""
    if "legal" in answer:
        answer["legal"].reverse()
    if answer.get("seat") is not None:
        answer["seat"] = float(answer["seat"])


MISTAKES: Final[dict[str, Mistake]] = {
    name: one
    for name, one in list(globals().items())
    if callable(one) and getattr(one, "__annotations__", {}).get("answer") == "Answer"
}


class Table:
    """The game that is played."""

    def __init__(self, start: Answer) -> None:
        self.game: AnyGame = find_game(start["game"])
        self.options = self.game.parse_options(start["options"])
        self.seed = bytes.fromhex(start["seed"])
        self.resamplings = [Resampling(**one) for one in start["resamplings"]]
        self.plies: list[Ply] = []

    def state(self) -> Any:
        """The state after all plies."""
        return state_after(self.game, self.options, self.seed, self.plies, self._so_far())

    def position(self) -> Answer:
        """What is asked, allowed and seen."""
        state = self.state()
        seats = (*range(self.options.players), None)
        views = [view_json(self.game.view(state, seat)) for seat in seats]
        legal = sorted(map(str, self.game.legal_actions(state)))
        seat = self.game.to_act(state)
        return {
            "seat": seat,
            "question": views[-1].get("question"),
            "legal": legal,
            "views": views,
        }

    def act(self, action: str) -> None:
        """The seat that is asked does this."""
        seat = self.game.to_act(self.state())
        assert seat is not None
        self.plies.append(Ply(seat, action))

    def end(self, end: Answer) -> Answer:
        """The points and places."""
        scores = self.game.scores(self.state())
        gone = {*end["flagged"], *end["resigned"]}
        has_places = end["ending"] in ("played", "flag", "resigned")
        return {
            "scores": [view_json(score) for score in scores],
            "placements": list(placements(scores, gone)) if has_places else [],
            "houseValues": list(self.game.house_values(self.options)),
        }

    def _so_far(self) -> list[Resampling]:
        return [one for one in self.resamplings if one.ply <= len(self.plies)]


def answers() -> Iterator[Answer]:
    """What there is to say to each line."""
    tables: list[Table] = []
    for line in sys.stdin:
        question = json.loads(line)
        if "start" in question:
            tables = [Table(question["start"])]
        (table,) = tables
        if "action" in question:
            table.act(question["action"])
        yield table.end(question["end"]) if "end" in question else table.position()


def main(mistakes: list[str]) -> None:
    """Answers until the input ends."""
    for answer in answers():
        for mistake in mistakes:
            MISTAKES[mistake](answer)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
