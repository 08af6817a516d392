"""Uniqueness: deadly patterns."""
