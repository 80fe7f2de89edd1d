"""Seasons of ladders that were exported: what they say, as one page."""
