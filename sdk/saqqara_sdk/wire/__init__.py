"""The messages between a client and the service: values, errors, and each call as a value."""
