"""Accounts, bots, tokens and quotas in Redis, and what was made under an idempotency key."""
