"""The HTML of a result for notebooks: its picture, its figures, and the first rows of its table.

All text is escaped: titles and names may come from strangers. Pictures are images with the SVG
inside, so that their styles do not reach one another or the page.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any

from sudokulib.render.notebooks import player_html
from sudokulib.render.picture import Picture, draw
from sudokulib.render.results import TYPES, codec_of
from sudokulib.render.results.codec import Data
from sudokulib.scene.glyphs import visible
from sudokulib.solving.explaining.hints import Hint
from sudokulib.solving.explaining.solving_path import Steps

MOST = 100_000
"""Characters of the HTML of a result: a notebook keeps each output, and a hundred should not make
it slow. Pictures that alone are larger, as of geometries with thousands of cells, are left out."""

_MOST_OF_STEPS = 50_000
"""Characters of the step player: of an ordinary 9x9 it takes 86,000 as it is, 18,000 packed."""

_ROWS = 12
"""Rows of a table that are shown; the docstring says how to get all."""

_WIDE = 120
"""The most characters of a text in a table."""

_STYLE = "font: 14px/1.4 system-ui, sans-serif; text-align: left; color: inherit"
_CELL = "text-align: left; vertical-align: top; padding: 1px 12px 1px 0; border: 0"


def html_of(shown: Any) -> str:
    """Return what notebooks show of a result, or of another object with a picture.

    >>> import sudokulib
    >>> html_of(sudokulib.count("4x4")).count("<table")
    1
    """
    if isinstance(shown, Steps) and (player := player_html(shown, _MOST_OF_STEPS)):
        return player
    body = [_heading(shown), *_tables(shown)]
    picture = _image(shown, MOST - sum(map(len, body)) - 500)
    text = f'<div style="min-width: 200px; max-width: 720px">{"".join(body)}</div>'
    flex = "display: flex; flex-wrap: wrap; gap: 24px; align-items: flex-start"
    return f'<div style="{_STYLE}; {flex}">{picture}{text}</div>'


def _heading(shown: Any) -> str:
    """Return the type of an object, and the title of its puzzle or its own, if any."""
    title = getattr(shown, "title", "") or getattr(getattr(shown, "puzzle", None), "title", "")
    name = type(shown).__name__
    return f"<p><b>{_escaped(f'{name}: {title}' if title else name)}</b></p>"


def _tables(shown: Any) -> Iterable[str]:
    kind = type(shown)
    if not any(one.__name__ in TYPES for one in kind.__mro__):
        yield f"<p>{_escaped(repr(shown))}</p>"
        return
    codec = codec_of(kind)
    yield _facts(codec.row(shown))
    if kind.__name__ not in _DRAWN:
        yield _table(codec.rows(shown))


def _facts(row: Mapping[str, Any]) -> str:
    """Return a table of the figures and texts that are not empty, with a name beside each."""
    lines = (
        f'<tr><th style="{_CELL}">{_escaped(name)}</th><td style="{_CELL}">{_escaped(value)}</td>'
        "</tr>"
        for name, value in row.items()
        if value not in ("", None)
    )
    return f'<table style="border: 0">{"".join(lines)}</table>'


def _table(rows: Sequence[Data]) -> str:
    """Return the first rows as a table, and how many there are if not all are shown."""
    if not rows:
        return ""
    head = "".join(f'<th style="{_CELL}">{_escaped(name)}</th>' for name in rows[0])
    lines = (
        "".join(f'<td style="{_CELL}">{_escaped(value)}</td>' for value in row.values())
        for row in rows[:_ROWS]
    )
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    more = f"<p>{_ROWS} of {len(rows):,} rows; rows() has all</p>" if len(rows) > _ROWS else ""
    return f'<table style="border: 0"><tr>{head}</tr>{body}</table>{more}'


def _escaped(value: object) -> str:
    """Return a value as text that is safe in HTML, cut to fit in a cell of a table."""
    if isinstance(value, bool):
        text = "yes" if value else "no"
    else:
        text = f"{value:,.2f}" if isinstance(value, float) else str(value)
    text = visible(text)
    return escape(text if len(text) <= _WIDE else f"{text[: _WIDE - 1]}…")


def _image(shown: Any, most: int) -> str:
    """Return the picture of an object as an image, if there is one and it is not too large."""
    picture = _picture(shown)
    if picture is None:
        return ""
    data = b64encode(picture.svg().encode()).decode()
    if len(data) > most:
        return ""
    alt = _escaped(repr(shown))
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}" style="max-width: 420px">'


def _picture(shown: Any) -> Picture | None:
    make = _PICTURES.get(type(shown).__name__)
    return make(shown) if make else None


def _of_hint(hint: Hint) -> Picture | None:
    if hint.explanation is not None:
        return draw(hint.explanation, outcome=hint.depth == 4)
    return None if hint.puzzle is None else draw(hint.puzzle)


_PICTURES: dict[str, Callable[[Any], Picture | None]] = {
    "Canonical": lambda found: draw(found.puzzle),
    "Explanation": draw,
    "Generated": lambda one: draw(one.puzzle),
    "Geometry": draw,
    "Hint": _of_hint,
    "Lint": lambda found: draw(found.puzzle),
    "Puzzle": draw,
    "Rating": lambda rating: draw(rating.puzzle),
    "Recipe": lambda recipe: draw(recipe.geometry),
    "Result": lambda result: draw(result.solution or result.puzzle),
    "Solution": draw,
    "Solutions": lambda found: draw(found.puzzle),
    "Steps": lambda steps: draw(steps.puzzle),
    "SupportCounts": lambda found: draw(found.puzzle),
    "TrueCandidates": draw,
}
_DRAWN = frozenset({"Geometry", "Puzzle", "Solution", "TrueCandidates"})
"""Types whose picture shows what their rows list."""
