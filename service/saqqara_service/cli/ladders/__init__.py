"""The commands about ladders, and what they print and write."""
