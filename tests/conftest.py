"""Settings of all tests."""

import signal

from hypothesis import HealthCheck, settings

# Hooks of pytest: slow tests in daily parts.
from slow_parts import (  # noqa: F401
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_report_header,
)

# Nothing in the suite asserts a time; the same examples everywhere make a failure repeatable.
settings.register_profile(
    "sudokulib", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("sudokulib")

# What a shell runs in the background ignores Ctrl-C, and so does all that it starts: tests that
# send it would wait for ever. A handler is not handed on, so what tests start is interrupted.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
