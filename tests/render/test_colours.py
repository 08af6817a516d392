"""Nothing is told by colour alone: kinds differ in form, or in colours that all eyes tell apart."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest

from sudokulib.primitives import AllDifferent
from sudokulib.puzzles.loading import loads
from sudokulib.scene.palette import SETS, style_sheet
from sudokulib.shapes.line_kind import LineKind
from sudokulib.shapes.registry import kinds

DEFICIENCIES = {
    "none": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices on linear RGB, of severity 1: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009)."""

LEAST = 10.0
"""The least CIEDE2000 difference of two marks that differ in nothing else.

Two colours are said to be just noticeably different at 1 to 2.3 side by side; marks lie cells
apart, so they need several times that.
"""

Colour = tuple[float, float, float]


def linear(colour: str) -> Colour:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def times(matrix, colour) -> Colour:
    r, g, b = (sum(k * c for k, c in zip(row, colour, strict=True)) for row in matrix)
    return r, g, b


def seen(colour: str, deficiency: str) -> Colour:
    """The colour in CIELAB (D65), as it is seen with a deficiency."""
    rgb = [max(0.0, min(1.0, c)) for c in times(DEFICIENCIES[deficiency], linear(colour))]
    xyz = times(
        (
            (0.4124564, 0.3575761, 0.1804375),
            (0.2126729, 0.7151522, 0.0721750),
            (0.0193339, 0.1191920, 0.9503041),
        ),
        rgb,
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        t ** (1 / 3) if (t := c / w) > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29
        for c, w in zip(xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour) -> float:
    """CIEDE2000, as in G. Sharma, W. Wu and E. N. Dalal, Color Res. Appl. 30 (2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 1.5 - 0.5 * sqrt(mean / (mean + 25**7))
    a1, a2 = a1 * g, a2 * g
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = h2 - h1 if c1 * c2 else 0.0
    turn -= 360 * (turn > 180) - 360 * (turn < -180)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    hue = (h1 + h2) / 2 if c1 * c2 else h1 + h2
    if c1 * c2 and abs(h1 - h2) > 180:
        hue += 180 if h1 + h2 < 360 else -180
    light, c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    spread = 60 * exp(-(((hue - 275) / 25) ** 2))
    twist = -2 * sqrt(c**7 / (c**7 + 25**7)) * sin(radians(spread))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return sqrt(dl * dl + dc * dc + dh * dh + twist * dc * dh)


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_the_differences_are_those_of_the_published_test_data(one, other, known):
    assert difference(one, other) == pytest.approx(known, abs=1e-4)


def tones(theme: str, ink: str) -> dict[str, str]:
    """The colour of each hue, in a theme, as some ink."""
    pattern = rf"\.{ink}-(\w+) {{.*?(?:stroke|fill): (#\w+)"
    return dict(re.findall(pattern, style_sheet(theme)))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it."""
    dark, light = sorted(times([(0.2126, 0.7152, 0.0722)] * 3, linear(c))[0] for c in (one, other))
    return (light + 0.05) / (dark + 0.05)


def puzzle_of(kind):
    return loads(f"geometry: {kind.example_on}\nshapes: {kind.example}")


def drawn(kind):
    """Each example of a kind that has marks, with these and its primitives."""
    puzzle = puzzle_of(kind)
    context = puzzle.geometry.context_of(puzzle.all_shapes)
    for shape in puzzle.shapes:
        if type(shape.rule) is kind and (marks := list(shape.rule.drawn(context))):
            yield shape.rule, marks, list(shape.rule.lower(context))


def form(marks):
    """All that marks show except their colours and numbers."""
    return frozenset(
        (
            mark.form,
            mark.look,
            min(len(mark.cells), 3) if mark.form == "badge" else 0,
            re.sub(r"\d+", "1", mark.text),
            mark.sign,
        )
        for mark in marks
    )


def same_rule(one, other) -> bool:
    """Return whether two kinds mean the same or both only forbid repeats."""
    (name, *_), (other_name, *_) = (rule.meaning for rule, _, _ in (one, other))
    return name == other_name or all(
        isinstance(primitive, AllDifferent) for _, _, made in (one, other) for primitive in made
    )


EXAMPLES = [example for kind in kinds() for example in drawn(kind)]


def alike():
    """Yield two rules of different kinds whose marks have the same form."""
    for one, other in combinations(EXAMPLES, 2):
        differ = type(one[0]) is not type(other[0]) and not same_rule(one, other)
        if differ and form(one[1]) == form(other[1]):
            yield one, other


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_kinds_differ_in_form_or_in_a_colour_that_everybody_sees(theme):
    tone = tones(theme, "fill")
    for (one, marks, _), (other, others, _) in alike():
        for deficiency in DEFICIENCIES:
            told = min(
                difference(*(seen(tone[mark.hue], deficiency) for mark in both))
                for both in product(marks, others)
            )
            assert told >= LEAST, f"{one.name} and {other.name} look alike with {deficiency}"


def test_colours_alone_would_not_do():
    tone = tones("light", "fill")
    teal, pink = (seen(tone[hue], "deuteranopia") for hue in ("teal", "pink"))
    assert difference(teal, pink) < LEAST < difference(seen(tone["teal"], "none"), pink)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_stand_out_from_the_paper(theme):
    (paper,) = re.findall(r"\.paper \{ fill: (#\w+)", style_sheet(theme))
    edges = tones(theme, "rim")
    for rule, marks, _ in EXAMPLES:
        if isinstance(rule, LineKind):
            hues = {mark.hue for mark in marks if mark.form == "path"}
            assert all(contrast(edges[hue], paper) >= 3 for hue in hues), rule.name


def test_dutch_whispers_are_told_from_german_ones():
    puzzle = loads(
        "{geometry: 9x9, shapes: [{kind: whisper, lines: [R1C1-R1C3]}, "
        "{kind: whisper, d: 4, lines: [R2C1-R2C3]}]}"
    )
    context = puzzle.geometry.context_of(puzzle.all_shapes)
    (german,), (dutch,) = (list(shape.rule.drawn(context)) for shape in puzzle.shapes)
    assert (german.hue, german.text) == ("green", "")
    assert (dutch.hue, dutch.text) == ("orange", "≥4")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_a_step_draws_stands_out_from_the_paper(theme):
    sheet = style_sheet(theme)
    (paper,) = re.findall(r"\.paper \{ fill: (#\w+)", sheet)
    inks = r"frame-[\w-]+|role-\w+|badge-\d|strong|weak|implied|head|cross"
    styles = dict(re.findall(rf"\.({inks}) {{ (.*) }}", sheet))
    assert len(styles) == len(re.findall(r"frame-|role-|badge-\d", sheet)) + 5
    for ink, style in styles.items():
        colour = re.search(r"stroke: (#\w+)", style) or re.search(r"fill: (#\w+)", style)
        assert colour is not None
        assert contrast(colour[1], paper) >= 3, ink


def test_sets_of_a_step_differ_in_their_dashes():
    frames = re.findall(r"\.frame-set-\d .*", style_sheet("light"))
    dashes = {re.sub(r".*dasharray: ([\d ]+).*|.*", r"\1", frame) for frame in frames}
    assert len(dashes) == len(frames) == SETS
