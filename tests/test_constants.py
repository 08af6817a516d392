"""Each number that somebody chose says why, or what for, beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sudokulib

ROOT = Path(str(sudokulib.__file__)).parent
PLAIN = {0, 1, 2}
"""Numbers that choose nothing."""
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


def unexplained(text: str) -> Iterator[str]:
    """The constants of a module without a docstring below, or a comment above or beside them.

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
        documented = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        around = (lines[first.lineno - 2], lines[node.lineno - 1])
        if not documented and not any("#" in line for line in around):
            yield f"{node.lineno}: {lines[node.lineno - 1].strip()}"


def unexplained_in_kernel(text: str) -> Iterator[str]:
    """The same for `constexpr` in C++; a blank line ends what a comment above explains."""
    explained = False
    for line in text.splitlines():
        if not line.strip():
            explained = False
        elif line.strip().startswith("//"):
            explained = True
        elif CONSTEXPR.search(line) and not explained and "//" not in line:
            yield line.strip()


@pytest.mark.parametrize("file", sorted(ROOT.rglob("*.py")), ids=lambda f: str(f.relative_to(ROOT)))
def test_numbers_are_explained(file: Path) -> None:
    assert list(unexplained(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("file", sorted((ROOT / "_kernel").glob("*pp")), ids=lambda file: file.name)
def test_numbers_of_the_kernel_are_explained(file: Path) -> None:
    assert list(unexplained_in_kernel(file.read_text(encoding="utf-8"))) == []


def test_what_counts_as_an_explanation() -> None:
    assert list(unexplained('A = 7\n"""Seven."""\n\nB = 8  # eight\n# Nine.\nC = 9\nD = 1\n')) == []
    assert list(unexplained('A = 7\nB = 8\n"""Both."""\n')) == []
    assert list(unexplained("A = 7\n\nB = 1 << 9\nC = [3]\n")) == ["1: A = 7", "3: B = 1 << 9"]
    assert list(unexplained_in_kernel("/// Why.\nconstexpr int a = 7;\n")) == []
    assert list(unexplained_in_kernel("constexpr int a = 7;  // why\n")) == []
    assert list(unexplained_in_kernel("// Why.\n\nconstexpr int a = 7;\n")) == [
        "constexpr int a = 7;"
    ]


def test_limits_that_are_measured_say_so_and_what_keeps_to_them_is_read() -> None:
    pytest.importorskip("resource")
    from benchmarks import at_limits

    for constant in at_limits.CASES:
        module, name = constant.split(":")
        text = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
        below = text[text.index(f"\n{name} = ") :].split('"""', 2)[1]
        assert "`python tests/benchmarks/at_limits.py`" in " ".join(below.split()), constant
    assert at_limits.measured("logic.proof:_NODES", 0.01)[0] < 60
