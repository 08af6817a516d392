"""Docstrings say what a function does, and name its arguments and errors as they are called."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import sudokulib

ROOT = Path(str(sudokulib.__file__)).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef

QUESTIONS = re.compile(r"(What|Whether|How|Where|Which|Who|Why)\b")
ENTRY = re.compile(r"^(?:    )?([*\w, `]+):(?: |$)")


TREES = {
    str(file.relative_to(ROOT)): ast.parse(file.read_text(encoding="utf-8"))
    for file in sorted(ROOT.rglob("*.py"))
}


def documented() -> Iterator[tuple[str, Documented, str]]:
    """Every class and function with a docstring, and where it stands."""
    for file, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, Documented) and (text := ast.get_docstring(node)):
                yield f"{file}:{node.lineno} {node.name}", node, text


def section(text: str, name: str) -> list[str]:
    """The names that a section of a docstring explains."""
    found = re.search(rf"^{name}:\n((?:    .*\n|\n)*)", f"{text}\n", re.MULTILINE)
    lines = found[1].split("\n") if found else []
    entries = (ENTRY.match(line[4:]) for line in lines if not line.startswith(" " * 8))
    names = (name for entry in entries if entry for name in re.split(r",? ?and |, ?", entry[1]))
    return [name.strip("`* ") for name in names if name.strip("`* ")]


def parameters(node: Documented) -> set[str]:
    """The arguments of a function; the fields of a class, or the arguments of its `__init__`."""
    if isinstance(node, Function):
        wanted = node.args
        every = [*wanted.posonlyargs, *wanted.args, *wanted.kwonlyargs]
        return {one.arg for one in [*every, wanted.vararg, wanted.kwarg] if one}
    names = {
        part.target.id
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
    functions = (part for part in node.body if isinstance(part, Function))
    return names.union(
        *(parameters(one) for one in functions if one.name in ("__init__", "__new__"))
    )


CLASSES = {name for name in dir(builtins) if name[0].isupper()} | {
    node.name
    for tree in TREES.values()
    for node in ast.walk(tree)
    if isinstance(node, ast.ClassDef)
}
OTHERS = {"InvalidArgument", "pytest.UsageError"}


def test_arguments_are_those_of_the_code() -> None:
    wrong = {
        place: sorted(unknown)
        for place, node, text in documented()
        if (unknown := set(section(text, "Args")) - parameters(node))
        and not (isinstance(node, ast.ClassDef) and node.bases)
    }
    assert wrong == {}


def test_errors_are_those_of_the_code() -> None:
    wrong = {
        place: sorted(unknown)
        for place, _, text in documented()
        if (unknown := set(section(text, "Raises")) - CLASSES - OTHERS)
    }
    assert wrong == {}


def test_functions_are_described_by_what_they_do_not_by_a_question() -> None:
    asked = [
        place
        for place, node, text in documented()
        if isinstance(node, Function) and QUESTIONS.match(text)
    ]
    assert asked == []
