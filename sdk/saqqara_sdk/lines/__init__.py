"""The line protocol: bots in any language, as separate processes."""
