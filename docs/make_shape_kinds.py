"""Write docs/shape-kinds.md from the classes of the kinds.

python docs/make_shape_kinds.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from textwrap import dedent, indent

from sudokulib.puzzles.loading import loads
from sudokulib.shapes import Kind, kinds
from sudokulib.shapes.aliases import aliases_of
from sudokulib.shapes.catalogue import kind_fields, kind_text

PAGE = Path(__file__).parent / "shape-kinds.md"

HEAD = """\
# Kinds of shapes

<!-- Written by docs/make_shape_kinds.py from the classes; change those. -->

This page lists every kind of rule in the library, with its fields and an example. Rules go under
`shapes:` in a geometry or puzzle file ([geometry files](geometry-files.md)) and may also have a
`label:` and a `role:`. Cells are references such as `R1C1 R2C2` or `R1C1-R1C4`; numbers are the
integers behind the symbols, and a list of them may be text: `values: 1 12`, where `values: 12`
means 1 and 2. `sudokulib kinds` lists all kinds, those of plug-ins included, and
`sudokulib kinds killer` one of them.

Other common names are accepted in files, in Python and on the command line: `killer`,
`quadruple`, `german-whisper`. Some preset a field. Where a name stands for several kinds a field
says which: `{kind: kropki, dot: black, cells: R1C1 R1C2}`.

In Python add a rule by its name, `puzzle.add("cage", "R1C1 R1C2", sum=5)`, or as an object of its
class: `from sudokulib.shapes import Cage`, then `puzzle.add(Cage(cells="R1C1 R1C2", sum=5))`.
"""


def page() -> str:
    """The whole page."""
    found = [kind for kind in kinds() if kind.__module__.startswith("sudokulib.")]
    index = " · ".join(f"[`{kind.name}`](#{kind.name})" for kind in found)
    return "\n".join([HEAD, f"{index}\n", *(line for kind in found for line in _section(kind))])


def _section(kind: type[Kind]) -> Iterator[str]:
    yield f"## {kind.name}\n"
    yield f"{kind_text(kind)}\n"
    if other := ", ".join(alias.describe(kind.name) for alias in aliases_of(kind.name)):
        yield f"Also called {other}.\n"
    listed = list(kind_fields(kind))
    names = ", ".join(f.name for f in fields(kind))
    yield f"In Python: `{kind.__name__}({names})`\n"
    if listed:
        yield "| field | written as | default | |"
        yield "|---|---|---|---|"
        for f in listed:
            default = f"`{f.default}`" if f.default else "must be given"
            yield f"| `{f.name}` | {f.written} | {default} | {f.description} |"
        yield ""
    yield f"On `{kind.example_on}`:\n"
    yield f"```yaml\nshapes:{_example(kind)}\n```\n"
    if said := _in_words(kind):
        yield f"Beside a picture: “{said}”\n"


def _in_words(kind: type[Kind]) -> str:
    """The rules of the example as `Puzzle.rules_text` says them, without those of its grid."""
    puzzle = loads(f"geometry: {kind.example_on}\nshapes: {kind.example}")
    usual = puzzle.geometry.puzzle().rules_text().splitlines()
    return " ".join(line for line in puzzle.rules_text().splitlines() if line not in usual)


def _example(kind: type[Kind]) -> str:
    """The example as it stands after ``shapes:``, on lines of its own if it has several."""
    text = dedent(kind.example).strip()
    return f" {text}" if text.startswith("[") else "\n" + indent(text, "  ")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
