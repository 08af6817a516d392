"""Both revisions at all puzzles, family by family, in turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from benchmarks.against.corpora import SEEDS, Item, Lines, batches_of
from benchmarks.against.sides import Pair, Side, ask_alternately

__all__ = ["FAMILIES", "ComparisonSettings", "Record", "compete"]

FAMILIES = ("read", "compile", "search", "logic", "batch", "generate")

_EASY = 0.5
"""CPU seconds of a search up to which a puzzle takes part in a batch of its corpus."""
_BATCH = 25
"""Puzzles of such a batch."""
_BATCH_LIMIT_FACTOR = 10
"""A batch may take so many times the limit of one puzzle."""


@dataclass(frozen=True)
class ComparisonSettings:
    """The settings of a comparison, the same for both revisions.

    Args:
        limit: CPU seconds for one puzzle.
        turns: how often each gets the same request.
        burst: CPU seconds for which a process repeats a request, at each turn.
        families: the families that are measured.
        seeds: generated puzzles of each geometry at most.
    """

    limit: float = 5.0
    turns: int = 3
    burst: float = 0.01
    families: Sequence[str] = FAMILIES
    seeds: int = 20


@dataclass(frozen=True)
class Record:
    """The findings about one puzzle, or one batch, in one family.

    Args:
        set: the corpus.
        strata: parts of it.
        name: the name of the puzzle.
        family: the family that was measured.
        answers: those of the other revision and of this one.
        puzzles: how many puzzles the times are for.
        first: CPU seconds a puzzle of the first run in each process; None without both answers.
        best: the same of the best run.
        texts: the puzzles of a batch.
    """

    set: str
    strata: tuple[str, ...]
    name: str
    family: str
    answers: tuple[dict[str, Any], dict[str, Any]]
    puzzles: int = 1
    first: tuple[float, float] | None = None
    best: tuple[float, float] | None = None
    texts: tuple[str, ...] = field(default=(), repr=False)


def compete(
    sides: Sequence[Side],
    items: Sequence[Item],
    lines: Iterable[Lines],
    rules: ComparisonSettings,
    say: Callable[[str], object] = print,
) -> Iterator[Record]:
    """Yield the results for every puzzle in every family.

    Args:
        sides: the other revision and this one.
        items: puzzles that are measured one by one.
        lines: puzzles that are solved in batches.
        rules: the settings.
        say: called with messages about the progress.
    """
    numbers = count()

    def ask(request: dict[str, Any]) -> Pair:
        return ask_alternately(sides, {"limit": rules.limit, "burst": rules.burst, **request},
                        next(numbers), rules.turns)  # fmt: skip

    easy: list[Item] = []
    at = ""
    for item in items:
        if item.set != at:
            at = item.set
            say(f"{at}, puzzle by puzzle")
        records = list(_one(item, rules.families, ask))
        yield from records
        if item.source.keys() != {"line", "geometry"} and any(map(_is_easy, records)):
            easy.append(replace(item, strata=()))
    if "batch" in rules.families:
        say("batches")
        for batch in (*lines, *batches_of(easy, _BATCH)):
            yield _batch(batch, rules.limit, ask)
    if "generate" in rules.families:
        say("generated puzzles")
        yield from _generated(rules.seeds, ask)


Ask = Callable[[dict[str, Any]], Pair]


def _one(item: Item, families: Sequence[str], ask: Ask) -> Iterator[Record]:
    """Yield the records of a puzzle in all families; only reading if one side cannot read it."""
    for family in ("read", "compile", "search", "logic"):
        if family in families or family == "read":
            pair = ask({"family": family, "source": item.source})
            if family in families:
                yield _record(item, family, pair)
            if family == "read" and any("error" in answer for answer in pair.answers):
                return


def _record(item: Item, family: str, pair: Pair) -> Record:
    return Record(item.set, item.strata, item.name, family, pair.answers, 1, pair.first, pair.best)


def _is_easy(record: Record) -> bool:
    return record.family == "search" and record.best is not None and max(record.best) < _EASY


def _batch(batch: Lines, limit: float, ask: Ask) -> Record:
    size = len(batch.sources)
    pair = ask({
        "family": "batch", "sources": batch.sources, "limit": limit,
        "alarm": _BATCH_LIMIT_FACTOR * limit, "burst": 0.03,
    })  # fmt: skip
    texts = tuple(next(iter(source.values())) for source in batch.sources)
    return Record(
        batch.set, batch.strata, batch.name, "batch", pair.answers, size,
        _each(pair.first, size), _each(pair.best, size), texts,
    )  # fmt: skip


def _each(spent: tuple[float, float] | None, size: int) -> tuple[float, float] | None:
    return spent and (spent[0] / size, spent[1] / size)


def _generated(most: int, ask: Ask) -> Iterator[Record]:
    for geometry, seeds in SEEDS.items():
        for seed in range(1, min(seeds, most) + 1):
            pair = ask({"family": "generate", "geometry": geometry, "seed": seed})
            item = Item("generated here", f"{geometry}, seed {seed}", {}, (geometry,))
            yield _record(item, "generate", pair)
