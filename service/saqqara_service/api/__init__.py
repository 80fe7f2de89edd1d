"""What can be asked of the service, whatever the transport: a row an operation, a use case a row.

`table.OPERATIONS` lists them all; REST's routes and its document, GraphQL's schema, the scopes and
the charges follow from it. A row names the function of the application that is its use case.
"""
