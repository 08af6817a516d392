"""Chains and loops of alternating inferences."""
