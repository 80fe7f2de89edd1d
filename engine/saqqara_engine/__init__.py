"""Rules of the Imhotep family: a state and an action give the next state.

Start reading at `game.py` (the contract), then `imhotep/rules.py`.
"""
