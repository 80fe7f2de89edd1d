"""Clocks, autoplay, blocks, pairing and ratings as pure functions.

They read no clock and store nothing, and callers pass the seed of every random draw.
"""
