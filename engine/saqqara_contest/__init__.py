"""Contest: results and times become rulings.

Clock arithmetic, autoplay, blocks, pairing and ratings, all as pure functions: no clock is
read, nothing is stored, and every draw follows from a seed that the caller hands in.
"""
