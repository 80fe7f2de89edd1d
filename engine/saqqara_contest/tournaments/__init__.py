"""Tournaments: the pairings of each format, and the points of results."""
