"""Cheats: statistical tests of a season's data for signs of cheating, each with a p-value."""
