"""The fence around graphql-core's executor, whose work plans do; `SAQQARA_PLAIN=graphql` does not.

A plan calls a resolver as the executor does, with all that it hands in, and tells a value as
strawberry's fields would. Only `schema.py` imports this, and only when it is used.
"""
