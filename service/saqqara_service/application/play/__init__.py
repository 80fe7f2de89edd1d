"""Acting in a running match: what is admitted, what its clocks rule, and how it ends early."""
