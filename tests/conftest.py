"""Settings of all tests."""

import gc
import os
import signal

from hypothesis import HealthCheck, settings

# Hooks of pytest: slow tests in daily parts.
from slow_parts import (  # noqa: F401
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_report_header,
)

# Nothing in the suite asserts a time; the same examples everywhere make a failure repeatable.
# Half of the examples that hypothesis tries by default: as they are the same every time, more can
# find something only once, and 400 found nothing (`SUDOKULIB_EXAMPLES=400 python -m pytest
# tests/properties tests/kernel tests/primitives tests/search tests/model tests/logic`, 2026-11).
# Other ones do: `--hypothesis-profile=random` found a mistake in `equivalent` within minutes.
settings.register_profile(
    "sudokulib",
    max_examples=int(os.environ.get("SUDOKULIB_EXAMPLES", "50")),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "random", settings.get_profile("sudokulib"), derandomize=False, print_blob=True
)
settings.load_profile("sudokulib")


def pytest_collection_finish() -> None:
    """Leave the tests and what they import out of garbage collections, and have fewer of them.

    Four modules of 4,259 tests took 138 and 144 s of processor instead of 152 and 161, in turn
    (`pytest -n 2 tests/shapes/test_kinds.py tests/strategies/test_soundness.py
    tests/formats/test_every_format.py tests/test_layers.py`, 2026-11); so they did with 100,000.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


# What a shell runs in the background ignores Ctrl-C, and so does all that it starts: tests that
# send it would wait for ever. A handler is not handed on, so what tests start is interrupted.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
