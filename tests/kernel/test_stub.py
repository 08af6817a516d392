"""`core.pyi`, which type checkers read, says what the extension module has."""

import ast
import re
from pathlib import Path

import pytest

from sudokulib import _kernel

STUB = Path(str(_kernel.__file__)).with_name("core.pyi")

pytestmark = pytest.mark.skipif(_kernel.core is None, reason="no compiled search")


def written():
    """For each class and function of the stub the names of its members, or of its arguments."""
    found = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = None
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found[f"{node.name}.{member.name}"] = arguments(member)
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = arguments(node)
        elif isinstance(node, ast.AnnAssign):
            found[ast.unparse(node.target)] = None
    return found


def arguments(function):
    """The names of its arguments, and None for a property."""
    if any(ast.unparse(decorator) == "property" for decorator in function.decorator_list):
        return None
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [argument.arg for argument in every]


def compiled():
    """The same of the extension module."""
    found = {}
    for name, thing in vars(_kernel.core).items():
        if name.startswith("__"):
            continue
        found[name] = signature(thing)
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if hasattr(value, "__nb_signature__") or isinstance(value, property):
                    found[f"{name}.{member}"] = signature(value)
    return found


def signature(thing):
    if not hasattr(thing, "__nb_signature__"):
        return None
    (definition, *_), *_ = thing.__nb_signature__
    plain = re.sub(r"\\(\d+)", r"\1", definition)  # defaults are numbered
    return arguments(ast.parse(f"{plain}: ...").body[0])


def test_the_stub_names_everything_and_nothing_else():
    assert written() == compiled()


def test_nothing_is_without_a_name():
    """Arguments that C++ left unnamed would show up as arg0, arg1."""
    named = [name for names in compiled().values() for name in names or ()]
    assert not [name for name in named if name.startswith("arg")]
