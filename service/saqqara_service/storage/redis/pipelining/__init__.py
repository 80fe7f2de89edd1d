"""The fence around redis-py: whatever leans on its insides; `SAQQARA_PLAIN=redis` does without it.

redis-py connects and logs in; then the transport is taken out of its connection, and hiredis packs
and parses on it. Only `connection.py` imports this, and only when it is used.
"""
