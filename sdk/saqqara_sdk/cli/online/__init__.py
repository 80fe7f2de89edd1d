"""Commands over the typed client: what a person or bot may ask a server, from the command line."""
