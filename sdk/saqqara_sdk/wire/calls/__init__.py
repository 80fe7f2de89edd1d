"""The calls of a client by what they are about, generated: with and without `async`."""
