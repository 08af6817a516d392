"""The version of the library; `pyproject.toml` has the same."""

VERSION = "0.1.0"
