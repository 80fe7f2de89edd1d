"""The typed client: sends calls over HTTP, retries idempotent ones, follows streams."""
