"""How a document is bounded, planned and run; what leans on graphql-core's executor."""
