"""Micro-benchmarks are collected only where pytest-benchmark is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pytest_benchmark") else ["test_*.py"]
