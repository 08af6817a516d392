"""Deductions as data: steps, what they rest on, their check and their words."""
