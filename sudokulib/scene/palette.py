"""The colours of drawings, by meaning, for light paper and for dark.

Nothing that matters is shown by colour alone: steps have signs as well, links and cages are dashed.
The colours of steps are those of M. Okabe and K. Ito (Color Universal Design, 2008), which
colour-blind people can tell apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

SCALE = 40
"""Pixels of a cell side, for which widths and dashes are meant.

A 9×9 is 370 pixels wide, which fits beside a text; pictures can be scaled. Coordinates are written
with one decimal, 1/400 of a cell side.
"""

Theme = Literal["light", "dark", "auto"]
"""Light paper, dark paper, or whichever the reader's system is set to."""

_PATTERNS = (
    ("edge", 2.4, ""),
    ("edge-solid", 12.4, ""),
    ("edge-dashed", 13, "6 5"),
    ("edge-dotted", 13.4, "2 3"),
    ("edge-ticked", 17, "2 8"),
    ("threaded", 1.6, ""),
    ("broken", 1.8, "9 7"),
    ("dash-dot", 1.8, "8 4 2 4 2 4"),
    ("beaded", 4.6, "0 9"),
)
"""Widths and dashes that tell lines apart: at the edge of their filling, and along its middle."""

Styles = Mapping[str, str]

_HUES = {
    "grey": ("#c9ccd1", "#4a4f57"),
    "red": ("#f3a7a0", "#8c3a34"),
    "orange": ("#f7c98b", "#8a5a1c"),
    "yellow": ("#f2e08a", "#7a6a1e"),
    "green": ("#a6dba0", "#35703a"),
    "teal": ("#9ad9d0", "#2a6f68"),
    "blue": ("#a9cdf2", "#305f92"),
    "purple": ("#d5b5ea", "#6a4288"),
    "pink": ("#f3b6d5", "#8a3f68"),
    "black": ("#17191c", "#f0f1f3"),
    "white": ("#ffffff", "#16181b"),
}
"""The tone of each hue on light paper and on dark."""

_TINTS = (
    ("#e6e8eb", "#2b2f36"),
    ("#fdf0c4", "#40391c"),
    ("#dcebfb", "#1d3449"),
    ("#e0f3d9", "#223a24"),
    ("#fbdfe4", "#45262c"),
    ("#eae2fb", "#33294a"),
    ("#fde7cf", "#443019"),
    ("#d8f1ee", "#1c3b39"),
    ("#efe6d8", "#3a3226"),
    ("#f2f7c9", "#383d1b"),
    ("#f6dff4", "#412643"),
    ("#dde4ea", "#28323b"),
)
"""Shades of cells, on light paper and on dark."""

TINTS = len(_TINTS)
"""The number of shades; after the last one they begin anew."""

_PAPER, _LINE, _FAINT = ("#ffffff", "#16181b"), ("#17191c", "#e4e6ea"), ("#6b7178", "#9aa0a8")
_GIVEN, _SOLVED = ("#0b0c0e", "#ffffff"), ("#1d4ed8", "#8ab4ff")
_ROLES = {
    "pattern": ("#56b4e9", "#2f86b8"),
    "second": ("#e69f00", "#b07a00"),
    "target": ("#f4b79a", "#8f3d10"),
    "placed": ("#5fd0a8", "#00805c"),
}
_RIMS = {
    "pattern": ("#0072b2", "#56b4e9"),
    "second": ("#a86a00", "#e69f00"),
    "target": ("#b23c00", "#ff9a66"),
    "placed": ("#00805c", "#5fd0a8"),
}
"""The colours of frames and of the edges of candidates, which stand out from the paper."""

_SETS = (
    ("#0072b2", "#56b4e9", ""),
    ("#a35200", "#e69f00", "9 4"),
    ("#00755a", "#3fcfa5", "2 4"),
    ("#9c3570", "#e69ac8", "10 4 2 4"),
)
"""The colours of a step's sets of cells on light paper and on dark, and the dashes around them."""

SETS = len(_SETS)
"""The number of looks of sets; after the last one they begin anew, with the next letter."""

_CROSS, _LINK = ("#b23c00", "#ff9a66"), ("#7a1fa2", "#d69cf0")


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme."""
    dark = "\n".join(_sheet(1))
    if theme == "dark":
        return dark
    light = "\n".join(_sheet(0))
    if theme == "light":
        return light
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"


# Safe to cache, as it reads nothing else.
@cache
def style_of(ink: str) -> Mapping[str, str]:
    """Return the properties of an ink on light paper, by their names in style sheets.

    If an ink has several names, what is later in the style sheet counts.

    >>> style_of("shaft")["stroke-width"], style_of("rim-grey beaded")["stroke-dasharray"]
    ('2', '0 9')
    """
    names = ink.split()
    found = {name: style for name, style in _styles(0) if name in names}
    parts = (part.partition(": ") for name in found for part in found[name].split("; "))
    return {key: value for key, _, value in parts}


def _mixed(one: str, other: str) -> str:
    """Return a colour three fifths of the way from the second to the first."""
    pairs = ((int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{(3 * a + 2 * b) // 5:02x}" for a, b in pairs)


def _sheet(tone: int) -> Iterator[str]:
    for name, style in _styles(tone):
        yield f".{name} {{ {style} }}"


def _styles(tone: int) -> Iterator[tuple[str, str]]:
    line = f"fill: none; stroke: {_LINE[tone]}"
    words = "font-family: 'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"
    yield "paper", f"fill: {_PAPER[tone]}"
    for number, tints in enumerate(_TINTS, 1):
        yield f"tint-{number}", f"fill: {tints[tone]}"
    yield "thin", f"{line}; stroke-width: 1; stroke-linecap: round; stroke-opacity: 0.55"
    yield "thick", f"{line}; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round"
    yield "fog", f"fill: {_FAINT[tone]}; fill-opacity: 0.3"
    yield "fog-stroke", f"fill: none; stroke: {_FAINT[tone]}; stroke-width: 1; stroke-opacity: 0.7"
    yield "cage", f"{line}; stroke-width: 1.3; stroke-dasharray: 4 2.6"
    yield "bond", f"{line}; stroke-width: 1; stroke-dasharray: 1 3; stroke-linecap: round"
    for hue, tones in _HUES.items():
        yield f"fill-{hue}", f"fill: {tones[tone]}"
        yield f"shade-{hue}", f"fill: {_mixed(tones[tone], _PAPER[tone])}"
        round_ = "stroke-linecap: round; stroke-linejoin: round"
        yield f"path-{hue}", f"fill: none; stroke: {tones[tone]}; stroke-width: 10; {round_}"
        yield f"rim-{hue}", f"fill: none; stroke: {tones[1 - tone]}; stroke-linejoin: round"
        yield f"dot-{hue}", f"fill: {tones[tone]}; stroke: {_LINE[tone]}; stroke-width: 1.2"
    round_ = "stroke-linecap: round; stroke-linejoin: round"
    yield "path-middle", f"fill: none; stroke: {_PAPER[tone]}; stroke-width: 4; {round_}"
    for name, width, dashes in _PATTERNS:
        cap = "butt" if dashes and name != "beaded" else "round"
        pattern = f"; stroke-dasharray: {dashes}" if dashes else ""
        yield name, f"stroke-width: {width}; stroke-linecap: {cap}{pattern}"
    yield "shaft", f"fill: none; stroke: {_FAINT[tone]}; stroke-width: 2; {round_}"
    yield "ring", f"fill: {_PAPER[tone]}; stroke: {_FAINT[tone]}; stroke-width: 2"
    yield "pill-rim", f"fill: none; stroke: {_FAINT[tone]}; stroke-width: 34; {round_}"
    yield "pill-core", f"fill: none; stroke: {_PAPER[tone]}; stroke-width: 30; {round_}"
    yield "halo", f"fill: none; stroke: {_GIVEN[tone]}; stroke-width: 1.4"
    yield "edge-sign", f"fill: {_LINE[tone]}; {words}; font-weight: bold"
    yield "edge-sign-on-black", f"fill: {_PAPER[tone]}; {words}; font-weight: bold"
    yield "chevron", f"{line}; stroke-width: 2; {round_}"
    yield "chevron-rim", f"fill: none; stroke: {_PAPER[tone]}; stroke-width: 7; {round_}"
    yield "note", f"fill: {_LINE[tone]}; {words}"
    yield "clue", f"fill: {_LINE[tone]}; {words}"
    yield "given", f"fill: {_GIVEN[tone]}; {words}; font-weight: bold"
    yield "solved", f"fill: {_SOLVED[tone]}; {words}"
    yield "pencil", f"fill: {_FAINT[tone]}; {words}"
    yield "pencil-on", f"fill: {_GIVEN[tone]}; {words}; font-weight: bold"
    yield from _step_styles(tone, words, round_)


def _step_styles(tone: int, words: str, round_: str) -> Iterator[tuple[str, str]]:
    """Yield the styles of what only steps have."""
    for role, tones in _ROLES.items():
        rim = f"stroke: {_RIMS[role][tone]}; stroke-width: 1"
        yield f"role-{role}", f"fill: {tones[tone]}; {rim}"
    for role, dash in (("pattern", ""), ("second", "; stroke-dasharray: 7 5")):
        colour = _RIMS[role][tone]
        yield f"frame-{role}", f"fill: none; stroke: {colour}; stroke-width: 2.6{dash}; {round_}"
    for number, (*colours, dash) in enumerate(_SETS, 1):
        pattern = f"; stroke-dasharray: {dash}" if dash else ""
        frame = f"fill: none; stroke: {colours[tone]}; stroke-width: 2.2{pattern}; {round_}"
        yield f"set-{number}", f"fill: {colours[tone]}; fill-opacity: 0.16"
        yield f"frame-set-{number}", frame
        yield f"badge-{number}", f"fill: {colours[tone]}"
    colour = _RIMS["pattern"][tone]
    yield "bracket", f"fill: none; stroke: {colour}; stroke-width: 3; {round_}"
    yield "bracket-plate", f"fill: {_PAPER[tone]}; stroke: {colour}; stroke-width: 1"
    yield "bracket-text", f"fill: {colour}; {words}; font-weight: bold"
    yield "badge-letter", f"fill: {_PAPER[tone]}; {words}; font-weight: bold"
    yield "cross", f"fill: none; stroke: {_CROSS[tone]}; stroke-width: 1.6; stroke-linecap: round"
    yield "strong", f"fill: none; stroke: {_LINK[tone]}; stroke-width: 2; {round_}"
    yield "weak", f"fill: none; stroke: {_LINK[tone]}; stroke-width: 1.6; stroke-dasharray: 4 3"
    yield "implied", f"fill: none; stroke: {_LINK[tone]}; stroke-width: 1.1; {round_}"
    yield "head", f"fill: {_LINK[tone]}"
    yield (
        "band",
        f"fill: none; stroke: {_LINK[tone]}; stroke-width: 13; stroke-opacity: 0.3; {round_}",
    )
    yield "plate", f"fill: {_PAPER[tone]}; stroke: {_LINK[tone]}; stroke-width: 1"
    yield "plate-number", f"fill: {_LINK[tone]}; {words}; font-weight: bold"
