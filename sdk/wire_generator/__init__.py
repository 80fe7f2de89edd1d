"""Writes `saqqara_sdk.wire` from the published contract: `make wire`.

It is no part of what is installed. `table.py` says what a contract cannot: which group and name a
call has, and where its arguments are kinder than its body. The rest follows from
`openapi/openapi.yaml`.
"""
