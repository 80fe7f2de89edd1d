"""Tables in small, drawn by the service: of what the public sees, and of nothing else."""
