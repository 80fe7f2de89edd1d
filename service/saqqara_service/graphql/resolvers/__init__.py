"""One resolver for each query, mutation and subscription: parse, call, shape."""
