"""The match service: a request becomes a use case.

Read `models.py` (what is said), `application/` (what can be done), `storage/` (where it is kept),
then the transports `rest/` and `graphql/`.
"""
