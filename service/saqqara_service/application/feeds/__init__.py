"""What is told as it happens: of a match, of a ladder, and of all that a bot is asked."""
