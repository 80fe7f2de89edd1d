"""The fixtures of the service."""

from tests.service.conftest import own_server, plain_faults

__all__ = ["own_server", "plain_faults"]
