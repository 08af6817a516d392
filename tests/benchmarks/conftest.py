"""Micro-benchmarks are collected where pytest-benchmark is installed only."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pytest_benchmark") else ["test_*.py"]
