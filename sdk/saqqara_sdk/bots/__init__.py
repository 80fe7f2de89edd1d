"""The API for authors of bots: base classes, turns, and loading of bots."""
