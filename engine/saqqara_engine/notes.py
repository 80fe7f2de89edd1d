"""Moved to `saqqara_engine.records.notes`."""

import sys

from saqqara_engine.records import notes

sys.modules[__name__] = notes
