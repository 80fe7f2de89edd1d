"""A new side is a file, a row and its tests: here is one that the engine has never heard of."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from saqqara_engine.errors import IllegalAction, MalformedAction, UnknownOption
from saqqara_engine.game import Json
from saqqara_engine.games import GAMES
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.expansions import EXPANSIONS
from saqqara_engine.imhotep.figures import TEMPLE
from saqqara_engine.imhotep.rules import IMHOTEP, imhotep
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.views.view import View
from saqqara_engine.learning import Observer, action_codes
from saqqara_engine.plies import Ply
from saqqara_engine.records.record import from_json, record_of, to_json, verify
from saqqara_engine.wire import view_from_json, view_json
from tests.engine import test_contract as contract
from tests.engine.imhotep.sites.made_up.table import GAME, SIDES_WITH_E, ViewWithOracle
from tests.engine.imhotep.sites.made_up.temple_e import OMENS, Foretell, Oracle, OracleView, TempleE
from tests.engine.pieces import TWINS, AnyState

E: dict[str, Json] = {"sides": {"temple": "E"}}
ASKED: tuple[dict[str, Json], ...] = (
    {"players": 2, **E},
    {"players": 3, **E, "hiddenMarketCards": True, "marketTakeForced": False},
    {"players": 4, "preset": "everything", **E},
    {"players": 4, "preset": "b-sides", **E},
)
OPTIONS = tuple(map(GAME.parse_options, ASKED))
CASES = [contract.Case(GAME, options, number) for number, options in enumerate(OPTIONS)]
CHECKS: tuple[Callable[[contract.Case], None], ...] = (
    contract.test_legal_actions_are_distinct_and_lack_only_at_the_end,
    contract.test_a_turn_lasts_while_others_are_asked_in_it,
    contract.test_notation_reads_back,
    contract.test_applying_leaves_its_argument_alone,
    contract.test_pieces_are_neither_lost_nor_made,
    contract.test_the_lines_add_up,
    contract.test_what_is_hidden_does_not_show,
    contract.test_a_sample_has_the_view_it_was_drawn_from,
    contract.test_everything_has_words,
    contract.test_a_record_replays_to_every_state,
)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.fixture(autouse=True)
def with_the_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes by its usual name, and states differ by what the oracle hides, too."""
    monkeypatch.setitem(GAMES, "imhotep", GAME)
    monkeypatch.setitem(TWINS, "imhotep", twin)


def twin(state: AnyState, seat: int | None, choice: Random) -> AnyState:
    """A state that the seat cannot tell from this one, omens included."""
    other = shuffled(state, seat, choice)
    oracle = SIDE.read(other)
    known = oracle.turned + (oracle.seer == seat)
    unseen = choice.sample(oracle.omens[known:], len(oracle.omens) - known)
    SIDE.write(other, Oracle(oracle.omens[:known] + bytes(unseen), oracle.turned, oracle.seer))
    return other


SIDE = TempleE()
shuffled = TWINS["imhotep"]


def at_the_oracle(case: contract.Case) -> State:
    """A state of a random game in which a seat is asked for an omen."""
    for moment in contract.playouts(case, "oracle"):
        if moment.state.steps and moment.state.steps[-1].kind == "ask-oracle":
            state: State = moment.state
            return state
    raise AssertionError("nobody was asked")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@every_case
def test_the_contract_of_games_holds(
    case: contract.Case, check: Callable[[contract.Case], None]
) -> None:
    """Whatever is asked of the published sides is asked of the new one."""
    check(case)


@every_case
def test_its_action_is_notation_with_codes_words_and_an_effect(case: contract.Case) -> None:
    """An action class carries all that is to be known of it."""
    state = at_the_oracle(case)
    seat = GAME.to_act(state)
    assert seat is not None
    view = GAME.view(state, seat)
    legal = GAME.legal_actions(state)
    codes = action_codes("imhotep", OPTIONS[case.number])
    assert [str(action) for action in legal] == ["foretell 1", "foretell 2", "foretell 3"]
    assert [codes.action(codes.code(action)) for action in legal] == list(legal)
    assert [GAME.label(view, action) for action in legal][1] == "Foretell an omen of 2"
    assert "to foretell an omen" in GAME.draw(view).splitlines()[0]
    oracle = SIDE.read(state)
    omen = oracle.omens[oracle.turned]
    before, after = GAME.scores(state)[seat], GAME.scores(GAME.apply(state, Foretell(omen)))[seat]
    gained = {line.source: line.points for line in after.lines}["temple"]
    assert gained - {line.source: line.points for line in before.lines}["temple"] == omen


def test_text_that_is_not_its_notation_is_refused() -> None:
    """Its parser is asked, and the table of the published sides does not know it."""
    with pytest.raises(MalformedAction, match="from 1 to 3"):
        GAME.parse_action("foretell 4")
    with pytest.raises(MalformedAction, match="begin with one of"):
        IMHOTEP.parse_action("foretell 1")
    with pytest.raises(UnknownOption, match="temple must be one of A, B, C, D"):
        IMHOTEP.parse_options(E)
    state = IMHOTEP.new_game(IMHOTEP.parse_options({}), bytes(32))
    with pytest.raises(IllegalAction):
        IMHOTEP.apply(state, Foretell(1))


@every_case
def test_what_it_hides_only_the_seer_sees(case: contract.Case) -> None:
    """A part says to whom it shows what, and the JSON of a view tells no more."""
    options = OPTIONS[case.number]
    state = GAME.new_game(options, bytes(32))
    state.table.parts[TEMPLE].unload(state, 1)
    oracle = SIDE.read(state)
    for seat in (None, *range(options.players)):
        view = GAME.view(state, seat)
        assert isinstance(view, ViewWithOracle)
        assert view.oracle == OracleView((), 1, oracle.omens[0] if seat == 1 else None)
        document = view_json(view)
        assert list(document)[-1] == "oracle"
        assert view_from_json(GAME, json.loads(json.dumps(document))) == view
    assert "Omens           -, seer 1" in GAME.draw(GAME.view(state, None))


def test_samples_draw_what_is_hidden() -> None:
    """Every order of the unseen omens occurs, and what is seen stays."""
    state = GAME.new_game(OPTIONS[0], bytes(32))
    SIDE.write(state, Oracle(bytes((3, 3, 1, 2, 2, 3)), 3, 1))
    for seat, orders in ((0, 3), (1, 2)):
        view = GAME.view(state, seat)
        samples = [GAME.sample(view, bytes((n,)) * 32) for n in range(40)]
        omens = {SIDE.read(sample).omens for sample in samples}
        assert len(omens) == orders
        assert all(sorted(one) == sorted(OMENS) and one[:3] == b"\3\3\1" for one in omens)
        drawn = [outcome.what for outcome in GAME.chance(samples[0])]
        assert drawn == ["deck", "round cards", "omens"]


@every_case
def test_its_vectors_have_one_layout(case: contract.Case) -> None:
    """What it shows, and its question, are told by name in every view of the game."""
    options = OPTIONS[case.number]
    observed = Observer(GAME, options)
    names = [feature.name for feature in observed.features]
    assert {"omens turned", "omen next", "omen seer", "asked ask-oracle"} <= set(names)
    assert len(set(names)) == len(names)
    for moment in contract.sampled(case, "vectors", 0.05):
        row = observed.row(moment.state, seat := moment.seat or 0)
        assert len(row) == observed.size
        assert row == observed.row(GAME.sample(GAME.view(moment.state, seat), bytes(32)), seat)
    row = observed.row(at_the_oracle(case), 0)
    asked = next(feature for feature in observed.features if feature.name == "asked ask-oracle")
    assert row[asked.start] == 1


@pytest.mark.parametrize("preset", IMHOTEP.presets)
def test_games_without_it_are_as_before(preset: str) -> None:
    """Codes, vectors and views of other sides do not move for a new one, which is not shown."""
    options = IMHOTEP.parse_options({"preset": preset, "players": 3})
    assert GAME.parse_options({"preset": preset, "players": 3}) == options
    assert list(GAME.every_action(options)) == list(IMHOTEP.every_action(options))
    state = IMHOTEP.new_game(options, bytes(32))
    new, published = GAME.view(state, 0), IMHOTEP.view(state, 0)
    assert view_json(new) == view_json(published) | {"oracle": None}
    assert Observer(GAME, options).row(state, 0) == Observer(IMHOTEP, options).row(state, 0)
    assert GAME.draw(new) == IMHOTEP.draw(published)


def test_its_chance_is_on_record() -> None:
    """A record spells out the omens, and does not verify without the side."""
    options = OPTIONS[0]
    state = GAME.new_game(options, bytes(32))
    plies: list[Ply] = []
    while (seat := GAME.to_act(state)) is not None:
        action = GAME.legal_actions(state)[-1]
        plies.append(Ply(seat, str(action)))
        GAME.advance(state, action)
    record = record_of(GAME, options, seed=bytes(32), match_id="m", seats=("a", "b"), plies=plies)
    assert record.options["sides"] == {**dict.fromkeys(SIDES_WITH_E, "A"), "temple": "E"}
    assert "omens" in [outcome.what for outcome in record.chance]
    verify(from_json(json.loads(json.dumps(to_json(record)))))


def test_a_field_or_a_number_that_is_wrong_is_refused() -> None:
    """A side without its field, or with the word or number of another's action, makes no game."""
    with pytest.raises(TypeError, match="TempleE is shown as oracle"):
        imhotep(Catalogue(SIDES_WITH_E, EXPANSIONS), View)

    class Again(TempleE):
        actions = (type("Other", (Foretell,), {"kind": "other"}), Foretell)

    twice = {**SIDES_WITH_E, "temple": {**SIDES_WITH_E["temple"], "F": Again()}}
    with pytest.raises(TypeError, match="Other and Foretell are both 25"):
        imhotep(Catalogue(twice, EXPANSIONS), ViewWithOracle).parse_action("pass")
