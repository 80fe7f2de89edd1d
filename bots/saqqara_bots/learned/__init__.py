"""A bot trained by self-play, and the program that trains it.

`network.py` defines the network, `train.py` trains it, and `bot.py` plays with it.
"""
