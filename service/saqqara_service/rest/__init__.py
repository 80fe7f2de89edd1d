"""The REST transport: parse, call, shape. No rule lives here.

`routes.py` is the list of what exists; a handler's signature is its contract, read once for
dispatch and once for `openapi/openapi.yaml`.
"""
