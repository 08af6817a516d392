"""The JSON of an f-puzzles puzzle, extracted from a link, a file or plain text."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from sudokulib.basics.limits import Limits
from sudokulib.errors import SudokuError
from sudokulib.formats.lzstring import decompress

_LINK = re.compile(r"[?&#]load=([^&#]*)|(?:^|[/=])fpuz(?:zles)?(?=[A-Z])([^?&#]*)")
"""A link of f-puzzles, or of an editor that accepts its puzzles after a prefix."""

_SHORT = re.compile(r"^(?:https?://)?(?:www\.)?f-puzzles\.com/\??(?:id=\S*)?$")
"""A link of f-puzzles without a puzzle, only with the number of one on its server."""

_BARE = "N4Ig"
"""The start of every compressed object that has a key."""


def is_fpuzzles(text: str) -> bool:
    """Return whether a text looks like an f-puzzles puzzle: a link, its payload, or JSON.

    >>> is_fpuzzles("https://f-puzzles.com/?load=N4Ig"), is_fpuzzles("samurai")
    (True, False)
    """
    text = text.strip()
    if text.startswith("{"):
        return _has_grid(text)
    if text.startswith(_BARE):
        return True
    one_line = "\n" not in text and not text.endswith((".json", ".yaml", ".yml"))
    return one_line and bool(_SHORT.match(text) or _LINK.search(text))


def _has_grid(text: str) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return bool(re.match(r'\{\s*"', text)) and '"grid"' in text
    inner = data.get("data", data)
    return isinstance(inner, dict) and isinstance(inner.get("grid", inner.get("size")), list | int)


def json_of(text: str, limits: Limits) -> dict[str, Any]:
    """Return the object that the text holds.

    Raises:
        SudokuError: the text is a short link, damaged base64 or JSON, or not an object.
        LimitError: the text is too long.
    """
    limits.check("text", len(text))
    text = text.strip()
    if not text.startswith("{"):
        text = decompress(_payload(text), limits=limits)
    data = _parsed(text)
    inner = data.get("data", data) if isinstance(data, dict) else data
    if not isinstance(inner, dict):
        raise SudokuError("the text is not a JSON object; an f-puzzles puzzle is {...} with a grid")
    return inner


def _payload(text: str) -> str:
    if _SHORT.match(text):
        raise SudokuError(
            f"{text[:60]!r} holds only the number of a puzzle on a server; open it there "
            "and export it with its long link, which has load= in it"
        )
    if link := _LINK.search(text):
        text = unquote(link[1] if link[1] is not None else link[2])
    return "".join(text.strip().replace(" ", "+").split())


def _parsed(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_constant)
    except json.JSONDecodeError as error:
        near = text[max(0, error.pos - 20) : error.pos + 20]
        raise SudokuError(
            f"broken JSON at line {error.lineno}, column {error.colno}, near {near!r}: "
            f"{error.msg}; export the puzzle again"
        ) from None
    except RecursionError:
        raise SudokuError("the JSON is nested too deep for a puzzle; export it again") from None
    except ValueError as error:
        raise SudokuError(f"the JSON has an unusable number ({error}); fix it") from None


def _constant(name: str) -> float:
    raise ValueError(name)
