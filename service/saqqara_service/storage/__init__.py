"""What is kept in Redis and how: keys, scripts, connections. The only room that knows Redis."""
