"""The tasks run as the worker runs them, but what they tell is noted and not sent."""

from tests.live.conftest import told

__all__ = ["told"]
