"""Who takes part in a ladder."""
