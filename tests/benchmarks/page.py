"""The page of results."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from benchmarks.contenders import contenders
from benchmarks.suites import SUITES
from benchmarks.suites.goals import GOALS, goal_table
from benchmarks.suites.suite import Data

__all__ = ["COMMAND", "machine", "page", "updated"]

_GOALS = "What was to be reached"

COMMAND = "python tests/benchmarks --data ../shared/data --write docs/performance.md"


def machine() -> Data:
    """Return the machine and the versions used for measuring."""
    from sudokulib import _kernel

    packages = {c.package: _version(c.package) for c in contenders() if c.package}
    return {
        "processor": _processor(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sudokulib": _version("sudokulib"),
        "kernel": _kernel.build or "none: pure Python",
        "packages": packages,
        "date": datetime.now(UTC).date().isoformat(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "processors": os.cpu_count() or 1,
    }


def _load(about: Data) -> str:
    """Say how busy the machine was when the measuring began."""
    if about.get("load") is None:
        return ""
    busy = "; wall times, as of threads, are those of a busy machine"
    return (
        f"; load average {about['load']:.1f} on {about['processors']} processors"
        f"{busy if about['load'] >= about['processors'] else ''}"
    )


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    about = dict(line.split("\t:", 1) if "\t:" in line else line.partition(":")[::2]
                 for line in lines if ":" in line)  # fmt: skip
    facts = {key.strip(): value.strip() for key, value in about.items()}
    name = facts.get("model name", platform.processor() or "unknown processor")
    return f"{name}, family {facts['cpu family']} model {facts['model']}" if (
        "cpu family" in facts
    ) else name  # fmt: skip


def page(results: Mapping[str, Data]) -> str:
    """Return the page in Markdown, from the results of the suites."""
    return "\n\n".join(part.strip() for part in _parts(results)) + "\n"


def _parts(results: Mapping[str, Data]) -> Iterator[str]:
    about = results["machine"]
    yield "# Performance"
    yield (
        "This page is written by a program, never by hand; with the dependency group `bench` "
        f"installed:\n\n    {COMMAND}"
    )
    yield (
        "Times are CPU time of the process. Contenders take turns chunk by chunk within one "
        "process, in random order; the best of three rounds counts for each piece. Every answer "
        "is a proof that there is one solution or not, and is compared with ours. On "
        "another processor rates differ, and so do ratios, by up to a third: compare only what was "
        "measured in one run."
    )
    versions = ", ".join(f"{n} {v}" for n, v in about["packages"].items())
    yield (
        f"Measured on {about['date']}: {about['processor']}; {about['system']}; "
        f"{about['python']}; sudokulib {about['sudokulib']}, compiled search: {about['kernel']}; "
        f"{versions}{_load(about)}."
    )
    if about["share"] < 1:
        yield f"**A run of {about['share']:.0%} of the puzzles and time: figures are rough.**"
    yield f"## {_GOALS}"
    yield goal_table(results).markdown()
    for suite in SUITES:
        if suite.name in results:
            yield f"## {suite.title}"
            for table in suite.tables(results[suite.name]):
                yield table.markdown()


def updated(text: str, results: Mapping[str, Data]) -> str:
    """Return a page with new sections for what was measured; the rest stays as it is.

    Goals that the measurements concern are new, too. Each new section has its date.
    """
    head, *rest = text.rstrip().split("\n\n## ")
    sections = {part.partition("\n")[0]: part for part in rest}
    about = results["machine"]
    for suite in SUITES:
        if suite.name in results:
            tables = [table.markdown().strip() for table in suite.tables(results[suite.name])]
            share = f", {about['share']:.0%} of the puzzles" if about["share"] < 1 else ""
            where = f"{about['processor']}; {about['python']}{share}{_load(about)}"
            when = f"Measured by itself on {about['date']}: {where}."
            sections[suite.title] = "\n\n".join((suite.title, when, *tables))
    order = [suite.title for suite in SUITES]
    titles = [title for title in sections if title not in order] + [
        title for title in order if title in sections
    ]
    if _GOALS in sections:
        sections[_GOALS] = _reached(sections[_GOALS], results)
    return "\n\n## ".join((head, *(sections[title] for title in titles))) + "\n"


def _reached(section: str, results: Mapping[str, Data]) -> str:
    """Return the table of goals: rows measured now are new, all others as they were."""
    old = {_goal_of(line): line for line in section.split("\n")}
    other = {("| " + goal.work, goal.target) for goal in GOALS if goal.measured(results) is None}
    new = f"{_GOALS}\n\n{goal_table(results).markdown().strip()}".split("\n")
    return "\n".join(
        old.get(_goal_of(line), line) if _goal_of(line) in other else line for line in new
    )


def _goal_of(line: str) -> tuple[str, ...]:
    """Return the first two cells of a row: the same work may have several targets."""
    return tuple(line.split(" | ")[:2])
