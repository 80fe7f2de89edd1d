"""How fast the arena plays random bots at base Imhotep: `python -m tests.bench.bench_arena`.

Two players sit at the table. Rates are matches per second of processor time, of all processes that
take part and on one core, so that what else runs on the machine counts little. Beside the arena
stand PettingZoo's loop over our own environment, and kaggle-environments' own loop at tictactoe: by
decisions, since a game of it has only nine. What a second job gains is measured on the wall clock,
in turns with what a second busy loop gains.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter

from saqqara_bots.random_bot import RandomBot
from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import find_game
from saqqara_sdk.arena import Arena, BlockTerms, Entrant, Home, MatchSetting, OnFault
from saqqara_sdk.arena.blocks import Field, one_field
from saqqara_sdk.arena.entrants import unique
from saqqara_sdk.arena.jobs import JobPlan, playing
from saqqara_sdk.arena.ladder import LocalLadder
from saqqara_sdk.arena.texts import HOST, Command, program_hash
from saqqara_sdk.bots.bot import Bot
from saqqara_sdk.gym.aec import env
from tests.bench.measured import ROUNDS, Row, of_rounds, side_by_side

COMMAND = "python -m tests.bench.bench_arena"
RULES = find_game("imhotep")
OPTIONS = RULES.parse_options({"players": 2})
SETTING = MatchSetting(RULES, OPTIONS, Untimed())
FIELD = one_field(2)
MATCHES_PER_BLOCK = 2
PLAYOUTS = "the engine's playouts"
KAGGLE = "kaggle-environments, tictactoe"
SCRIPT: Command = (sys.executable, str(Path(__file__).parent / "line_bot.py"))
RIVALS = 8
LOOP = 20_000_000
JOBS = 2


def rows() -> Iterator[Row]:
    """In this process, by lines, a process for each match, and with two jobs."""
    with _one_core():
        rates = side_by_side(
            {
                PLAYOUTS: _playouts(200),
                "in process": _matches(100),
                "PettingZoo's AEC loop": _aec_loop(10),
            }
        )
        playouts = rates.pop(PLAYOUTS)
        yield Row("arena, playouts", playouts, "matches/s", COMMAND)
        for name, rate in rates.items():
            yield Row(f"arena, {name}", rate, "matches/s", COMMAND, PLAYOUTS, rate / playouts)
        ladder = [_ladder_rate() for _ in range(ROUNDS)]
        yield of_rounds("arena, ladder local", ladder, "matches/s", COMMAND)
        yield from _by_decisions()
        yield from _by_lines()
    yield from _with_jobs()


def _by_decisions() -> Iterator[Row]:
    """The arena beside kaggle-environments, random bots at either."""
    with _arena(RandomBot, Home.HERE) as arena:
        matches = [match for number in range(1, 101) for match in arena.block(number)]
    each = sum(seat.decisions for match in matches for seat in match.seats) / len(matches)
    rates = side_by_side({"ours": _matches(50), KAGGLE: _kaggle(10)})
    ours, theirs = rates["ours"] * each, rates[KAGGLE]
    yield Row(f"arena, {KAGGLE}", theirs, "decisions/s", COMMAND)
    yield Row("arena, in process", ours, "decisions/s", COMMAND, KAGGLE, ours / theirs)


def _by_lines() -> Iterator[Row]:
    """One bot in a process of its own against one in this process."""
    kinds: dict[str, tuple[Command, Home, int]] = {
        "line protocol, Python bot": ((*HOST, "random"), Home.PROCESS, 100),
        "line protocol, script that never asks for a view": (
            (*SCRIPT, "blind"),
            Home.PROCESS,
            100,
        ),
        "line protocol, script that asks for its view each turn": (
            (*SCRIPT, "asks"),
            Home.PROCESS,
            50,
        ),
        "line protocol, script that is sent every view": ((*SCRIPT, "sent"), Home.PROCESS, 50),
        "a fork for each match, Python bot": ((*HOST, "--fresh", "random"), Home.FRESH, 20),
        "a process for each match, script that never asks for a view": (
            (*SCRIPT, "blind"),
            Home.FRESH,
            10,
        ),
    }
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(ROUNDS):
        for name, (command, home, blocks) in kinds.items():
            found[name].append(_rate(command, home, blocks))
    for name, rates in found.items():
        yield of_rounds(f"arena, {name}", rates, "matches/s", COMMAND)


def _playouts(games: int) -> Callable[[], int]:
    random = Random(1)
    draw = random.random

    def work() -> int:
        for _ in range(games):
            state = RULES.new_game(OPTIONS, random.randbytes(32))
            while legal := RULES.legal_actions(state):
                RULES.advance(state, legal[int(draw() * len(legal))])
        return games

    return work


def _matches(blocks: int) -> Callable[[], int]:
    def work() -> int:
        with _arena(RandomBot, Home.HERE) as arena:
            return sum(len(arena.block(number)) for number in range(1, blocks + 1))

    return work


def _ladder_rate() -> float:
    """Matches per second of processor time on a ladder, without what starting its process takes."""
    few, many = map(_ladder, (100, 1_000))
    return (many[0] - few[0]) / (many[1] - few[1])


def _ladder(blocks: int) -> tuple[int, float]:
    """Matches of random bots on a ladder, paired, played and rated, and the seconds they took.

    They play in a process of their own, so its time counts as well.
    """
    plan, before = _plan(("random",) * RIVALS, ()), _used_s()
    table = LocalLadder(plan.labels, RULES.players[0], plan.terms.seed)
    with playing(plan, 1) as play:
        for tasks in table.rounds(blocks):
            for _number, block in play(tasks, frozenset()):
                table.count(block)
    return table.games.total() // MATCHES_PER_BLOCK, _used_s() - before


def _aec_loop(games: int) -> Callable[[], int]:
    """The loop of PettingZoo's documentation: random agents, masked."""
    table = env("imhotep", {"players": 2}, seed=1)

    def work() -> int:
        for _ in range(games):
            table.reset()
            for agent in table.agent_iter():
                seen, _, is_over, is_cut, _ = table.last()
                mask = seen["action_mask"]
                table.step(None if is_over or is_cut else table.action_space(agent).sample(mask))
        return games

    return work


def _kaggle(games: int) -> Callable[[], int]:
    """Decisions of random agents; it tells on standard output what it cannot load."""
    with redirect_stdout(StringIO()):
        from kaggle_environments import make  # noqa: PLC0415
    table, draw = make("tictactoe"), Random(1)

    def agent(seen: Mapping[str, Sequence[int]]) -> int:
        return draw.choice([cell for cell, mark in enumerate(seen["board"]) if not mark])

    def work() -> int:
        decisions = 0
        for _ in range(games):
            table.reset(2)
            decisions += len(table.run([agent, agent])) - 1
        return decisions

    return work


def _plan(bots: tuple[str, ...], fields: Sequence[Field]) -> JobPlan:
    return JobPlan(
        game="imhotep",
        options=OPTIONS.to_json(),
        time_control="untimed",
        on_fault=OnFault.AUTOPLAY,
        bots=bots,
        programs=tuple(map(program_hash, bots)),
        labels=tuple(unique(bots)),
        terms=BlockTerms(1, fields),
    )


def _arena(bot: type[Bot] | Command, home: Home) -> Arena:
    entrants = [Entrant("one", bot), Entrant("other", RandomBot)]
    return Arena(SETTING, entrants, BlockTerms(1, FIELD), home)


def _rate(command: Command, home: Home, blocks: int) -> float:
    """Matches per second of processor time, without what starting and stopping take."""
    few, many = (_cpu_s(command, home, count) for count in (1, 1 + blocks))
    return blocks * MATCHES_PER_BLOCK / (many - few)


def _cpu_s(command: Command, home: Home, blocks: int) -> float:
    before = _used_s()
    with _arena(command, home) as arena:
        for number in range(1, blocks + 1):
            arena.block(number)
    return _used_s() - before


def _used_s() -> float:
    """Processor time of this process and of its children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _with_jobs() -> Iterator[Row]:
    gains: dict[str, list[float]] = {"jobs": [], "loops": []}
    for _ in range(ROUNDS):
        loops = JOBS * _loops_s(1) / _loops_s(JOBS)
        alone, rate = _jobs_rate(1), _jobs_rate(JOBS)
        gains["loops"].append(loops)
        gains["jobs"].append(rate / alone)
    yield of_rounds("arena, two busy loops", gains["loops"], "times one", COMMAND)
    beside = ("what two busy loops gain", gains["loops"])
    yield of_rounds("arena, two jobs", gains["jobs"], "times one", COMMAND, beside)


def _jobs_rate(jobs: int) -> float:
    """Blocks per second from the first that comes in to the last, so that starting is over."""
    plan = _plan(("random", "random"), FIELD)
    tasks = list(map(plan.terms.task, range(1, 1500 * jobs + 1)))
    with playing(plan, jobs) as play:
        played = play(tasks, frozenset())
        next(played)
        began = perf_counter()
        done = sum(1 for _ in played)
        return done / (perf_counter() - began)


def _loops_s(processes: int) -> float:
    context = get_context("spawn")
    loops = [context.Process(target=_loop) for _ in range(processes)]
    began = perf_counter()
    for loop in loops:
        loop.start()
    for loop in loops:
        loop.join()
    return perf_counter() - began


def _loop() -> None:
    number = 0
    while number < LOOP:
        number += 1


@contextmanager
def _one_core() -> Iterator[None]:
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    for row in rows():
        print(row)
