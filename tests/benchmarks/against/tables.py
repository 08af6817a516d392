"""The report in Markdown: answers that differ, then the speed by family."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.against.compare import answer_text, differences, differs, only_one_in_time
from benchmarks.against.compete import FAMILIES, Record
from benchmarks.suites.suite import Table, seconds

__all__ = ["Speed", "differing", "report", "speed"]

_WORST = 10
_ALL = "all sets"


@dataclass(frozen=True)
class Speed:
    """The speed of the other revision beside this one; factors are its time divided by ours.

    Args:
        number: the number of puzzles and batches that both have answered alike.
        medians: CPU seconds for a puzzle, by the other revision and by this one.
        factor: the median of the factors of single puzzles.
        tenth: a tenth of the factors is below this.
        nine_tenths: a tenth of the factors is above this.
        together: the factor of the sums.
        first: the medians of the first runs.
        first_factor: the median of their factors.
    """

    number: int
    medians: tuple[float, float]
    factor: float
    tenth: float
    nine_tenths: float
    together: float
    first: tuple[float, float]
    first_factor: float


def speed(records: Sequence[Record]) -> Speed | None:
    """Return the speed over the records that both have answered alike; None if there are none."""
    timed = [record for record in records if _is_comparable(record)]
    best = [r.best for r in timed if r.best]
    first = [r.first for r in timed if r.first]
    if not best:
        return None
    factors = [other / this for other, this in best]
    deciles = quantiles(factors, n=10, method="inclusive") if len(factors) > 1 else factors
    return Speed(
        number=len(best),
        medians=_medians(best),
        factor=median(factors),
        tenth=deciles[0],
        nine_tenths=deciles[-1],
        together=sum(other for other, _ in best) / sum(this for _, this in best),
        first=_medians(first),
        first_factor=median(other / this for other, this in first),
    )


def _is_comparable(record: Record) -> bool:
    """Return whether both did the same work; other puzzles of the same seeds count as such."""
    return record.best is not None and (record.family == "generate" or not differs(*record.answers))


def _medians(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return median(other for other, _ in pairs), median(this for _, this in pairs)


def differing(records: Sequence[Record], label: str) -> list[str]:
    """Return a line for each answer that differs, with the puzzle and both answers."""
    return [line for record in records for line in _differing(record, label)]


def _differing(record: Record, label: str) -> Iterator[str]:
    for number, other, this in differences(*record.answers):
        name = record.texts[number] if record.texts else record.name
        both = f"{label}: {answer_text(other)}; this: {answer_text(this)}"
        yield f"{record.family}, {record.set}: `{name}`; {both}"


def report(records: Sequence[Record], label: str, about: Sequence[str]) -> str:
    """Return the whole report.

    Args:
        records: the results.
        label: the name of the other revision.
        about: lines about both, above the tables.
    """
    return "\n".join(_parts(records, label, about))


def _parts(records: Sequence[Record], label: str, about: Sequence[str]) -> Iterator[str]:
    yield f"# {label} and this one\n"
    yield from (f"- {line}" for line in about)
    yield f"\n## Answers\n\n{_answers(records, label)}"
    yield "\n## Speed\n"
    yield (
        f"Factors are the CPU time of {label} to that of this one: above 1 this one is faster. "
        "Of each puzzle the best run counts, but under “first” the first one in each process. "
        "Puzzles with answers that differ are left out.\n"
    )
    yield Table(
        ["family", "n", "factor", "10 %", "90 %", "sum", "first"],
        [[f, *_factors(s)] for f in FAMILIES if (s := speed(_of(records, f)))],
    ).markdown()
    for family in FAMILIES:
        if speed(_of(records, family)):
            yield _family(_of(records, family), family, label).markdown()


def _of(records: Sequence[Record], family: str) -> list[Record]:
    return [record for record in records if record.family == family]


def _factors(found: Speed) -> list[str]:
    middle = (found.factor, found.tenth, found.nine_tenths, found.together, found.first_factor)
    return [str(found.number), *map(_factor, middle)]


def _factor(value: float) -> str:
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def _answers(records: Sequence[Record], label: str) -> str:
    lines = differing(records, label)
    asked = sum(record.puzzles for record in records)
    head = f"**{len(lines)} of {asked} answers differ.**" if lines else f"All {asked} are the same."
    return "\n".join([head, "", *(f"- {line}" for line in (*lines, *_beside(records, label)))])


def _beside(records: Sequence[Record], label: str) -> Iterator[str]:
    """Yield notes that are worth knowing, but are no difference."""
    for record in records:
        if only_one_in_time(*record.answers):
            other, this = map(answer_text, record.answers)
            yield (
                f"Only one in time: {record.family}, {record.set}: `{record.name}`; "
                f"{label}: {other}; this: {this}"
            )
    late = sum(all("timeout" in answer for answer in record.answers) for record in records)
    if late:
        yield f"Both out of time: {late}."
    errors = sum(all("error" in answer for answer in record.answers) for record in records)
    if errors:
        yield f"Both give an error: {errors}."
    missing = {(r.family, n, a["missing"]) for r in records for n, a in enumerate(r.answers)
               if "missing" in a}  # fmt: skip
    for family, side, name in sorted(missing):
        yield f"No {family}: {'this one' if side else label} has no {name!r}."
    yield from _steps(records, label)


def _steps(records: Sequence[Record], label: str) -> Iterator[str]:
    pairs = [
        (r.answers[0]["steps"], r.answers[1]["steps"])
        for r in records
        if all("steps" in answer for answer in r.answers)
    ]
    if pairs:
        other, this = (sum(pair[side] for pair in pairs) for side in (0, 1))
        changed = sum(one != two for one, two in pairs)
        yield (
            f"Steps of logic: {other:,} by {label}, {this:,} by this one; "
            f"other numbers of steps for {changed} of {len(pairs)} puzzles."
        )


def _family(records: Sequence[Record], family: str, label: str) -> Table:
    head = [label, "this", "factor", "10 %", "90 %", "sum", f"first: {label}", "this", "factor"]
    return Table(
        ["set", "n", *head],
        [row for name in dict.fromkeys(r.set for r in records) for row in _rows(records, name)],
        title=family,
        notes=[*_worst(records)],
    )


def _rows(records: Sequence[Record], name: str) -> Iterator[list[str]]:
    """Yield the row of a corpus, and of each of its parts if there are several."""
    inside = [record for record in records if record.set == name]
    strata = sorted({stratum for record in inside for stratum in record.strata})
    parts = [(f"– {s}", [r for r in inside if s in r.strata]) for s in strata if len(strata) > 1]
    for title, part in ((name, inside), *parts):
        if found := speed(part):
            yield [title, *_cells(found)]


def _cells(found: Speed) -> list[str]:
    n, *factors, first = _factors(found)
    times = [seconds(value) for value in (*found.medians, *found.first)]
    return [n, *times[:2], *factors, *times[2:], first]


def _worst(records: Sequence[Record]) -> Iterator[str]:
    for name in dict.fromkeys(record.set for record in records):
        inside = [(r.best[0] / r.best[1], r.name)
                  for r in records if r.set == name and r.best and _is_comparable(r)]  # fmt: skip
        if inside:
            worst = sorted(inside)[:_WORST]
            listed = ", ".join(f"`{title}` {_factor(factor)}" for factor, title in worst)
            yield f"Slowest beside the other, {name}: {listed}."
