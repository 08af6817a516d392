"""An instance of every type that a public function returns, found by the annotations."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FunctionType
from typing import Any

import sudokulib
from sudokulib import Count

HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
CHAOS = "....2..3..1.3..........2........"
NONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..77"
HOSTILE = '<script>alert("R1C1 & co")</script>'


def returned_types() -> set[type]:
    """The classes of this library in the return annotations of public functions.

    Errors, and the problems that they and `check` list, are none of the results.
    """
    functions = [getattr(sudokulib, name) for name in sudokulib.__all__]
    found: set[type] = set()
    for function in functions:
        if isinstance(function, FunctionType):
            found |= set(_classes(typing.get_type_hints(function)["return"]))
    problems = Exception | sudokulib.Problem
    return {kind for kind in found if not issubclass(kind, problems)}


def _classes(annotation: Any) -> Iterator[type]:
    for part in typing.get_args(annotation):
        yield from _classes(part)
    if isinstance(annotation, type) and annotation.__module__.startswith("sudokulib"):
        yield annotation
        for base in vars(annotation).get("__orig_bases__", ()):  # what iterators yield
            yield from (kind for arg in typing.get_args(base) for kind in _classes(arg))


def _recipe() -> sudokulib.Recipe:
    folder = Path(__file__).parents[2] / "examples"
    return sudokulib.load_recipe(folder / "recipes" / "thermometers.yml")


def _summary() -> Any:
    with TemporaryDirectory() as folder:
        return sudokulib.write_set(Path(folder) / "set.jsonl", "4x4", 2)


def _stopped_solutions() -> sudokulib.Solutions:
    found = sudokulib.solutions("4x4", nodes=30)
    assert list(found)
    assert found.stopped == "nodes"
    return found


def killer() -> sudokulib.Puzzle:
    """A puzzle with shapes of its own, one of them with a name that is HTML."""
    label = HOSTILE.replace('"', '\\"')
    cage = f'{{kind: cage, sum: 3, cells: R1C1 R1C2, label: "{label}"}}'
    line = "{kind: distinct, cells: R1C1 R5C5 R9C9}"
    return sudokulib.read(f"{{geometry: 9x9, givens: {{R1C1: 1}}, shapes: [{cage}, {line}]}}")


def named() -> sudokulib.Puzzle:
    """A puzzle on a geometry with a name far too long."""
    return replace(sudokulib.geometry("9x9"), name="<b>" + "x" * 500).puzzle(EASY)


def titled(line: str) -> sudokulib.Puzzle:
    return sudokulib.geometry("9x9").puzzle(line, title=HOSTILE)


MAKERS: dict[str, list[Callable[[], Any]]] = {
    "Canonical": [lambda: sudokulib.canonical(titled(EASY))],
    "CheckReport": [
        lambda: sudokulib.check("9x9"),
        lambda: sudokulib.check(killer().add("cage", "R4C4 R4C5", label=HOSTILE)),
        lambda: sudokulib.check(killer(), seconds=0),
    ],
    "Count": [
        lambda: sudokulib.count("9x9"),
        lambda: sudokulib.count(EASY),
        lambda: Count(10**300, "published", "x" * 300),
        lambda: sudokulib.count("9x9", how="computed", search="reference", nodes=200),
    ],
    "Estimate": [lambda: sudokulib.estimate("9x9", samples=10, seed=1)],
    "Explanation": [
        lambda: max(sudokulib.steps(HARD), key=lambda one: len(one.text)),
        lambda: next(sudokulib.steps(titled(EASY))),
        lambda: next(one for one in sudokulib.steps(HARD) if one.rating > 2),
    ],
    "Generated": [
        lambda: sudokulib.generate("9x9", seed=1),
        lambda: sudokulib.generate("6x6", seed=1, rating=True),
    ],
    "Geometry": [
        lambda: sudokulib.geometry("9x9"),
        lambda: sudokulib.layout("9x9", seed=1),
        lambda: sudokulib.tredoku(9, seed=1),
    ],
    "Hint": [
        lambda: sudokulib.hint(titled(EASY), depth=1),
        lambda: sudokulib.hint(EASY, depth=3),
        lambda: sudokulib.hint(EASY, depth=4),
        lambda: sudokulib.hint(EASY, {"R1C3": 1}, depth=2),
        lambda: sudokulib.hint(SEVERAL, depth=4),
    ],
    "Lint": [
        lambda: sudokulib.lint(titled(EASY)),
        lambda: sudokulib.lint(killer()),
        lambda: sudokulib.lint(SEVERAL),
        lambda: sudokulib.lint(NONE),
        lambda: sudokulib.lint("4x4", nodes=0),
        lambda: sudokulib.lint(EASY, seconds=0),
    ],
    "Model": [lambda: sudokulib.compile(titled(EASY))],
    "Picture": [lambda: sudokulib.draw(titled(EASY))],
    "Puzzle": [lambda: titled(EASY), killer, named, lambda: sudokulib.read(EASY)],
    "Rating": [
        lambda: sudokulib.rate(titled(EASY)),
        lambda: sudokulib.rate(HARD, profile="classic"),
        lambda: sudokulib.rate(SEVERAL),
    ],
    "Recipe": [_recipe],
    "Result": [
        lambda: sudokulib.solve(titled(EASY)),
        lambda: sudokulib.solve(HARD),
        lambda: sudokulib.solve(SEVERAL),
        lambda: sudokulib.solve(NONE),
        lambda: sudokulib.solve("9x9", strategies=(), nodes=0),
        lambda: sudokulib.solve(killer()),
    ],
    "Solution": [
        lambda: sudokulib.solution("9x9", seed=1),
        lambda: sudokulib.solution("25x25", seed=1),
        lambda: sudokulib.solve(titled(EASY)).solution,
    ],
    "Solutions": [lambda: sudokulib.solutions(titled(EASY)), _stopped_solutions],
    "Steps": [
        lambda: sudokulib.steps(titled(EASY)),
        lambda: sudokulib.steps(HARD),
        lambda: sudokulib.steps(EASY, seconds=0),
    ],
    "SetSummary": [_summary],
    "SupportCounts": [
        lambda: sudokulib.support_counts(SEVERAL),
        lambda: sudokulib.support_counts("9x9", cap=1),
        lambda: sudokulib.support_counts(SEVERAL, search="reference", nodes=90),
        lambda: sudokulib.support_counts(SEVERAL, seconds=0),
    ],
    "Symmetry": [lambda: sudokulib.symmetries("9x9")[0]],
    "TrueCandidates": [
        lambda: sudokulib.true_candidates(SEVERAL),
        lambda: sudokulib.true_candidates("6x6", search="reference", nodes=40),
        lambda: sudokulib.true_candidates(sudokulib.geometry("chaos-4").puzzle(CHAOS)),
        lambda: sudokulib.true_candidates(SEVERAL, seconds=0),
    ],
    "Written": [
        lambda: sudokulib.write(titled(EASY), "line"),
        lambda: sudokulib.write(titled(EASY), "yaml"),
    ],
}


@cache
def instances(name: str) -> tuple[Any, ...]:
    """Results of a type, on 9×9 wherever there is a grid."""
    return tuple(make() for make in MAKERS[name])
