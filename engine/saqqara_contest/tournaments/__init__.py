"""Tournaments: who meets whom in each format, and the points of what was played."""
