"""Moved to `saqqara_engine.records.public_record`."""

import sys

from saqqara_engine.records import public_record

sys.modules[__name__] = public_record
