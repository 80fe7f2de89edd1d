"""Who holds connections open, counted in Redis for all processes together."""
