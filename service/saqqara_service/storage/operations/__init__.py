"""What wakes somebody: the job queue, and timers for what a dead process left behind."""
