"""The fence around strawberry's handler of websockets; `SAQQARA_PLAIN=graphql` does without it.

Its handler and its adapter are subclassed, to read envelopes strictly, to measure the way to the
client, and to let each operation be paid for. Only `app.py` imports this, and only when it is used.
"""
