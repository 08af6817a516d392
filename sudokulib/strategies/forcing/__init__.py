"""Forcing chains and nets: the consequences of assumptions."""
