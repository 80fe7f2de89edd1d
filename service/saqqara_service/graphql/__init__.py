"""The GraphQL transport: parse, call, shape. No rule lives here.

The models of `models.py` are the types and those of `questions.py` the inputs (`types.py`); what is
refused has its own type per error (`errors.py`); `schema.py` puts the rooms' fields together.
"""
