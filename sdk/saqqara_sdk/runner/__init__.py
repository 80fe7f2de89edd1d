"""Runs bots on a server: one connection, its feed, and a player for each match."""
