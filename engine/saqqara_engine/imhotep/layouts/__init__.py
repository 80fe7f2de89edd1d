"""The static layout of the boards."""
