"""What the host runs and watches: due work, counts, health, and each operation's outcome."""
