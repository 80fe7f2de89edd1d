"""Ladders in Redis: seasons, entries, schedules and results, written under a lease."""
