"""Lying here, this file puts `tests/` on the import path, so that tests can `import support`."""
