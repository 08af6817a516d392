"""Checks for what a file says, but hardly means: small regions, cells without one, idle rules."""
