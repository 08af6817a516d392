"""Pages made when the site is built: commands, galleries with pictures, a page for each file."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# The checkout is documented, whatever is installed.
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from make_walkthroughs import PUZZLES  # noqa: E402

import sudokulib  # noqa: E402
from sudokulib.cli.app import COMMANDS, load_command  # noqa: E402
from sudokulib.render.page import page as step_player  # noqa: E402
from sudokulib.shapes import Kind, kinds  # noqa: E402
from sudokulib.shapes.catalogue import kind_rule  # noqa: E402
from sudokulib.solving.explaining.solving_path import Explanation  # noqa: E402
from sudokulib.solving.profiles import profile  # noqa: E402

EXAMPLES = ROOT / "docs" / "site" / "technique_examples.json"
"""For each technique a puzzle, a file or a line, in which it is found after the singles, or failing
that after all techniques that are easier."""
SINGLES = ("hidden-single", "naked-single")


@cache
def files() -> dict[str, str]:
    """Return every page and picture that is made, by its path on the site."""
    return {
        **dict(file_pages()),
        "commands.md": commands_page(),
        "gallery-kinds.md": kinds_page(),
        "gallery-techniques.md": techniques_page(),
        **{players()[heading]: _played(path) for heading, path, _ in PUZZLES},
        **{kind_picture(kind): _svg(kind) for kind in own_kinds()},
        **{technique_picture(name): sudokulib.draw(step).svg() for name, step in shown_steps()},
    }


# Step players


def players() -> dict[str, str]:
    """Return the address of a step player for each heading of docs/walkthroughs.md."""
    return {heading: f"players/{Path(path).stem}.html" for heading, path, _ in PUZZLES}


def _played(path: str) -> str:
    puzzle = sudokulib.load(ROOT / path)
    return step_player(puzzle, sudokulib.steps(puzzle))


# The command line


def commands_page() -> str:
    """Return the page of all commands, from what their ``--help`` says."""
    head = "# Command line\n\n`sudokulib COMMAND --help` shows the same in a terminal.\n"
    return "\n".join([head, *(_command(name) for name in COMMANDS)])


def _command(name: str) -> str:
    command = load_command(name)
    usage = " ".join(["sudokulib", name, *map(_word, filter(_is_argument, command.params))])
    rows = "".join(_row(one) for one in command.params)
    table = f"| | | default |\n|---|---|---|\n{rows}" if rows else ""
    return f"## {name}\n\n{(command.help or '').strip()}\n\n```text\n{usage}\n```\n\n{table}"


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _word(argument: Any) -> str:
    """Return an argument as a usage line has it."""
    word = argument.metavar or argument.name.upper()
    return word if argument.required else f"[{word}]"


def _row(parameter: Any) -> str:
    names = [*parameter.opts, *parameter.secondary_opts]
    if _is_argument(parameter):
        names = [_word(parameter)]
    said = " ".join((getattr(parameter, "help", "") or "").split()).replace("|", "\\|")
    plain = isinstance(parameter.default, int | float | str) and parameter.default not in (
        "",
        False,
    )
    default = f"`{parameter.default}`" if plain and parameter.default is not True else ""
    written = ", ".join(f"`{name}`" for name in names)
    return f"| {written} | {said} | {default} |\n"


# Galleries


def own_kinds() -> list[type[Kind]]:
    """Return the kinds that come with the library, by name."""
    return [kind for kind in kinds() if kind.__module__.startswith("sudokulib.")]


def kind_picture(kind: type[Kind]) -> str:
    """Return the path of the picture of a kind's example."""
    return f"gallery/kinds/{kind.name}.svg"


def _svg(kind: type[Kind]) -> str:
    example = f"geometry: {kind.example_on}\nshapes: {kind.example}\n"
    return sudokulib.draw(sudokulib.read(example)).svg()


def kinds_page() -> str:
    """Return the gallery of kinds: each example drawn, with a link to the text that makes it."""
    items = "".join(
        f"- ![{kind.name}]({kind_picture(kind)}) [{kind.name}](shape-kinds.md#{kind.name}): "
        f"{kind_rule(kind)}\n"
        for kind in own_kinds()
    )
    return f"""\
---
hide: [toc]
---

# Gallery of kinds

Each kind's own example. The link leads to the YAML that makes the picture, beside it.

<div class="pictures" markdown>

{items}
</div>
"""


def technique_picture(name: str) -> str:
    """Return the path of the picture of a technique's example."""
    return f"gallery/techniques/{name}.svg"


@cache
def shown_steps() -> list[tuple[str, Explanation]]:
    """Return each technique that has an example with its first step there."""
    puzzles = json.loads(EXAMPLES.read_text("utf-8"))
    names = [name for name in profile("everything").names if name in puzzles]
    return [(name, first_step(puzzles[name], name)) for name in names]


def first_step(puzzle: str, technique: str) -> Explanation:
    """Return the first step of a technique in a puzzle, a file or a line.

    It comes last, after the singles, so that the board is no fuller than it has to be; but a full
    house is a single too, and must come first. If the singles do not lead to it, it is looked for
    among all techniques, as for the last edge that would close a loop too early.
    """
    subject = ROOT / puzzle if puzzle.endswith(".yaml") else puzzle
    singles = [name for name in SINGLES if name != technique]
    order = [technique, *singles] if technique == "full-house" else [*singles, technique]
    alone = sudokulib.steps(subject, strategies=order)
    among_all = sudokulib.steps(subject, profile="everything")
    return next(step for step in chain(alone, among_all) if step.technique == technique)


def techniques_page() -> str:
    """Return the gallery of techniques: a step of each, drawn and told, and where it is from."""
    puzzles = json.loads(EXAMPLES.read_text("utf-8"))
    found = shown_steps()
    items = "".join(_technique(name, step, puzzles[name]) for name, step in found)
    missing = [name for name in profile("everything").names if name not in puzzles]
    links = ", ".join(f"[{name}](techniques.md#{name})" for name in missing)
    return f"""\
---
hide: [toc]
---

# Gallery of techniques

A step of each technique, drawn as [pictures](drawing.md#what-is-drawn) explains: blue discs are the
pattern, orange squares what else belongs to it; what goes is struck out, what is placed is ringed.
Below each stands its puzzle. This makes the picture:

```python
def picture(puzzle, technique):
    order = ["hidden-single", "naked-single", technique]
    steps = sudokulib.steps(puzzle, strategies=order)
    return sudokulib.draw(next(step for step in steps if step.technique == technique))
```

<div class="pictures wide" markdown>

{items}
</div>

Too rare for an example: {links}.
"""


def _technique(name: str, step: Explanation, puzzle: str) -> str:
    link = f"[{puzzle}]({page_of(puzzle)})" if puzzle.endswith(".yaml") else f"`{puzzle}`"
    said = step.text.partition(": ")[2].replace("\n", " ").replace("<", "&lt;").replace("*", "\\*")
    heading = f"![{name}]({technique_picture(name)}) **[{name}](techniques.md#{name})**"
    return f"- {heading} {said}<br>{link}\n"


# Files


def page_of(path: str) -> str:
    """Return the page that shows a file of the checkout."""
    return f"{path.rpartition('.')[0]}.md"


def file_pages() -> Iterator[tuple[str, str]]:
    """Yield a page for each geometry, puzzle and recipe that comes with the project."""
    for folder in ("geometries", "examples"):
        for path in sorted((ROOT / folder).rglob("*.y*ml")):
            name = path.relative_to(ROOT).as_posix()
            yield page_of(name), _file_page(path, name)


def _file_page(path: Path, name: str) -> str:
    lines = path.read_text("utf-8").rstrip().split("\n")
    text = "\n".join(line for line in lines if not line.startswith("# yaml-language-server"))
    pictures = "".join(
        f"![{path.stem}]({_address(one, name)})\n\n" for one in _pictures(path, name)
    )
    call = f"```sh\nsudokulib draw {name} --out {path.stem}.svg\n```\n\n" if pictures else ""
    return (
        f"---\nsearch: {{boost: 0.3}}\n---\n\n# {path.stem}\n\n{pictures}{call}"
        f"`{name}`:\n\n```yaml\n{text}\n```\n"
    )


def _address(picture: Path, name: str) -> str:
    """Return a picture's address from the page of a file."""
    inside = picture.relative_to(ROOT).as_posix().removeprefix("docs/")
    return "../" * name.count("/") + inside


def _pictures(path: Path, name: str) -> list[Path]:
    if path.parent.name == "generated":
        return [path.with_suffix(".svg")]
    stem = "-".join(Path(name).with_suffix("").parts)
    folder = ROOT / "docs" / "gallery"
    return [p for p in (folder / f"{stem}.svg", folder / f"{stem}-solid.svg") if p.exists()]
