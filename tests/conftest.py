"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# Nothing in the suite asserts a time; the same examples everywhere make a failure repeatable.
settings.register_profile(
    "sudokulib", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("sudokulib")
