"""Quoting what people wrote, in messages."""

from __future__ import annotations

__all__ = ["short"]


def short(text: str) -> str:
    """Return the first line of a text, cut if it is long, to be quoted."""
    line = text.strip("\n").partition("\n")[0]
    return line if len(line) <= 60 else line[:59] + "…"
