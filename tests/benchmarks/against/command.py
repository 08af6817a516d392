"""``python tests/benchmarks --against REVISION``: both revisions are made ready, and compared."""

from __future__ import annotations

import json
import platform
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from benchmarks.against.builds import (
    BuildError,
    Revision,
    build,
    cache_folder,
    checkout,
    named_revision,
    stale_kernel,
)
from benchmarks.against.compete import FAMILIES, Record, Rules, compete
from benchmarks.against.corpora import items, lines
from benchmarks.against.sides import Worker
from benchmarks.against.tables import differing, report

__all__ = ["against", "introduced"]

ROOT = Path(__file__).resolve().parents[3]

_QUICK = {"sample": 3, "limit": 1.0}
_LINES = {True: 500, False: 2500}
"""Lines of each set that are solved in batches, in quick runs and others."""

Say = Callable[[str], object]


def against(asked: Namespace, say: Say) -> int:
    """Compare; print the report.

    Returns:
        The exit status: 0 if all answers are the same, 1 if one differs, 2 if nothing could be
        compared.
    """
    try:
        return _against(asked, say)
    except BuildError as error:
        say(str(error))
        return 2


def _against(asked: Namespace, say: Say) -> int:
    folder = asked.builds or cache_folder()
    other, this = named_revision(ROOT, asked.against), checkout(ROOT)
    home = build(ROOT, other, folder, say)
    ours = (build(ROOT, this, folder, say), "") if asked.build else (Path(sys.executable), ROOT)
    with closing(Worker(home)) as theirs, closing(Worker(*ours)) as mine:
        about = introduced(theirs, mine, other, this, not asked.build)
        records = _compared([theirs, mine], asked, say)
    if asked.json:
        text = json.dumps({"about": about, "records": [asdict(r) for r in records]}, indent=1)
        asked.json.write_text(text, encoding="utf-8")
    print(report(records, other.label, about))
    return 1 if differing(records, other.label) else 0


def _compared(sides: Sequence[Worker], asked: Namespace, say: Say) -> list[Record]:
    sample = asked.sample or (_QUICK["sample"] if asked.quick else None)
    limit = asked.limit or (_QUICK["limit"] if asked.quick else 5.0)
    quick = sample is not None
    families = asked.families.split(",") if asked.families else FAMILIES
    rules = Rules(limit=limit, families=families, seeds=sample or 20)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        found = items(ROOT, asked.data, scratch, sample and int(sample))
        batches = lines(asked.data, scratch, _LINES[quick])
        if asked.only:
            wanted = asked.only.split(",")
            found = [item for item in found if item.set in wanted]
            batches = [batch for batch in batches if batch.set in wanted]
        return list(compete(sides, found, batches, rules, say))


def introduced(
    theirs: Worker, mine: Worker, other: Revision, this: Revision, as_it_is: bool
) -> list[str]:
    """Return what is to be known about both, once it is sure that they are what they should be.

    Raises:
        BuildError: a process imported something else, or only one has a compiled kernel.
    """
    said = [side.ask({"family": "hello", "limit": 60})["answer"] for side in (theirs, mine)]
    for answer, side in zip(said, (theirs, mine), strict=True):
        if "file" not in answer:
            raise BuildError(f"{side.home} does not start: {answer}")
        if not Path(answer["file"]).resolve().is_relative_to(Path(side.home).resolve()):
            raise BuildError(
                f"sudokulib was imported from {answer['file']}, not from {side.home}; "
                "remove what is installed there, or say --build"
            )
    pure = [answer["kernel"].startswith("none") for answer in said]
    if pure[0] != pure[1]:
        raise BuildError(
            f"only one has its compiled search ({other.label}: {said[0]['kernel']}; this one: "
            f"{said[1]['kernel']}), so nothing can be said about speed; build the other anew"
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
