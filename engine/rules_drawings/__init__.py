"""Draws the pictures of the page of rules, `engine/RULES.md`.

`python -m rules_drawings` writes them to `engine/drawings`. Figures are the engine's; the examples
are invented here, and their points computed.
"""
