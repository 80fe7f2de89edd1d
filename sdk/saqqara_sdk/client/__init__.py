"""The typed client: sends calls over HTTP, repeats what may be repeated, follows streams."""
