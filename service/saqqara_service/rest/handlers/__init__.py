"""One handler for each endpoint: parse, call, shape."""
