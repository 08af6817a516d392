"""The version of the library; `pyproject.toml` has the same."""

__all__ = ["VERSION"]

VERSION = "0.1.0"
