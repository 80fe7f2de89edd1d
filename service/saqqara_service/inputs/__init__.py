"""The questions, under their name of before."""

from saqqara_service.questions import *  # noqa: F403
