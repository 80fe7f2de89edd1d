"""The conformance suite: selected games with the expected answers at every position."""
