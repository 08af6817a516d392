"""Proofs: whole solves as files that anyone can check without trusting their author.

A proof file is one object in JSON: the puzzle as puzzle files have it, a fingerprint of what it
means to the solver, and the steps with their arguments (docs/json.md). Checking a proof trusts the
five rules of `sudokulib.logic.proof` and the reader of the puzzle, and nothing else in the file.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NoReturn

from sudokulib.basics.limits import DEFAULT_LIMITS, Limits
from sudokulib.basics.quoting import short
from sudokulib.board import Board
from sudokulib.errors import Problem, ProblemsError, SudokuError
from sudokulib.logic.proof import ProofError
from sudokulib.logic.step import Step
from sudokulib.logic.words import Words
from sudokulib.model import compile_puzzle
from sudokulib.puzzles.filled_grid import Solution
from sudokulib.puzzles.loading import loads
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.puzzles.writing import puzzle_file_data
from sudokulib.solving.explaining.step_reader import StepReader, shown
from sudokulib.solving.explaining.step_writer import StepWriter

FORMAT = 1
"""The version of the layout that is written, and the latest that can be read."""

_LARGEST = 100_000_000
"""The most bytes read from a file, a bound against hostile files: as many blanks take 0.2 s and
190 MB (`python tests/benchmarks/at_limits.py`, 2026-11). The steps of a large killer samurai take
one million."""

_DIGITS = 18
"""The most digits of a number; larger ones would not fit into 64 bits."""

_KEYS = ("format", "kind", "fingerprint", "puzzle", "steps")

KIND = "sudokulib proof"
"""The value of `kind` in a proof file."""

Claim = Literal["unique", "if unique", "deductions", "refused"]
"""The puzzle has exactly one solution; if it has exactly one, it is this; not every cell is placed;
some step does not follow."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A puzzle and steps claimed to solve it.

    Args:
        puzzle: the puzzle.
        steps: the steps from the givens on, in order.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of checking a proof.

    Args:
        claim: what is proved.
        failed: the number of the first step that does not follow, from 1; 0 if all do.
        message: why that step fails, or what is proved, in words.
        solution: the solution, if every cell is placed.
    """

    claim: Claim
    failed: int
    message: str
    solution: Solution | None = None


def proof_text(puzzle: Puzzle, steps: Iterable[Step]) -> str:
    """Return a proof as the text of a file.

    Args:
        puzzle: the puzzle. If no puzzle file can say all of it without the file of its geometry,
            the proof does not contain it, and the checker must supply it.
        steps: from the givens on, in order.

    >>> import sudokulib
    >>> puzzle = sudokulib.geometry("4x4").puzzle("1... ..2. .3.. ...4")
    >>> text = proof_text(puzzle, [one.step for one in sudokulib.steps(puzzle)])
    >>> check_proof(read_proof(text)).claim
    'unique'
    """
    writer = StepWriter(Words(puzzle))
    data = {
        "format": FORMAT,
        "kind": KIND,
        "fingerprint": fingerprint(puzzle),
        "puzzle": _puzzle_data(puzzle),
        "steps": [writer.step(step) for step in steps],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any] | None:
    data = puzzle_file_data(puzzle)
    try:
        back = loads(json.dumps(data, ensure_ascii=False))
    except SudokuError:
        return None
    return data if fingerprint(back) == fingerprint(puzzle) else None


def fingerprint(puzzle: Puzzle) -> str:
    """Return a hash that two puzzles share only if they mean the same to the solver.

    It covers the names of the cells, the symbols, the values that givens leave each cell, and the
    primitives in order, so that numbers of shapes in steps mean the same as well.
    """
    model = compile_puzzle(puzzle)
    alphabet = puzzle.geometry.alphabet
    meaning = (
        tuple(cell.name for cell in puzzle.geometry.cells),
        (alphabet.symbols, alphabet.values),
        puzzle.given_values,
        model.domains,
        model.primitives,
        sorted(model.derived),
    )
    return sha256("".join(_canonical(meaning)).encode()).hexdigest()


def _canonical(value: object) -> Iterable[str]:
    """Yield text that is the same for equal values in every process."""
    if is_dataclass(value):
        yield type(value).__name__
        yield from _canonical(tuple(getattr(value, f.name) for f in fields(value) if f.compare))
    elif isinstance(value, list | tuple):
        yield "("
        for item in value:
            yield from _canonical(item)
        yield ")"
    elif isinstance(value, Mapping):
        yield from _canonical(sorted(value.items(), key=repr))
    elif isinstance(value, set | frozenset):
        yield "{"
        yield from sorted("".join(_canonical(item)) for item in value)
        yield "}"
    else:
        yield f"{value!r};"


def load_proof(
    path: str | Path, puzzle: Puzzle | None = None, *, limits: Limits = DEFAULT_LIMITS
) -> Proof:
    """Read the proof in a file; see `read_proof`.

    Raises:
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        _fail(str(path), "", f"proofs of more than {_LARGEST // 10**6} million bytes are not read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail(str(path), "", f"the file is not UTF-8 at byte {error.start}")
    return read_proof(text, str(path), puzzle, limits=limits)


def read_proof(
    text: str,
    name: str = "<text>",
    puzzle: Puzzle | None = None,
    *,
    limits: Limits = DEFAULT_LIMITS,
) -> Proof:
    """Read the proof in the text of a file, without checking it.

    Args:
        text: a text as `proof_text` writes it.
        name: what to call it in messages.
        puzzle: the puzzle that it must be about; needed only if the file does not contain it.
        limits: bounds on what its puzzle may expand to.

    Raises:
        ProblemsError: it is not a proof file, or is about another puzzle; with the place.
    """
    data = _parsed(text, name)
    for key in _KEYS:
        if key not in data:
            _fail(name, "", f"the key {key!r} is missing")
    if data["kind"] != KIND:
        _fail(name, "kind", f"a proof says that it is a {KIND!r}", data["kind"])
    if type(data["format"]) is not int or data["format"] != FORMAT:
        _fail(name, "format", f"this version reads format {FORMAT}", data["format"])
    if unknown := data.keys() - set(_KEYS):
        _fail(name, shown(min(unknown))[1:-1], "a proof has no such key")
    if data["puzzle"] is not None:
        embedded = _embedded_puzzle(data["puzzle"], name, limits)
        puzzle = puzzle or embedded
    if puzzle is None:
        _fail(
            name,
            "puzzle",
            "the proof does not contain its puzzle",
            fix="name the puzzle's file too",
        )
    if data["fingerprint"] != fingerprint(puzzle):
        _fail(
            name,
            "fingerprint",
            "this is the proof of another puzzle, or of another version",
            fix=_WRONG_PUZZLE_FIX,
        )
    if not isinstance(data["steps"], list):
        _fail(name, "steps", "it must be a list", data["steps"])
    reader = StepReader(Words(puzzle), name)
    steps = (reader.step(one, f"steps[{n}]") for n, one in enumerate(data["steps"]))
    return Proof(puzzle, tuple(steps))


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        data = json.loads(
            text,
            object_pairs_hook=_distinct_keys,
            parse_constant=_no_constant,
            parse_int=_integer,
            parse_float=_real,
        )
    except json.JSONDecodeError as error:
        problem = Problem(f"no JSON: {error.msg}", _FIX, name, error.lineno, error.colno)
        raise ProblemsError([problem]) from None
    except RecursionError:
        _fail(name, "", "it is nested too deeply")
    except _NumberError as error:
        raise ProblemsError([_number_problem(error, text, name)]) from None
    except ValueError as error:
        _fail(name, "", str(error))
    if not isinstance(data, dict):
        _fail(name, "", "a proof is an object", data)
    return data


class _NumberError(ValueError):
    """A number that no proof needs; the arguments are the message and the number as written."""


def _number_problem(error: _NumberError, text: str, name: str) -> Problem:
    """Return the problem with a number, at the first place where it occurs."""
    message, number = error.args
    before = text[: max(0, text.find(number))]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Problem(message, _FIX, name, line, column, value=short(number))


def _integer(text: str) -> int:
    if len(text) > _DIGITS + 1:
        raise _NumberError(f"a number has at most {_DIGITS} digits, not {len(text):,}", text)
    return int(text)


def _real(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise _NumberError("the number is too large", text)
    return value


def _distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose keys must differ: readers disagree about repeated keys."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"an object has the key {shown(key)} twice")
    return found


def _no_constant(text: str) -> NoReturn:
    raise _NumberError("JSON has no such number", text)


def _embedded_puzzle(data: Any, name: str, limits: Limits) -> Puzzle:
    if not isinstance(data, dict):
        _fail(name, "puzzle", "it must be an object, as puzzle files have it, or null", data)
    try:
        text = json.dumps(data, ensure_ascii=False)
    except RecursionError:
        _fail(name, "puzzle", "it is nested too deeply")
    return loads(text, f"{name}, puzzle", limits=limits)


_FIX = "export the proof again; this file is damaged or was not written by sudokulib"

_SHOWN = 100
"""The most characters of a step in a message."""

_WRONG_PUZZLE_FIX = "name the file of the puzzle that was explained, or export the proof again"


def _fail(file: str, path: str, message: str, value: object = None, fix: str = _FIX) -> NoReturn:
    said = "" if value is None else shown(value)
    raise ProblemsError([Problem(message, fix, file, path=path, value=said)])


def check_proof(proof: Proof, *, allow_uniqueness: bool = False) -> Verdict:
    """Check every step of a proof and return what it proves.

    Args:
        proof: what to check.
        allow_uniqueness: whether to accept steps that hold only if there is one solution. Such a
            proof only shows what the solution is if there is exactly one.
    """
    words = Words(proof.puzzle)
    board = words.board
    for number, step in enumerate(proof.steps, 1):
        objection = _objection(step, words.for_board(board), allow_uniqueness)
        if objection:
            said = _shortened(f"{step.technique}: {words.conclusion(step) or 'nothing'}")
            return Verdict("refused", number, f"step {number} ({said}) fails: {objection}")
        board = step.apply(board)
    return _verdict(proof, board)


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _objection(step: Step, words: Words, allow_uniqueness: bool) -> str:
    """Return why a step does not follow, or an empty string."""
    if step.assumes_unique and not allow_uniqueness:
        return "it assumes that there is only one solution, which is the claim to be proved"
    try:
        step.verify(words.board)
    except ProofError as error:
        return _in_words(str(error), words)
    return ""


def _verdict(proof: Proof, board: Board) -> Verdict:
    left = board.open.bit_count()
    if left:
        cells = "1 cell is" if left == 1 else f"{left} cells are"
        return Verdict("deductions", 0, f"every step follows, but {cells} not placed")
    unsure = any(step.assumes_unique for step in proof.steps)
    values = tuple(mask.bit_length() - 1 for mask in board.masks[: board.model.cells])
    solution = Solution(proof.puzzle, values)
    if 0 in board.masks or any(value < 0 for value in values) or solution.violations():
        what = "there is none, or there are several" if unsure else "no solution"
        return Verdict("refused", len(proof.steps), f"the steps lead to a contradiction: {what}")
    if unsure:
        return Verdict(
            "if unique", 0, "if the puzzle has only one solution, it is this one", solution
        )
    return Verdict("unique", 0, "the puzzle has exactly one solution", solution)


_NAMES = re.compile(
    r"(candidate )?\((\d+), (\d+)\)( is (?:true|false))?"
    r"|\bprimitive (\d+)|\b(?:variable|cell) (\d+)"
)


def _in_words(message: str, words: Words) -> str:
    """Return a message of the checker with numbers replaced by names."""
    width, most = len(words.model.primitives), len(words.model.domains)

    def named(found: re.Match[str]) -> str:
        noun, variable, value, holds, primitive, alone = found.groups("")
        if primitive:
            return words.shape(int(primitive)) if int(primitive) < width else found[0]
        if alone:
            return words.cell(int(alone)) if int(alone) < most else found[0]
        v, x = int(variable), int(value)
        if v >= most or x >= words.model.root.domains[v].bit_length():
            return found[0]
        if holds and not words.is_cell(v):
            return words.statement(v, [x], holds=holds == " is true")
        return f"{noun}{words.candidate((v, x))}{holds}"

    return _NAMES.sub(named, message)
