"""A random bot of the line protocol without our SDK.

`line_bot.py blind` never asks for a view, `asks` does each turn, `sent` is sent every view.
"""

import json
import random
import sys
from typing import Any


def say(**reply: Any) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


habit = sys.argv[1]
views = "always" if habit == "sent" else "ask"
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="line", views=views)
    elif message["type"] == "turn":
        if habit == "asks":
            say(type="view", version=message["version"])
            assert json.loads(sys.stdin.readline())["view"]
        say(type="answer", version=message["version"], action=random.choice(message["actions"]))
    else:
        say(type="ready")
