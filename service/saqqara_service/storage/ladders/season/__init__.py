"""The course of a ladder."""
