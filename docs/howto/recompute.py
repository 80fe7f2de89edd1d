"""The published table of a ladder, from its exported results alone.

python recompute.py EXPORTED/results.jsonl
"""

import json
import sys
from itertools import groupby, permutations, product
from pathlib import Path

import numpy as np

LOGIT = 400 / np.log(10)
results = map(json.loads, Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())
rated = [result["seats"] for result in results if result["rated"]]
games = [[(seat["place"], seat["botId"], seat["version"]) for seat in seats] for seats in rated]
names = sorted({seat[1:] for game in games for seat in game})
strength, variance, orders = np.zeros(len(names)), (200 / LOGIT) ** 2, []
for game in games:  # a tie counts as every order that it may stand for
    tied = [list(group) for _, group in groupby(sorted(game), key=lambda seat: seat[0])]
    ways = [sum(way, ()) for way in product(*map(permutations, tied))]
    orders += [([names.index(seat[1:]) for seat in way], 1 / len(ways)) for way in ways]
for _ in range(30):  # Newton's steps up the logarithm of Plackett and Luce's likelihood
    slope, information = -strength / variance, np.eye(len(names)) / variance
    for order, weight in orders:
        for left in (order[k:] for k in range(len(order) - 1)):
            share = np.exp(strength[left]) / np.exp(strength[left]).sum()
            slope[left] += weight * (np.arange(len(left)) == 0) - weight * share
            information[np.ix_(left, left)] += weight * (np.diag(share) - np.outer(share, share))
    covariance = np.linalg.inv(information)
    strength = strength + covariance @ slope
    squares = strength @ strength + np.trace(covariance)
    variance = (2 * (200 / LOGIT) ** 2 + squares) / (2 + len(names))
for i in np.argsort(-strength):
    print(*names[i], f"{LOGIT * (strength[i] - strength.mean()):.2f}")
