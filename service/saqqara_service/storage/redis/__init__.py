"""Redis itself: clients that never repeat a write, scripts, pub/sub, keys, a server of our own."""
