"""``python tests/benchmarks --against REVISION``: prepare both revisions and compare them."""

from __future__ import annotations

import json
import platform
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from benchmarks.against.builds import (
    ComparisonError,
    Revision,
    build,
    cache_folder,
    checkout,
    named_revision,
    stale_kernel,
)
from benchmarks.against.compete import FAMILIES, ComparisonSettings, Record, compete
from benchmarks.against.corpora import SEEDS, items, lines
from benchmarks.against.sides import Worker
from benchmarks.against.tables import differing, report

__all__ = ["against", "environment_report"]

ROOT = Path(__file__).resolve().parents[3]

_LIMIT = 5.0
_QUICK_SAMPLE = 3
_QUICK_LIMIT = 1.0
_LINES = 2500
"""Lines of each set that are solved in batches."""
_FEW_LINES = 500
"""The same, in a sample."""

Say = Callable[[str], object]


def against(asked: Namespace, say: Say) -> int:
    """Compare, and print the report.

    Returns:
        The exit status: 0 if all answers are the same, 1 if one differs, 2 if nothing could be
        compared.
    """
    try:
        return _against(asked, say)
    except ComparisonError as error:
        say(str(error))
        return 2


def _against(asked: Namespace, say: Say) -> int:
    folder = asked.builds or cache_folder()
    other, this = named_revision(ROOT, asked.against), checkout(ROOT)
    home = build(ROOT, other, folder, say)
    ours = (build(ROOT, this, folder, say), "") if asked.build else (Path(sys.executable), ROOT)
    with closing(Worker(home)) as theirs, closing(Worker(*ours)) as mine:
        about = environment_report(theirs, mine, other, this, not asked.build)
        sample, limit = _amount(asked)
        about.append(_extent(sample, limit))
        records = _compared([theirs, mine], asked, sample, limit, say)
    if asked.json:
        text = json.dumps({"about": about, "records": [asdict(r) for r in records]}, indent=1)
        asked.json.write_text(text, encoding="utf-8")
    print(report(records, other.label, about))
    return 1 if differing(records, other.label) else 0


def _amount(asked: Namespace) -> tuple[int | None, float]:
    """Return the number of puzzles of each part of a corpus, and the seconds for each."""
    sample, limit = (_QUICK_SAMPLE, _QUICK_LIMIT) if asked.quick else (None, _LIMIT)
    return asked.sample or sample, asked.limit or limit


def _extent(sample: int | None, limit: float) -> str:
    puzzles = (
        f"at most {sample} puzzles of each part of a corpus"
        if sample
        else "all puzzles, but a hundred of each set of lines one by one"
    )
    return f"{puzzles}; {limit:g} s of CPU time for each"


def _compared(
    sides: Sequence[Worker], asked: Namespace, sample: int | None, limit: float, say: Say
) -> list[Record]:
    families = asked.families.split(",") if asked.families else FAMILIES
    _check("family", families, FAMILIES)
    rules = ComparisonSettings(limit=limit, families=families, seeds=sample or max(SEEDS.values()))
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        found = items(ROOT, asked.data, scratch, sample)
        batches = lines(asked.data, scratch, _FEW_LINES if sample else _LINES)
        if asked.only:
            wanted = asked.only.split(",")
            _check("corpus", wanted, {i.set for i in found} | {b.set for b in batches})
            found = [item for item in found if item.set in wanted]
            batches = [batch for batch in batches if batch.set in wanted]
        return list(compete(sides, found, batches, rules, say))


def _check(what: str, wanted: Iterable[str], known: Iterable[str]) -> None:
    if unknown := sorted(set(wanted) - set(known)):
        there = ", ".join(sorted(known))
        raise ComparisonError(
            f"there is no {what} {', '.join(map(repr, unknown))}; there are {there}"
        )


def environment_report(
    theirs: Worker, mine: Worker, other: Revision, this: Revision, as_it_is: bool
) -> list[str]:
    """Return what to know about both, after checking that they are what they should be.

    Raises:
        ComparisonError: a process imported something else, or only one has a compiled kernel.
    """
    said = [side.ask({"family": "hello", "limit": 60})["answer"] for side in (theirs, mine)]
    for answer, side in zip(said, (theirs, mine), strict=True):
        if "file" not in answer:
            raise ComparisonError(f"{side.home} does not start: {answer}")
        if not Path(answer["file"]).resolve().is_relative_to(Path(side.home).resolve()):
            raise ComparisonError(
                f"sudokulib was imported from {answer['file']}, not from {side.home}; "
                "remove what is installed there, or say --build"
            )
    pure = [answer["kernel"].startswith("none") for answer in said]
    if pure[0] != pure[1]:
        raise ComparisonError(
            f"only one has its compiled search ({other.label}: {said[0]['kernel']}; this one: "
            f"{said[1]['kernel']}), so nothing can be said about speed; with a "
            f"C++20 compiler, delete {theirs.home} if that was built without, or say --build to "
            "build this one like the other"
        )
    about = [
        f"{revision.label}: {revision.title}; compiled search {answer['kernel']}; "
        f"importing takes {answer['import'] * 1e3:.0f} ms"
        for revision, answer in zip((other, this), said, strict=True)
    ]
    about.append(f"CPython {said[0]['python']}, {platform.system()} {platform.machine()}")
    if as_it_is and (stale := stale_kernel(ROOT)):
        about.append(f"**{stale}**")
    return about
