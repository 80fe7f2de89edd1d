"""Challenges in Redis, what bots are engaged in, and the policies that answer for them."""
