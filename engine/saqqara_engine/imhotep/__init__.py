"""Imhotep: Builder of Egypt. Start reading at `rules.py`, then `steps.py`."""
