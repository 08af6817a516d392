"""Checks for probable mistakes in valid files: small regions, cells without one, idle rules."""
