"""Variants: generated sets by all contenders that can, and the corpus by back-end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.kernel import forget
from benchmarks.packages import Cadical, CadicalAssuming, CpSat
from benchmarks.puzzle_sets import VARIANTS, Task, read_puzzle_set, tasks
from benchmarks.suites.races import race_results, race_tables
from benchmarks.suites.suite import Data, Run, Suite, Table, seconds, times
from benchmarks.timing import best

if TYPE_CHECKING:
    from sudokulib.model import Model
    from sudokulib.puzzles.puzzle import Puzzle

__all__ = ["BACKENDS", "SETS", "SUITE", "record"]

BACKENDS = ("native", "reference", "cp-sat")
_LIMIT = 4.0
"""Seconds for one record and back-end."""


def _measure_sets(run: Run) -> Data:
    found: Data = {"sets": {}}
    for name, title in VARIANTS.items():
        puzzles = read_puzzle_set(run.data, name, run.most(300))
        if puzzles is None:
            continue
        run.say(f"sets: {title}")
        # Passing the clauses of a large grid takes longer than solving its puzzles.
        rounds = 3 if len(puzzles.geometry.alphabet) <= 16 else 1
        rules = run.rules(allowance=0.5, chunk=50, rounds=rounds)
        found["sets"][title] = race_results(
            puzzles, rules, without=frozenset([CadicalAssuming.name])
        )
    return found


def _set_tables(data: Data) -> Iterator[Table]:
    yield from race_tables(data, CpSat.name)
    rows = [
        [name, times(ratio)]
        for name, found in data["sets"].items()
        if (ratio := found["laps"].get("`solve_many`", {}).get("ratios", {}).get(Cadical.name))
    ]
    yield Table(["set", "`solve_many` to CaDiCaL"], rows)


SETS = Suite("sets", "Sets of variants", _measure_sets, _set_tables)


def record(task: Task, search: str, limit: float) -> Data:
    """Measure one puzzle with one back-end: the first time, all built, and the search alone.

    Only compiling and searching count, not reading the file.
    """
    from sudokulib.model import compile_puzzle
    from sudokulib.search import backend

    puzzle = task.load()
    if why := backend(search).able(compile_puzzle(puzzle)):
        return {"unable": why}

    def first() -> tuple[str, str, int]:
        forget()
        return _solved(puzzle, compile_puzzle(puzzle), search, limit)

    status, solution, nodes = first()
    built = best(first)
    model = compile_puzzle(puzzle)
    alone = best(lambda: _solved(puzzle, model, search, limit))
    right = status == str(task.number) and solution == task.solution
    return {
        "built": built, "alone": alone, "nodes": nodes, "status": status,
        "right": right or status == "unfinished",
    }  # fmt: skip


def _solved(puzzle: Puzzle, model: Model, search: str, limit: float) -> tuple[str, str, int]:
    """Return the number of solutions as text, the only one, and the nodes."""
    from sudokulib.search import Budget, OutOfBudget, backend

    budget = Budget(seconds=limit)
    try:
        found = list(islice(backend(search).solutions(model, budget), 2))
    except OutOfBudget:
        return "unfinished", "", budget.used
    text = ""
    if len(found) == 1:
        symbols = puzzle.geometry.alphabet.symbols
        text = puzzle.geometry_text([symbols[v] for v in found[0]])
    return str(len(found)), text, budget.used


def _measure(run: Run) -> Data:
    everything = tasks(run.data)
    found: Data = {"records": {task.name: {"family": task.family} for task in everything}}
    found["absent"] = {search: why for search in BACKENDS if (why := _absent(search))}
    limit = _LIMIT * min(1.0, 2 * run.share)
    for search in BACKENDS:
        if search in found["absent"]:
            continue
        chosen = everything if search == BACKENDS[0] or not run.quick else _some(everything)
        run.say(f"variants: {len(chosen)} records by {search}")
        for task in chosen:
            done = _safely(partial(record, task, search, limit))
            found["records"][task.name][search] = done
    return found


def _some(everything: Sequence[Task]) -> list[Task]:
    """Return two records of each family."""
    families = dict.fromkeys(task.family for task in everything)
    return [t for family in families for t in [t for t in everything if t.family == family][:2]]


def _absent(search: str) -> str:
    from sudokulib.errors import SudokuError
    from sudokulib.search import backend

    try:
        backend(search)
    except (SudokuError, ImportError) as error:
        return str(error)
    return ""


def _safely(work: Callable[[], Data]) -> Data:
    """Return a failure of any sort as data instead of raising it."""
    try:
        return work()
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"}


def _tables(data: Data) -> Iterator[Table]:
    records: dict[str, Data] = data["records"]
    searches = [s for s in BACKENDS if any(s in found for found in records.values())]
    families = dict.fromkeys(found["family"] for found in records.values())
    for kind, title in (("built", "Compiling included"), ("alone", "Search alone")):
        rows = [[family, *_family(_of(records, family), searches, kind)] for family in families]
        yield Table(
            ["family", "records", *_heads(searches)], rows,
            title=title,
            text="Median and slowest of the records of a family.",
        )  # fmt: skip
    yield Table(
        ["record", *searches],
        [
            [f"`{name}`", *(_time(found.get(s, {}), "built") for s in searches)]
            for name, found in _slowest(records, searches[0], 15)
        ]
        if searches
        else [],
        title="The slowest records",
        text="Compiling included.",
        notes=[
            *_error_notes(records, searches),
            *(f"{s}: {w}." for s, w in data["absent"].items()),
        ],
    )


def _of(records: dict[str, Data], family: str) -> list[Data]:
    return [found for found in records.values() if found["family"] == family]


def _heads(searches: Sequence[str]) -> Iterator[str]:
    for search in searches:
        yield f"{search} median"
        yield "slowest"
    for other in searches[1:]:
        yield f"{other} / {searches[0]}"


def _family(entries: list[Data], searches: Sequence[str], kind: str) -> Iterator[str]:
    yield str(len(entries))
    for search in searches:
        spent = [e[search][kind] for e in entries if kind in e.get(search, {})]
        yield seconds(median(spent)) if spent else "–"
        yield seconds(max(spent)) if spent else "–"
    for other in searches[1:]:
        yield times(_gain(entries, other, searches[0], kind))


def _gain(entries: list[Data], slow: str, fast: str, kind: str) -> float:
    """Return the ratio of the sums over the records that both took."""
    both = [e for e in entries if all(kind in e.get(s, {}) for s in (slow, fast))]
    spent = sum(e[fast][kind] for e in both)
    return sum(e[slow][kind] for e in both) / spent if spent else 0


def _slowest(records: dict[str, Data], search: str, most: int) -> list[tuple[str, Data]]:
    order = sorted(records.items(), key=lambda item: -item[1].get(search, {}).get("built", 1e9))
    return order[:most]


def _time(found: Data, kind: str) -> str:
    if "failed" in found:
        return "failed"
    if "built" not in found:
        return "–"
    return ("> " if found["status"] == "unfinished" else "") + seconds(found[kind])


def _error_notes(records: dict[str, Data], searches: Sequence[str]) -> Iterator[str]:
    unable: dict[tuple[str, str], list[str]] = {}
    for name, entry in records.items():
        for search in searches:
            found = entry.get(search, {})
            if "unable" in found:
                unable.setdefault((search, found["unable"]), []).append(name)
            elif "failed" in found:
                yield f"`{name}` by {search} failed: {found['failed'][:200]}"
            elif found.get("status") == "unfinished":
                yield f"`{name}` by {search}: not finished in the time it was given."
            elif not found.get("right", True):
                yield f"**`{name}` by {search} is wrong.**"
    for (search, why), names in unable.items():
        yield f"{search} cannot take {len(names)} records ({why}), such as `{names[0]}`."


SUITE = Suite("variants", "Variants, record by record", _measure, _tables)
