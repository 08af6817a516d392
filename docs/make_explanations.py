"""Write docs/explanations.md: three puzzles explained to the end, as `sudokulib explain` does.

python docs/make_explanations.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parent
PAGE = DOCS / "explanations.md"

HEAD = """\
# Explanations

<!-- Written by docs/make_explanations.py; change that. -->

`sudokulib explain` walks through a puzzle by logic alone and says why of each step, whatever the
geometry. Cells and shapes go by the names that the geometry gives them. This page explains three
puzzles to the end and says how to read them; [JSON answers](json.md#explain) has the same as data.

## How to read a step

> 7\\. **X-wing**: row 2 and row 7 each need 5, and all its places there lie in column 1 and
> column 4, which hold it there and nowhere else, so R5C4 is not 5
>
> `X-wing: 5 r27\\c14 => R5C4<>5`

First the technique, why it applies, and after *so* what follows. Then the same in the terse
notation of the field:

- Cells that differ in one number are drawn together: `R1C23` is R1C2 and R1C3. Usual shapes are
  letters, `r2` for row 2, `B.b3` for box 3 of grid B; any other has its name in full.
- After `=>` stands what follows: `=` a symbol placed, `<>` symbols excluded.
- Chains are written as Eureka does: in `(5)R1C1=(5)R1C5-(5)R4C5` one of the first two is true, and
  of the last two no more than one.
- Fish say which shapes need the symbol and, after the backslash, which hold all of it; `f` are
  fins.
- What has no notation of its own names its truths and links, as set logic does: `{5b1 R3C4}`, the
  place of 5 in box 1 and the symbol of R3C4, against `{5c2 R3C1}`.

Sums are told as equations. `10 combinations → 2: 159 or 168` says how many sets of symbols a sum
has by itself, and which of them its cells can still hold; `with 6 in R1C1 none of these can be
filled in` that no way to put one of them into the cells has the 6 there.

Singles that follow one another are told together, each with the shape in which the symbol has no
other place (if it has none, the cell has no other symbol); so are routine steps of cages and lines.
`--all` tells each by itself. In a terminal the board stands beside each step, with its pencil
marks: in colours, and with signs before cells for those who see none (`*` the pattern, `+` what
else it has, such as fins, `-` a cell that loses candidates, `=` one that is placed). Where a step
looks at cases, they are told below it, indented.

Other ways to have it: `--until 20` and `--until "x wing"` stop early, `--technique` shows the
steps of one technique only, `--profile` says which techniques take part, `--assume-unique` allows
those that hold only if there is one solution, `--markdown` writes a page, `--json` data. The walk
ends after five minutes unless `--seconds` says otherwise (`--seconds inf`: never), and with Ctrl-C
at once; what was found until then is told, and goes into `--proof` and `--html`. Of a puzzle with
several solutions it ends where every candidate left is in one of them, as nothing more follows. In
Python, `sudokulib.explain(puzzle)` gives the steps one after the other, as they are asked for:

```python
>>> import sudokulib
>>> puzzle = sudokulib.load("examples/tredoku-hook-5/hook.yaml")
>>> first = next(sudokulib.explain(puzzle))
>>> first.single, first.before.complete, first.text.startswith(first.title)
(True, False, True)

```

## A hint instead

`sudokulib hint` looks at your own grid, with your pencil marks if you give them as a grid of
candidates, and tells only as much as you want: whether there is a mistake (`--depth 0`), where to
look (1), for which technique (2), its pattern (3), or all of it (4). `--list` shows all that can be
done next, the easiest first; of steps that do the same, only the easiest. It gives up after a
minute unless `--seconds` says otherwise.

```console
$ sudokulib hint 4x4 "1... ..2. .3.. ...4" --state "1... ..2. 23.. ...4"
There is a mistake in R3C1; nothing is left for R4C1.
$ sudokulib hint 4x4 "1... ..2. .3.. ...4" --state "1... ..2. 43.. ...4" --depth 2
Look for a ...
```

## A solve as a proof

Each step carries what proves it. `sudokulib explain --proof FILE` writes them all, from the givens
on, and `sudokulib check-proof FILE` checks them with a checker that trusts no technique: it knows
sums of inequalities, fillings of one shape, cases, and nothing else. It names the first step that
does not follow. If all do and every cell is placed, the solution is the only one.

```console
$ sudokulib explain examples/tredoku-hook-5/hook.yaml --no-grids --proof hook.json
...
$ sudokulib check-proof hook.json
...
proved: the puzzle has exactly one solution
```

Steps that assume a single solution are refused, as that is what is to be proved;
`--allow-uniqueness` lets them pass, for the weaker claim that *if* there is one solution, it is
this one. The layout of the file is [documented](json.md#proof).
"""

PUZZLES = (
    ("A samurai", "examples/samurai/crossroads.yaml", "Five grids; a shared box is one box."),
    (
        "A killer with outies",
        "examples/cage/sticking-out.yaml",
        "No givens; many cages stick out of their boxes, so there are innies and outies.",
    ),
    (
        "A tredoku",
        "examples/tredoku-hook-5/killer.yaml",
        "Five tiles in space, and cages that bend round their edges.",
    ),
)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for heading, path, text in PUZZLES:
        parts.append(f"## {heading}\n\n{text}\n")
        parts += [f"```text\n$ sudokulib {said}\n{_printed(said)}```\n" for said in _commands(path)]
    return "\n".join(parts)


def _commands(path: str) -> tuple[str, str]:
    """The commands that show a puzzle, and then explain it."""
    return f"show {path}", f"explain {path} --no-grids"


def _printed(said: str) -> str:
    """What a command prints in a plain terminal."""
    environment = os.environ | {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "PYTHONIOENCODING": "utf-8",
        "TERM": "dumb",
    }
    done = subprocess.run(
        [sys.executable, "-m", "sudokulib", *said.split()],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        cwd=DOCS.parent,
        check=True,
    )
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
