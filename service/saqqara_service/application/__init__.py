"""What can be done: use cases over (service, caller, plain values). Knows no door and no Redis."""
