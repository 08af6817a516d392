"""The work of ``sudokulib generate``: puzzles one after the other, or a set in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count as numbers
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.geometry_paths import named_by_path
from sudokulib.cli.options import announced_seed
from sudokulib.cli.output import CODES, Answer, print_error
from sudokulib.cli.progress import progress_bar, puzzles_of
from sudokulib.cli.subject import puzzle_of, recipe_of
from sudokulib.errors import SudokuError
from sudokulib.formats import format_named
from sudokulib.generating.puzzles import maker_of
from sudokulib.generating.set_files import LineMaker, write_set
from sudokulib.generating.targets import rating_window
from sudokulib.puzzles.geometries.folders import SUFFIXES
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Budget, OutOfBudget
from sudokulib.solving.batch.progress import Meter
from sudokulib.solving.queries.equivalence import canonical

if TYPE_CHECKING:
    from sudokulib.generating import Generated, Recipe
    from sudokulib.generating.makers import MadePuzzle
    from sudokulib.generating.set_files import SetSummary
    from sudokulib.solving.batch import processes as pools
else:
    pools = lazy_module("sudokulib.solving.batch.processes")  # only for a set

_JSONL = "jsonl"
_FIRST = 1
"""The first seed of a set for which none is given: the same command continues it."""
_DEFAULTS = {
    "givens": None, "symmetry": "none", "pattern": None, "difficulty": None,
    "requires": (), "forbids": (), "at_most": (), "profile": "everything",
    "rating": False, "tries": 1000, "search": "auto", "proof_nodes": None,
}  # fmt: skip
"""The defaults of `sudokulib.generate`: options that a set does not record."""
_LIMIT_OPTIONS = {
    "time": "seconds",
    "nodes": "nodes",
    "tries": "tries",
    "proof_nodes": "proof-nodes",
}
"""For each reason why a puzzle is unfinished the option that sets the limit."""


@dataclass(frozen=True, slots=True)
class GenerateOptions:
    """The options of the command.

    Args:
        target: a geometry, puzzle or recipe.
        count, seed: how many, and the first seed; None for one that is drawn, of a set for 1.
        to, out: the format, and the file; None for standard output.
        trace: whether to write the solves too.
        force: whether to overwrite a set.
        jobs: how many processes work on a set; None for one for each processor.
        cluster: the Dask cluster that works on it; empty for none.
        seconds, nodes: limits.
        wanted: as for `sudokulib.generate`, but for the difficulty, which is text.
    """

    target: str
    count: int
    seed: int | None
    to: str
    out: Path | None
    trace: bool
    force: bool
    jobs: int | None
    cluster: str
    seconds: float | None
    nodes: int | None
    wanted: dict[str, Any]


def generate_all(options: GenerateOptions, answer: Answer) -> None:
    """Make puzzles, and report what was not finished."""
    subject = _subject(options.target)
    form = _form(options, subject)
    wanted = {**options.wanted, "difficulty": rating_window(options.wanted["difficulty"])}
    wanted = {name: value for name, value in wanted.items() if value != _DEFAULTS[name]}
    if form == _JSONL and options.out is not None:
        _set(options, subject, wanted, options.out, answer)
        return
    if options.force or options.jobs or options.cluster:
        raise SudokuError(
            "--force, --jobs and --cluster are for sets, as other puzzles are made one after the "
            "other; add --out NAME.jsonl for a set, or leave them out"
        )
    done = []
    dropped: set[str] = set()
    with _opened(options.out, answer.as_json) as lines:
        for made in _each(options, subject, wanted, answer):
            if answer.as_json:
                done.append(made.generated.as_dict())
            if lines:
                text, lost = _text(made, form, wanted, options)
                if options.wanted["rating"] and made.generated.rating and form != _JSONL:
                    text = _rated_text(text, form, made.generated)
                lines.write(text + "\n")
                lines.flush()
                for what in sorted(lost - dropped):
                    print_error(f"dropped: {what}")
                dropped |= lost
            _tell(answer, made.generated)
    if answer.as_json:
        answer.data({"puzzles": done, "set": None})


def _each(
    options: GenerateOptions, subject: Puzzle | Recipe, wanted: dict[str, Any], answer: Answer
) -> Iterator[MadePuzzle]:
    """Yield the puzzles of the seeds, one after the other."""
    order = maker_of(subject, **wanted)
    budget = Budget(options.seconds, options.nodes)
    seeds = islice(numbers(announced_seed(options.seed)), options.count)
    with progress_bar() as show:
        meter = Meter(range(options.count), show)
        found = 0
        try:
            for made in order.make(seeds, budget, meter.record_tries):
                found += 1
                yield made
                meter.add(1, 0)
        except OutOfBudget as limit:
            answer.code = CODES["unknown"]
            print_error(f"stopped by --{'seconds' if limit.reason == 'time' else 'nodes'}")
        else:
            if not found:
                raise SudokuError("it cannot be filled, so there is no puzzle; relax it")


def _set(
    options: GenerateOptions,
    subject: Puzzle | Recipe,
    wanted: dict[str, Any],
    out: Path,
    answer: Answer,
) -> None:
    """Write a set to a file."""
    jobs = options.jobs or (None if options.cluster else os.cpu_count())
    try:
        with progress_bar() as show, pools.worker_processes(jobs, options.cluster) as pool:
            summary = write_set(
                out,
                subject,
                options.count,
                seed=_FIRST if options.seed is None else options.seed,
                trace=options.trace,
                force=options.force,
                executor=pool,
                jobs=jobs or 1,
                nodes=options.nodes,
                seconds=options.seconds,
                progress=show,
                **wanted,
            )
    except KeyboardInterrupt:
        print_error(f"{out} has what was made so far; repeat the command to continue")
        raise
    if summary.stopped:
        answer.code = CODES["unknown"]
    if answer.as_json:
        names = ("puzzles", "before", "equivalent", "missed", "lacks", "stopped")
        counts = {name: getattr(summary, name) for name in names}
        answer.data({"puzzles": [], "set": {"out": str(out), **counts}})
    else:
        _report(summary, options)


def _report(summary: SetSummary, options: GenerateOptions) -> None:
    before = f", {summary.before:,} of them before" if summary.before else ""
    first = "" if options.seed is not None else f", from seed {_FIRST} on"
    print_error(f"{puzzles_of(summary.puzzles)} in {options.out}{before}{first}")
    if summary.equivalent:
        print_error(f"  skipped as equivalent to others: {summary.equivalent:,}")
    if summary.missed:
        print_error(f"  seeds that missed the target: {summary.missed:,} (last: {summary.lacks})")
    if summary.stopped == "time":
        print_error("stopped by --seconds; repeat the command to continue")
    elif summary.stopped:
        print_error("given up: too many seeds in a row brought nothing new; ask for fewer")


def _subject(target: str) -> Puzzle | Recipe:
    """Return a recipe, or what other commands take."""
    return recipe_of(target) or puzzle_of(target, None)


def _form(options: GenerateOptions, subject: Puzzle | Recipe) -> str:
    """Return the format to write in; empty for the line that ``sudokulib solve`` takes.

    Without ``--to``, the name of the file decides. On the screen, puzzles with rules are written as
    JSON lines, which hold rules as well.
    """
    out = options.out
    ruled = not isinstance(subject, Puzzle) or bool(subject.shapes)
    to = options.to or _form_of(out)
    if to == _JSONL or (not to and (options.trace or (ruled and out is None))):
        return _JSONL
    if options.trace:
        raise SudokuError(f"a text in {to} holds no steps; write --to jsonl")
    if ruled and not to:
        raise SudokuError(
            f"{out}: the line of givens holds no rules; end the name in .yaml or .jsonl, "
            "or name a format with --to"
        )
    if to and options.count > 1 and not format_named(to).many:
        raise SudokuError(f"a text in {to} holds one puzzle; make one, or take jsonl or line")
    return to and format_named(to).name


def _form_of(out: Path | None) -> str:
    """Return the format implied by the name of a file; empty if it implies none."""
    if out is None:
        return ""
    return _JSONL if out.suffix == f".{_JSONL}" else "yaml" if out.suffix in SUFFIXES else ""


@contextmanager
def _opened(out: Path | None, as_json: bool) -> Iterator[TextIO | None]:
    if out is None:
        yield None if as_json else sys.stdout
    else:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            yield file


def _text(
    made: MadePuzzle, form: str, wanted: dict[str, Any], options: GenerateOptions
) -> tuple[str, frozenset[str]]:
    """Return a puzzle as text, and the features that the text drops."""
    puzzle = made.generated.puzzle
    if form == _JSONL:
        return LineMaker(wanted, options.trace)(made, canonical(puzzle).key), frozenset()
    if not form:
        return puzzle.line(), frozenset()
    written = format_named(form).write(puzzle)
    text = written.text.strip("\r\n")
    if form == "yaml":
        text = named_by_path(written.text, puzzle.geometry, options.target, options.out).strip()
    return text, frozenset(written.dropped)


def _rated_text(text: str, form: str, one: Generated) -> str:
    """Return a text with the rating as a comment above it; print it if the text has no comments."""
    first = {symbol[0] for symbol in one.puzzle.geometry.alphabet.symbols}
    said = f"seed {one.seed}: {_rating_text(one)}"
    if "#" not in first and (form in ("", "yaml") or format_named(form).many):
        return f"# {said}\n{text}"
    print_error(said)
    return text


def _rating_text(one: Generated) -> str:
    """Return a rating in short."""
    rating = one.rating
    assert rating is not None, "there is one"
    grades = [f"{name.upper()} {getattr(rating, name).rating:.1f}" for name in ("er", "ep", "ed")]
    more = [rating.level, f"score {rating.score}", "" if rating.solved else "not solved"]
    return ", ".join([" ".join(grades), *filter(None, more)])


def _tell(answer: Answer, one: Generated) -> None:
    """Report where a puzzle misses its target, or where more givens might be removable."""
    if one.missed:
        answer.code = CODES["unknown"]
        print_error(f"seed {one.seed}: {one.missed}; {puzzles_of(one.tried)} tried")
    elif one.stopped:
        answer.code = CODES["unknown"]
        option = _LIMIT_OPTIONS[one.stopped]
        print_error(f"seed {one.seed}: {len(one.puzzle.givens)} givens, stopped by --{option}")
