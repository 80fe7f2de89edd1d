"""Cheats: what a season's own data say against its bots, each as a statistic with a p-value."""
