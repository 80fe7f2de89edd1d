"""Matches in Redis: a hash, a log and the scripts that change both in one step."""
