"""Views of a state by a seat: their samples, features and drawings."""
