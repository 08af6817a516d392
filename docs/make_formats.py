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

`sudokulib.read` recognises the notation of a text, link or file. It warns about each rule that is
given only in words or as a drawing.

```console
$ sudokulib convert 1.....2..3.....4 --to sdk
1...
..2.
.3..
...4
```

No format can express everything. What `write` produces is read again and compared with the puzzle,
and anything that was lost is listed:

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

The command line prints this list on standard error. If a format cannot represent a puzzle at all,
such as a samurai as 81 characters, that is an error. `sudokulib.read_all` reads files with one
puzzle per line. If rows are not of a classic grid, name the geometry:
`sudokulib convert rows.txt --geometry samurai --to yaml`.

Custom constraints of SudokuMaker are programs in JavaScript. With
`pip install 'sudokulib[sudokumaker]'` they are run, without files or network and at most for some
seconds, and what they add becomes rules: the 44 standard components of SudokuMaker by their
arguments, and a setter's own components by asking them about the fillings of their cells. A
component is warned of if it has too many of these, as have most on nine cells, or if its program
fails.

Every puzzle on squares in a rectangle can be shared as a link of SudokuPad. What SudokuPad has no
usual look for is drawn as in the pictures of this library and said in words; where that cannot be
read back, the link holds a copy of the puzzle as well, which counts until the drawing is edited.
Grids that overlap, joined edges and further sets can be shared in the same way: each set is a
cage that is not seen, and the text names the geometry. A link of Penpa holds lines and numbers on
squared paper, and nothing that states a set. Where grids overlap, nobody could read from it which
cells are a row; such puzzles are not written as Penpa.

The last column lists what survives a round trip.

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
