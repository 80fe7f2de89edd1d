"""The fence around strawberry's handler of websockets.

Its handler and its adapter are subclassed, to read envelopes strictly, to measure the way to the
client, and to let each operation be paid for.
"""
