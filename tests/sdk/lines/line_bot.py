"""A bot that speaks the line protocol without our SDK, and misbehaves as it is told to."""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

Message = dict[str, Any]


def main(trick: str) -> None:
    for text in sys.stdin:
        message = json.loads(text)
        match message["type"]:
            case "hello":
                say(type="hello", protocol=1, name=trick)
            case "turn" if message["version"] < 8:
                first(message)
            case "turn":
                TRICKS[trick](message)
            case _:
                say(type="ready")


def first(message: Message) -> None:
    assert message["view"]["toAct"] == message["seat"]
    say(type="answer", version=message["version"], action=message["actions"][0])


def leave(_message: Message) -> NoReturn:
    print("I give up", file=sys.stderr)
    sys.exit(3)


def flood(_message: Message) -> NoReturn:
    while True:
        os.write(1, b"x" * 65536)


def stale(message: Message) -> None:
    say(type="answer", version=message["version"] - 1, action=message["actions"][0])


def slow(message: Message) -> None:
    if message["view"]["turnSeat"] != message["seat"]:
        time.sleep(0.1)
    first(message)


def late(message: Message) -> None:
    time.sleep(1)
    first(message)


TRICKS: dict[str, Callable[[Message], object]] = {
    "first": first,
    "exit": leave,
    "flood": flood,
    "stale": stale,
    "slow": slow,
    "late": late,
    "hang": lambda _: time.sleep(60),
    "memory": lambda _: bytearray(1 << 40),
    "garbage": lambda _: print("let me think", flush=True),
    "illegal": lambda message: say(type="answer", version=message["version"], action="win at once"),
    "error": lambda message: say(type="error", version=message["version"], message="no idea"),
}


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


main(sys.argv[1])
