"""A random bot of the line protocol without our SDK; it is told when to get views."""

import json
import random
import sys

for line in sys.stdin:
    told = json.loads(line)
    reply: dict[str, object] = {"type": "ready"}
    if told["type"] == "hello":
        reply = {"type": "hello", "protocol": 1, "name": "line", "views": sys.argv[1]}
    elif told["type"] == "turn":
        action = random.choice(told["actions"])
        reply = {"type": "answer", "version": told["version"], "action": action}
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()
