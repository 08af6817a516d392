"""Each number that somebody chose says why, or what for, beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import sudokulib

ROOT = Path(str(sudokulib.__file__)).parent
PLAIN = {0, 1, 2}
"""Numbers that choose nothing."""
DATE = re.compile(r"\b20\d\d-\d\d\b")
FIGURE = re.compile(r"\d (?:µs|ms|s|kB|MB|GB)\b|\bstack\b|\brecursive|`[\w.]*\bMOST|`[_A-Z]+`")
COMMAND = re.compile(r"python (tests/[\w/.]+)(?: ([\w./]+:\w+))?")
CONSTEXPR = re.compile(r"constexpr [\w:]+ \w+ = [^;]*\b(?:[3-9]|\d\d+)\b[^;]*;")


def number(node: ast.expr | None) -> bool:
    """Return whether an expression consists of numbers alone, one of them not plain."""
    if node is None:
        return False
    parts = [part for part in ast.walk(node) if isinstance(part, ast.expr)]
    return all(isinstance(part, ast.Constant | ast.BinOp | ast.UnaryOp) for part in parts) and any(
        isinstance(part, ast.Constant)
        and type(part.value) in (int, float)
        and part.value not in PLAIN
        for part in parts
    )


def explanations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the constants of a module, each with the docstring below, or comments above or beside.

    Constants that follow one another without a blank line share both.
    """
    lines, body = text.splitlines(), ast.parse(text).body
    for place, node in enumerate(body):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not number(node.value):
            continue
        first, last = node, place
        for before in reversed(body[:place]):
            if not isinstance(before, ast.Assign) or before.end_lineno != first.lineno - 1:
                break
            first = before
        while last + 1 < len(body) and isinstance(after := body[last + 1], ast.Assign):
            if after.lineno != (body[last].end_lineno or 0) + 1:
                break
            last += 1
        below = body[last + 1] if last + 1 < len(body) else None
        said = [
            line.partition("#")[2] for line in (lines[first.lineno - 2], lines[node.lineno - 1])
        ]
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            said.append(str(below.value.value))
        yield f"{node.lineno}: {lines[node.lineno - 1].strip()}", " ".join(" ".join(said).split())


def explanations_in_kernel(text: str) -> Iterator[tuple[str, str]]:
    """The same for `constexpr` in C++; a blank line ends what a comment above explains."""
    said = ""
    for line in text.splitlines():
        code, _, comment = line.partition("//")
        if not line.strip():
            said = ""
        elif not code.strip():
            said += f" {comment.strip(' /<')}"
        elif CONSTEXPR.search(line):
            yield line.strip(), f"{said} {comment.strip(' /<')}".strip()


@cache
def all_explanations() -> list[tuple[str, str]]:
    """Return the constants of the whole library with their explanations."""
    modules, sources = sorted(ROOT.rglob("*.py")), sorted((ROOT / "_kernel").glob("*pp"))
    return [
        *(found for file in modules for found in explanations(file.read_text("utf-8"))),
        *(found for file in sources for found in explanations_in_kernel(file.read_text("utf-8"))),
    ]


def unexplained(found: Iterable[tuple[str, str]]) -> list[str]:
    """Return the constants that have no explanation."""
    return [constant for constant, said in found if not said]


def lacks(said: str) -> str:
    """Return what an explanation lacks, empty if nothing."""
    if DATE.search(said) and "`" not in said:
        return "what was run to measure that, in backticks"
    if "hostile" in said and not FIGURE.search(said):
        return "what input at the limit costs, or what would break beyond it"
    return ""


@pytest.mark.parametrize("file", sorted(ROOT.rglob("*.py")), ids=lambda f: str(f.relative_to(ROOT)))
def test_numbers_are_explained(file: Path) -> None:
    assert unexplained(explanations(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("file", sorted((ROOT / "_kernel").glob("*pp")), ids=lambda file: file.name)
def test_numbers_of_the_kernel_are_explained(file: Path) -> None:
    assert unexplained(explanations_in_kernel(file.read_text(encoding="utf-8"))) == []


def test_what_counts_as_an_explanation() -> None:
    for text in ('A = 7\n"""Seven."""\n\nB = 8  # eight\n# Nine.\nC = 9\nD = 1\n',
                 'A = 7\nB = 8\n"""Both."""\n'):  # fmt: skip
        assert unexplained(explanations(text)) == []
    text = "A = 7\n\nB = 1 << 9\nC = [3]\n"
    assert unexplained(explanations(text)) == ["1: A = 7", "3: B = 1 << 9"]
    for text in ("/// Why.\nconstexpr int a = 7;\n", "constexpr int a = 7;  // why\n"):
        assert unexplained(explanations_in_kernel(text)) == []
    text = "// Why.\n\nconstexpr int a = 7;\n"
    assert unexplained(explanations_in_kernel(text)) == ["constexpr int a = 7;"]


def test_figures_name_what_was_run_and_guards_say_what_they_cost() -> None:
    assert lacks("10 takes 3 nodes (2026-11).")
    assert lacks("A bound against hostile files; the largest has 40.")
    assert not lacks("A bound against hostile files: 0.2 s (`solve`, 2026-11).")
    assert {said: lacks(said) for _, said in all_explanations() if lacks(said)} == {}


def test_commands_in_explanations_exist() -> None:
    tried = {
        (script, constant)
        for _, said in all_explanations()
        for script, constant in COMMAND.findall(said)
    }
    assert ("tests/benchmarks/constants.py", "_kernel/network.cpp:most_united") in tried
    for script, constant in tried:
        assert (ROOT.parent / script).exists(), script
        module, _, name = constant.partition(":")
        if constant:
            file = ROOT / (module if "/" in module else f"{module.replace('.', '/')}.py")
            assert f"{name} = " in file.read_text(encoding="utf-8"), constant


def test_limits_that_are_measured_say_so_and_what_keeps_to_them_is_read() -> None:
    pytest.importorskip("resource")
    from benchmarks import at_limits

    for constant in at_limits.CASES:
        module, name = constant.split(":")
        text = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        below = text[text.index(f"\n{name} = ") :].split('"""', 2)[1]
        assert "`python tests/benchmarks/at_limits.py`" in " ".join(below.split()), constant
    assert at_limits.measured("logic.proof:_NODES", 0.01)[0] < 60
