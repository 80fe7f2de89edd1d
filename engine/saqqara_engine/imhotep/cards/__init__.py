"""The market cards: their kinds, piles, deck and blue cards."""
