"""What is ruled about the results of a ladder."""
