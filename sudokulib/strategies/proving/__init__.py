"""Proofs without a pattern, by integer programming."""
