"""Imhotep: The Duel for two players; start reading at `rules.py`."""
