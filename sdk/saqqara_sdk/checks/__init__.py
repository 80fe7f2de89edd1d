"""Checks before a run: a bot in all its games, and the connection to a server."""
