"""Bots to learn from and to play against: a view becomes a choice, a page each."""
