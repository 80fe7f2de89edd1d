"""Records of games: their formats, the notes in them, and what is public while a match runs."""
