"""The conformance suite: chosen games with all that a referee must know at every position."""
