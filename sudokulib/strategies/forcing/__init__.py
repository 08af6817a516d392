"""Forcing chains and nets: what an assumption leads to."""
