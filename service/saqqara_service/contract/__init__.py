"""What is published of both APIs and how it is served and goes away."""
