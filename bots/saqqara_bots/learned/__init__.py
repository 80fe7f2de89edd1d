"""A bot that has learned by playing against itself, and the program that taught it.

Read on in `network.py` (what it learned), `train.py` (how) and `bot.py` (how it plays).
"""
