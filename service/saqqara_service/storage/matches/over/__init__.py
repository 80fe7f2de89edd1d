"""What befalls matches that are over: other names, and their end."""
