"""Rules of the Imhotep family: a state and an action give the next state.

Start reading at `game.py` (the contract), then `imhotep/rules.py`.
"""

from saqqara_engine.game import Game as Game
from saqqara_engine.games import GAMES as GAMES
from saqqara_engine.games import AnyGame as AnyGame
from saqqara_engine.games import find_game as find_game
