"""Pages for people: what a browser gets from this host alone, and what it may do with it.

What is in `built` comes from `service/explorer` by `make explorer`, compressed as it travels.
"""
