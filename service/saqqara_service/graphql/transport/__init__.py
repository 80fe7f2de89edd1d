"""GraphQL over HTTP and over a websocket: requests, messages, and what a browser is shown."""
