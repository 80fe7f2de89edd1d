"""Moved to `saqqara_engine.records.record`."""

import sys

from saqqara_engine.records import record

sys.modules[__name__] = record
