"""Finished drawings for the terminal: spans of text, each with its ink, and their colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sudokulib.basics.late_binding import lazy_module

if TYPE_CHECKING:
    from rich import text as rich_text
else:
    rich_text = lazy_module("rich.text")

Ink = Literal[
    "line", "given", "solved", "empty", "marked", "mark", "pattern", "second", "target", "placed"
]
"""The meaning of a span; the last four are parts of a step, ``mark`` any other candidate."""

GAP = -1
"""The shade of a place without a cell."""


class TextSpan(NamedTuple):
    """Some text of a drawing.

    Args:
        text: the text.
        ink: its meaning.
        tint: the shade of the cell: 0 for none, below 0 where there is no cell.
    """

    text: str
    ink: Ink
    tint: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing.

    Args:
        lines: its lines, as spans.
    """

    lines: tuple[tuple[TextSpan, ...], ...]

    @property
    def marked(self) -> bool:
        """Return whether it shows candidates."""
        return any(span.ink == "mark" for line in self.lines for span in line)

    def plain(self) -> str:
        """Return the drawing as text without colours."""
        return "\n".join("".join(span.text for span in line).rstrip() for line in self.lines)

    def rich(self) -> rich_text.Text:
        """Return the drawing as coloured text for rich."""
        shaded = any(span.tint > 0 for line in self.lines for span in line)
        text = rich_text.Text(no_wrap=True, overflow="ignore", end="")
        for number, spans in enumerate(self.lines):
            text.append("\n" if number else "")
            for words, style in _joined(spans, shaded):
                text.append(words, style)
        return text


_INKS: dict[Ink, str] = {
    "line": "",
    "given": "bold",
    "solved": "green",
    "empty": "dim",
    "marked": "bold reverse",
    "mark": "dim",
    "pattern": "bold black on #56b4e9",
    "second": "bold black on #e69f00",
    "target": "bold white on #d55e00",
    "placed": "bold white on #009e73",
}
_INKS_ON_PAPER: dict[Ink, str] = {
    "line": "#505050",
    "given": "bold #000000",
    "solved": "#1d4ed8",
    "empty": "#8a8a8a",
    "marked": "bold #ffffff on #c2185b",
    "mark": "#707070",
    "pattern": "bold #000000 on #56b4e9",
    "second": "bold #000000 on #e69f00",
    "target": "bold #ffffff on #d55e00",
    "placed": "bold #ffffff on #009e73",
}
_PAPER = "#ffffff"
_TINTS = (
    "#d9d9d9",
    "#ffe9a8",
    "#cfe3ff",
    "#d3f0c8",
    "#ffd3dc",
    "#e2d6ff",
    "#ffdcb8",
    "#c6eeea",
    "#e8ddc9",
    "#ecf5ae",
    "#f3cdf0",
    "#c9d3dd",
)


def _joined(spans: Sequence[TextSpan], shaded: bool) -> Iterator[tuple[str, str]]:
    """Yield texts with their styles, neighbours of one style joined."""
    words, style = "", ""
    for span in spans:
        now = _style(span, shaded) if span.text else style
        if now != style and words:
            yield words, style
            words = ""
        words, style = words + span.text, now
    if words:
        yield words, style


def _style(span: TextSpan, shaded: bool) -> str:
    if not shaded:
        return _INKS[span.ink]
    if span.tint == GAP:
        return ""
    ink = _INKS_ON_PAPER[span.ink]
    ground = _TINTS[(span.tint - 1) % len(_TINTS)] if span.tint else _PAPER
    return ink if " on " in ink else f"{ink} on {ground}"
