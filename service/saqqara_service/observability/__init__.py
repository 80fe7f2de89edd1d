"""What the host sees of a process: logs, metrics and traces, which name no match and no token."""
