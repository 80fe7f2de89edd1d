"""What seats see of a state: views, their samples, features and drawings."""
