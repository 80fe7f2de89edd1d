"""Matches: made, listed, told as records, forked, and who may see how much of them."""
