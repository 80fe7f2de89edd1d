"""What can be asked of the service, whatever the transport: a row an operation, a use case a row.

`table.OPERATIONS` lists them all; REST's routes and its document, GraphQL's schema, the scopes and
the charges follow from it. The other files hold the use cases that turn a question into a call of
the application; where nothing is to be turned, a row names the application's own function.
"""
