"""Write docs/formats.md from the registry of formats.

python docs/make_formats.py
"""

from __future__ import annotations

from pathlib import Path

from sudokulib.formats import Format, formats

PAGE = Path(__file__).parent / "formats.md"

HEAD = """\
# Formats

<!-- Written by docs/make_formats.py from the registry of formats; change those. -->

Puzzles are read from the notations of other tools, and written in them. `sudokulib.read` finds out
by itself in which one a text, a link or a file is; what may be a rule there but is only words or
drawing gives a warning each.

```console
$ sudokulib convert 1.....2..3.....4 --to sdk
1...
..2.
.3..
...4
```

No format can say everything. A text never means more than the puzzle; what it does not say is
told, thing by thing, because every text is read again and compared before it is handed out:

```python
>>> import sudokulib
>>> four = sudokulib.read("{geometry: 4x4, givens: 1... ..2. .3.. ...4, title: Four, "
...                       "shapes: [{kind: cage, cells: R1C2 R1C3, sum: 5}]}")
>>> written = sudokulib.write(four, "line")
>>> print(written)
1.....2..3.....4
>>> written.dropped
('the shape “cage of R1C2 R1C3”', "the title 'Four'")

```

On the command line these lines go to standard error. A puzzle that a format cannot say at all,
such as a samurai as one line of 81 characters, is an error. Files with a puzzle in each line are
read with `sudokulib.read_all`, and converted line by line. Rows of symbols for any other geometry
are read with its name: `sudokulib convert rows.txt --geometry samurai --to yaml`. Rows that may be
of several geometries, such as an empty butterfly and an empty 12x12, are an error that names them.

Without loss means: of a puzzle that has nothing else, nothing is lost.

"""
TABLE = """\
| format | what it is | read | written | without loss |
|---|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    rows = "".join(map(_row, formats()))
    return f"{HEAD}{TABLE}{rows}"


def _row(made: Format) -> str:
    written = "yes" if made.encode else "no"
    files = f" ({', '.join(f'`{suffix}`' for suffix in made.suffixes)})" if made.suffixes else ""
    return f"| `{made.name}` | {made.summary}{files} | yes | {written} | {made.keeps} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
