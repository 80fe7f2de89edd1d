"""What can be done: use cases over (service, caller, plain values); no transport, no Redis."""
