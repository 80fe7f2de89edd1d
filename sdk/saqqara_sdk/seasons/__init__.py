"""Exported seasons of ladders: their download, their statistics, and reports."""
