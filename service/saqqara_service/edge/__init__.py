"""Bytes and requests before any use case: bounds, deadlines, admission, charges, load shedding."""
