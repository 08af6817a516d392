"""The puzzles for both revisions: the examples, and those in the folder of data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from benchmarks.puzzle_sets import CLASSIC, VARIANTS, geometry_text, read_puzzle_set

__all__ = ["SEEDS", "Item", "Lines", "batches_of", "items", "lines", "sampled"]

Source = dict[str, str]

SEEDS = {"4x4": 20, "6x6": 20, "9x9": 20, "x": 10, "windoku": 10, "jigsaw-9": 5, "samurai": 3}
"""Geometries on which puzzles are generated, and from how many seeds."""

_MORE_CLASSIC = ("several-solutions", "rated11plus")
_CHUNK = 250
"""Lines of one batch: some milliseconds of the fastest set."""


@dataclass(frozen=True)
class Item:
    """A puzzle.

    Args:
        set: the corpus that it is from.
        name: its own name, to find it by.
        source: the source from which the worker reads it.
        strata: parts of the corpus that it belongs to.
    """

    set: str
    name: str
    source: Source = field(repr=False)
    strata: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lines:
    """Puzzles that are solved in one call.

    Args:
        set: the corpus that they are from.
        name: the range of puzzles.
        sources: the sources from which the worker reads them.
        strata: parts of the corpus that they belong to.
    """

    set: str
    name: str
    sources: tuple[Source, ...] = field(repr=False)
    strata: tuple[str, ...] = ()


def items(root: Path, data: Path, scratch: Path, sample: int | None = None) -> list[Item]:
    """Return all puzzles that are measured one by one, corpus by corpus.

    Args:
        root: the checkout, for its examples.
        data: the folder of puzzles; sets that it lacks are left out.
        scratch: a folder for geometry files.
        sample: puzzles of each part of a corpus at most; None for all, and a hundred lines of each
            set of lines.
    """
    found = [*_examples(root), *_records(data), *_iss(data), *_hodoku(data)]
    most = 100 if sample is None else sample
    sets = _line_sets(data, scratch, most)
    return [*(found if sample is None else sampled(found, sample)), *(i for s in sets for i in s)]


def lines(data: Path, scratch: Path, most: int) -> list[Lines]:
    """Return up to `most` lines of each set of lines, in batches."""
    return [
        batch for found in _line_sets(data, scratch, most) for batch in batches_of(found, _CHUNK)
    ]


def batches_of(found: Sequence[Item], size: int) -> Iterator[Lines]:
    """Yield puzzles of one corpus and the same parts of it in batches."""
    groups: dict[tuple[str, tuple[str, ...]], list[Item]] = {}
    for item in found:
        groups.setdefault((item.set, item.strata), []).append(item)
    for (name, strata), group in groups.items():
        for start in range(0, len(group), size):
            part = group[start : start + size]
            title = f"{part[0].name} to {part[-1].name}"
            yield Lines(name, title, tuple(item.source for item in part), strata)


def sampled(found: Iterable[Item], most: int) -> list[Item]:
    """Return evenly spread puzzles, so that each part of each corpus has at most so many.

    A puzzle of several parts counts for the first.
    """
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in found:
        groups.setdefault((item.set, item.strata[0] if item.strata else ""), []).append(item)
    return [one for group in groups.values() for one in _spread(group, most)]


def _spread(group: Sequence[Item], most: int) -> Sequence[Item]:
    if len(group) <= most:
        return group
    return [group[number * len(group) // most] for number in range(most)]


def _examples(root: Path) -> Iterator[Item]:
    folder = root / "examples"
    for path in sorted(folder.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^givens:", text, re.MULTILINE):
            ruled = re.search(r"^shapes:", text, re.MULTILINE)
            name = path.relative_to(folder).with_suffix("").as_posix()
            part = "with shapes of their own" if ruled else "givens only"
            yield Item("examples", name, {"path": str(path)}, (part,))


def _records(data: Path) -> Iterator[Item]:
    """Yield the records of puzzles.jsonl that the library can express, by their families."""
    from acceptance import corpus, corpus_rules

    if corpus.DATA.resolve() != data.resolve():
        return
    plain = {record["id"]: record for record in corpus.expressible()}
    for name, record in plain.items():
        file = {"geometry": corpus.geometry_file(record), "givens": corpus.givens(record)}
        source = {"text": corpus.yaml_text(file)}
        yield Item("puzzles.jsonl", name, source, (corpus.family(record),))
    for record in corpus_rules.with_rules():
        if record["id"] not in plain:
            text = record.get("fpuzzles") or corpus.yaml_text(corpus_rules.puzzle_file(record))
            family = corpus_rules.family(record)
            yield Item("puzzles.jsonl", record["id"], {"text": text}, (family,))


def _iss(data: Path) -> Iterator[Item]:
    path = data / "iss-half.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            name = f"{record['id']} {record['name']}".strip()
            strata = tuple(record["collections"])
            yield Item("iss-half.jsonl", name, {"text": record["string"]}, strata)


def _hodoku(data: Path) -> Iterator[Item]:
    path = data / "hodoku" / "reglib-half.txt"
    if path.exists():
        cases = [line for line in path.read_text("utf-8").splitlines() if line.startswith(":")]
        for number, line in enumerate(cases, 1):
            code = line.split(":")[1]
            yield Item("hodoku", f"case {number}, {code}", {"text": line})


def _line_sets(data: Path, scratch: Path, most: int) -> Iterator[list[Item]]:
    """Yield the first puzzles of each set of lines; the files are shuffled."""
    for name in CLASSIC:
        if puzzles := read_puzzle_set(data, name, most):
            yield _numbered(name, (item.text for item in puzzles.items), "9x9")
    for name in _MORE_CLASSIC:
        path = data / "classic" / f"{name}.txt"
        if path.exists():
            with path.open(encoding="ascii") as file:
                texts = [line.rstrip("\n") for line in islice(file, most)]
            yield _numbered(name, texts, "9x9")
    for name, title in {"classic_minimal": "9x9", **VARIANTS}.items():
        if puzzles := read_puzzle_set(data, name, most):
            where = _place(data, scratch, title)
            yield _numbered(name, (item.text for item in puzzles.items), where)


def _numbered(name: str, texts: Iterable[str], geometry: str) -> list[Item]:
    return [
        Item(name, f"{name} {number}", {"line": text, "geometry": geometry})
        for number, text in enumerate(texts, 1)
    ]


def _place(data: Path, scratch: Path, title: str) -> str:
    """Return the name of a geometry, or the path of a file that describes it."""
    text = geometry_text(data, title)
    if not text:
        return title
    path = scratch / f"{title}.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)
