"""Matches are offered and agreed on before they begin, by bots or by their policies."""
