"""The cost of the search without each of its techniques, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from benchmarks.kernel import Effort, Prove, is_supported, native, proofs_without, techniques
from benchmarks.puzzle_sets import VARIANTS, PuzzleSet, Task, read_puzzle_set, tasks
from benchmarks.suites.suite import Data, Run, Suite, Table, number, seconds, times

if TYPE_CHECKING:
    from sudokulib.model import Model

__all__ = ["SUITE", "costs"]

_FILES = {"17clue": 1000, "top1465": 500, "hardest1106": 200, "x_minimal": 100,
          "windoku_minimal": 100, "antiknight_minimal": 50, "jigsaw_minimal": 100,
          "samurai": 20, "16x16": 20, "25x25": 5}  # fmt: skip
_RECORDS = ("killer", "f-puzzles", "jigsaw", "thermometers")
_NODES = 200_000
"""Nodes that one puzzle may cost; then it counts as it stands."""


def costs(
    sets: Mapping[str, Sequence[Model]], switches: Mapping[str, int], prove: Prove, rounds: int = 3
) -> Data:
    """Return nodes and CPU time of each set with everything, and without each technique.

    The ways take turns within a set; the best of the rounds counts.
    """
    ways = {"everything": 0, **switches}
    found: Data = {}
    for name, models in sets.items():
        efforts: dict[str, list[Effort]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, without in ways.items():
                efforts[way].append(_sum([prove(model, without) for model in models]))
        known = efforts["everything"][0].number
        found[name] = {
            "puzzles": len(models),
            "ways": {
                way: {
                    "nodes": runs[0].nodes,
                    "seconds": min(run.seconds for run in runs),
                    "same": known < 0 or runs[0].number in (known, -1),
                    "unfinished": runs[0].number < 0,
                }
                for way, runs in efforts.items()
            },
        }
    return found


def _sum(efforts: Sequence[Effort]) -> Effort:
    number = -1 if any(e.number < 0 for e in efforts) else sum(e.number for e in efforts)
    return Effort(sum(e.nodes for e in efforts), sum(e.seconds for e in efforts), number)


def _measure(run: Run) -> Data:
    if not native() or not techniques():
        return {"absent": "the compiled search has no switches to measure with yet", "sets": {}}
    sets = {name: _models(puzzles) for name, puzzles in _fields(run)}
    for family in _RECORDS:
        chosen = [task for task in tasks(run.data) if task.family == family]
        sets[f"{family} records"] = _records(chosen[:5] if run.quick else chosen)
    run.say(f"techniques: {', '.join(techniques())}")
    limit = 2000 if run.quick else _NODES
    kept = {name: models for name, models in sets.items() if models}
    return {"sets": costs(kept, techniques(), proofs_without(limit), 1 if run.quick else 3)}


def _fields(run: Run) -> Iterator[tuple[str, PuzzleSet]]:
    for name, most in _FILES.items():
        if (puzzles := read_puzzle_set(run.data, name, run.most(most))) is not None:
            yield VARIANTS.get(name, name), puzzles


def _models(puzzles: PuzzleSet) -> list[Model]:
    base = puzzles.model
    rest = base.domains[base.cells :]
    return [
        base.with_domains(
            tuple(1 << v if v >= 0 else d for v, d in zip(item.givens, base.domains, strict=False))
            + rest
        )
        for item in puzzles.items
    ]


def _records(chosen: Sequence[Task]) -> list[Model]:
    """Return the models that the compiled search takes."""
    from sudokulib.model import compile_puzzle

    models = [compile_puzzle(task.load()) for task in chosen]
    return [model for model in models if is_supported(model)]


def _tables(data: Data) -> Iterator[Table]:
    sets: dict[str, Data] = data["sets"]
    if not sets:
        yield Table([], [], text=f"Not measured: {data.get('absent', 'there are no puzzles')}.")
        return
    names = list(dict.fromkeys(way for found in sets.values() for way in found["ways"]))
    for what, text in (
        ("seconds", "CPU time without it, as a multiple of the time with everything:"),
        ("nodes", "Nodes without it, as a multiple:"),
    ):
        rows = [
            [name, *(_multiple(found["ways"], way, what) for way in names[1:])]
            for name, found in sets.items()
        ]
        yield Table(["set", *names[1:]], rows, text=text)
    plain = [
        [
            name, str(found["puzzles"]), number(found["ways"]["everything"]["nodes"]),
            seconds(found["ways"]["everything"]["seconds"]),
        ]
        for name, found in sets.items()
    ]  # fmt: skip
    yield Table(
        ["set", "puzzles", "nodes", "CPU time"], plain, text="With everything:",
        notes=list(_error_notes(sets)),
    )  # fmt: skip


def _multiple(ways: Mapping[str, Data], way: str, what: str) -> str:
    base = ways["everything"][what]
    more = "≥ " if ways[way]["unfinished"] else ""
    return more + times(ways[way][what] / base) if base else "–"


def _error_notes(sets: Mapping[str, Data]) -> Iterator[str]:
    for name, found in sets.items():
        for way, cost in found["ways"].items():
            if not cost["same"]:
                yield f"**The answers for {name} differ without {way}.**"


SUITE = Suite("techniques", "What each technique saves", _measure, _tables)
