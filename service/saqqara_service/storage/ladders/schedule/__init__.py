"""What is planned in a ladder and what has counted."""
