"""The colours of drawings, and the names by which rules call them."""

from __future__ import annotations

import colorsys
import re
from functools import cache
from typing import Any

_HEX = re.compile(r"#?([0-9a-fA-F]{3,8})")
_NAMED = {"#0": "000000", "#f": "ffffff", "black": "000000", "white": "ffffff"}


def normal_colour(value: Any) -> str:
    """Return a colour as six lower-case hexadecimal digits; empty for none, or an unknown one.

    >>> normal_colour("#CFCFCF"), normal_colour("#abc"), normal_colour(112233)
    ('cfcfcf', 'aabbcc', '112233')
    >>> normal_colour("#ffffff00"), normal_colour("#F")
    ('', 'ffffff')
    """
    if type(value) is int and 0 <= value < 10**6:  # shrunk JSON drops the quotes
        return f"{value:06}"
    if not isinstance(value, str):
        return ""
    if value.lower() in _NAMED:
        return _NAMED[value.lower()]
    match = _HEX.fullmatch(value)
    digits = match[1].lower() if match else ""
    if len(digits) in (3, 4):
        digits = "".join(2 * digit for digit in digits)
    if len(digits) not in (6, 8) or digits[6:] == "00":
        return ""
    return digits[:6]


_HUES: tuple[tuple[str, int, int], ...] = (
    ("red", -16, 16), ("orange", 14, 46), ("gold", 36, 56), ("yellow", 44, 70), ("lime", 65, 110),
    ("green", 72, 168), ("teal", 160, 200), ("turquoise", 160, 200), ("cyan", 160, 200),
    ("blue", 184, 256), ("purple", 250, 320), ("violet", 250, 320), ("magenta", 285, 346),
    ("pink", 290, 356),
)  # fmt: skip
"""Names, each with the hues in degrees that people call so; what may be called either has both."""

_GREY, _BLACK, _WHITE = 0.12, 0.15, 0.95
"""Saturation below which a colour is grey, and brightness of black and white.

Between the names there is no gap; a colour near a border may be called by both of its names.
"""


# Safe to cache, as it reads nothing else.
@cache
def names_of(colour: str) -> frozenset[str]:
    """Return all names by which rules may call a colour.

    >>> sorted(names_of("67f067")), sorted(names_of("cfcfcf")), sorted(names_of("f067f0"))
    (['green'], ['gray', 'grey'], ['magenta', 'pink', 'purple', 'violet'])
    """
    if not colour:
        return frozenset()
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (0, 2, 4))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < _GREY or value <= _BLACK:
        shades = {"black"} if value <= _BLACK else {"white"} if value >= _WHITE else set()
        return frozenset(shades or {"grey", "gray"})
    degrees = hue * 360
    found = {
        name for name, low, high in _HUES
        if low <= degrees <= high or low <= degrees - 360 <= high
    }  # fmt: skip
    pale = saturation < 1 / 2
    if "orange" in found:
        found |= {"peach"} if pale else set()
        found |= {"brown"} if value < 3 / 4 else set()
    if "red" in found and pale:
        found.add("pink")
    return frozenset(found)


SHADES = {
    "black": "000000", "blue": "4080ff", "brown": "a06020", "cyan": "40d0e0", "gold": "e0b000",
    "gray": "cfcfcf", "green": "67f067", "grey": "cfcfcf", "lime": "a0f040", "magenta": "f040c0",
    "orange": "f0a040", "peach": "ffd0a0", "pink": "ffb0c0", "purple": "a040f0", "red": "f04040",
    "teal": "20a0a0", "turquoise": "40e0d0", "violet": "9060f0", "yellow": "f0e040",
}  # fmt: skip
"""A shade of each colour, for lines that are written."""
