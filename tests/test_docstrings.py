"""Docstrings say what a function does, and name its arguments and errors as they are called."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from make_modules import MODULES, nodes_of

import sudokulib

ROOT = Path(str(sudokulib.__file__)).parent
Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = Function | ast.ClassDef

QUESTIONS = re.compile(r"(What|Whether|How|Where|Which|Who|Why)\b")
ENTRY = re.compile(r"^(?:    )?([*\w, `]+):(?: |$)")


@cache
def definitions() -> list[tuple[str, Documented]]:
    """Every class and function, and where it stands."""
    return [
        (f"{MODULES[module].relative_to(ROOT)}:{node.lineno} {node.name}", node)
        for module in MODULES
        for node in nodes_of(module)
        if isinstance(node, Documented)
    ]


def documented() -> Iterator[tuple[str, Documented, str]]:
    """Those that have a docstring, with its text."""
    for place, node in definitions():
        if text := ast.get_docstring(node):
            yield place, node, text


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
    classes = {node.name for _, node in definitions() if isinstance(node, ast.ClassDef)}
    known = OTHERS | classes | {name for name in dir(builtins) if name[0].isupper()}
    wrong = {
        place: sorted(unknown)
        for place, _, text in documented()
        if (unknown := set(section(text, "Raises")) - known)
    }
    assert wrong == {}


def test_functions_are_described_by_what_they_do_not_by_a_question() -> None:
    asked = [
        place
        for place, node, text in documented()
        if isinstance(node, Function) and QUESTIONS.match(text)
    ]
    assert asked == []
