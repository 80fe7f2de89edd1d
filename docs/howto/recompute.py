"""The standings of a ladder, from its exported entries and results alone.

python recompute.py EXPORTED [--prior none]

Without the prior, a bot that finished ahead of all others in all games has no finite strength: inf.
"""

import argparse
import json
import sys
from math import isfinite
from pathlib import Path

from saqqara_contest.anchors import anchored_versions, anchors
from saqqara_contest.results import Result, retired
from saqqara_contest.seasons.fit import season_fit
from saqqara_contest.seasons.model import NO_PRIOR

asked = argparse.ArgumentParser()
asked.add_argument("exported", type=Path)
asked.add_argument("--prior", choices=("usual", "none"), default="usual")
given = asked.parse_args()
ladder, entries, every = (
    [json.loads(line) for line in (given.exported / name).read_text("utf-8").splitlines()]
    for name in ("ladder.json", "entries.jsonl", "results.jsonl")
)
house = {one["botId"]: one["botName"] for one in entries if one["isHouse"]}
results, versions = [], []
for result in every:
    if result["rated"] and result["annulledBy"] is None:
        bots = tuple(f"{seat['botId']} {seat['version']}" for seat in result["seats"])
        places = tuple(seat["place"] for seat in result["seats"])
        results.append(Result(bots, places, result["block"]))
        versions += [(bot.split()[0], bot) for bot in bots]
known = anchored_versions(anchors(ladder[0]["game"], ladder[0]["options"]), house, versions)
prior = 1.0 if given.prior == "usual" else NO_PRIOR
table = season_fit(results, retired=retired(versions), anchors=known, prior=prior)
for row in table.rows:
    anchored = f" {row.anchored.elo:.2f}" if row.anchored else ""
    certain = row.placing
    place = (
        f"{row.place} {certain.low}-{certain.high} {certain.best} {certain.band}"
        if certain
        else "-"
    )
    print(row.bot, place, f"{row.interval.low:.2f} {row.interval.high:.2f} {row.elo:.2f}{anchored}")
    if not isfinite(row.elo):
        print(f"{row.bot}: no finite strength without the prior", file=sys.stderr)
for check in table.misfits:
    print(f"warning ({check.aspect}): {check.text}", file=sys.stderr)
