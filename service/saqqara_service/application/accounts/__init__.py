"""Accounts, their bots and tokens: who somebody is, and what they may do and keep."""
