"""A bot that speaks the line protocol without our SDK, and misbehaves as it is told to."""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

Told = dict[str, Any]


def main(trick: str) -> None:
    for text in sys.stdin:
        told = json.loads(text)
        match told["type"]:
            case "hello":
                say(type="hello", protocol=1, name=trick)
            case "turn" if told["version"] < 8:
                first(told)
            case "turn":
                TRICKS[trick](told)
            case _:
                say(type="ready")


def first(told: Told) -> None:
    assert told["view"]["toAct"] == told["seat"]
    say(type="answer", version=told["version"], action=told["actions"][0])


def leave(_told: Told) -> NoReturn:
    print("I give up", file=sys.stderr)
    sys.exit(3)


def flood(_told: Told) -> NoReturn:
    while True:
        os.write(1, b"x" * 65536)


def stale(told: Told) -> None:
    say(type="answer", version=told["version"] - 1, action=told["actions"][0])


def slow(told: Told) -> None:
    if told["view"]["turnSeat"] != told["seat"]:
        time.sleep(0.1)
    first(told)


def late(told: Told) -> None:
    time.sleep(1)
    first(told)


TRICKS: dict[str, Callable[[Told], object]] = {
    "first": first,
    "exit": leave,
    "flood": flood,
    "stale": stale,
    "slow": slow,
    "late": late,
    "hang": lambda _: time.sleep(60),
    "memory": lambda _: bytearray(1 << 40),
    "garbage": lambda _: print("let me think", flush=True),
    "illegal": lambda told: say(type="answer", version=told["version"], action="win at once"),
    "error": lambda told: say(type="error", version=told["version"], message="no idea"),
}


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


main(sys.argv[1])
