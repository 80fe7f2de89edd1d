"""The fence around graphql-core's executor, whose work plans do.

A plan calls a resolver as the executor does, with all that it hands in, and tells a value as
strawberry's fields would.
"""
