"""The published table of a ladder, from its exported results alone.

python recompute.py EXPORTED/results.jsonl
"""

import json
import sys
from pathlib import Path

from saqqara_contest.results import Result, retired
from saqqara_contest.season_fit import season_fit

results, versions = [], []
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    result = json.loads(line)
    if result["rated"] and result["annulledBy"] is None:
        bots = tuple(f"{seat['botId']} {seat['version']}" for seat in result["seats"])
        places = tuple(seat["place"] for seat in result["seats"])
        results.append(Result(bots, places, result["block"]))
        versions += [(bot.split()[0], bot) for bot in bots]
table = season_fit(results, retired=retired(versions))
for row in table.rows:
    print(row.bot, f"{row.interval.low:.2f} {row.interval.high:.2f} {row.elo:.2f}")
for check in table.misfits:
    print(f"does not fit ({check.aspect}): {check.text}", file=sys.stderr)
