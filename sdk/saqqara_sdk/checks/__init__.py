"""What would go wrong, before it does: a bot tried in all games, a server looked at from here."""
