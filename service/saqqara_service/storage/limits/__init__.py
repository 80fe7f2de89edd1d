"""Token buckets in Redis, shared by all replicas."""
