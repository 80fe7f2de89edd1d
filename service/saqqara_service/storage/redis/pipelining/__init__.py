"""The fence around redis-py: whatever leans on its insides.

redis-py connects and logs in; then the transport is taken out of its connection, and hiredis packs
and parses on it.
"""
