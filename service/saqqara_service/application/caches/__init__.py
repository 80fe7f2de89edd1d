"""What a process remembers of Redis; each may be dropped and read anew."""
