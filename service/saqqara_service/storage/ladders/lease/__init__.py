"""Leases: who may write a ladder now."""
