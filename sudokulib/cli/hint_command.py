"""``sudokulib hint``: the next step for somebody solving a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import sudokulib
from sudokulib.basics.budget import Budget
from sudokulib.basics.late_binding import lazy_module
from sudokulib.cli.drawing import step_picture
from sudokulib.cli.options import (
    AssumeUnique,
    GivensArgument,
    Json,
    ListAll,
    Profile,
    TargetArgument,
    seconds_option,
)
from sudokulib.cli.output import CODES, Answer, answering
from sudokulib.cli.subject import is_file_name, puzzle_of, text_of
from sudokulib.errors import GivensError, SudokuError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sudokulib.puzzles.puzzle import Puzzle
    from sudokulib.solving.explaining import hints, solving_path
    from sudokulib.solving.explaining import possible_steps as choices
    from sudokulib.solving.explaining.hints import Hint, SolverState
    from sudokulib.solving.explaining.solving_path import Explanation
else:  # not for --help
    hints = lazy_module("sudokulib.solving.explaining.hints")
    choices = lazy_module("sudokulib.solving.explaining.possible_steps")
    solving_path = lazy_module("sudokulib.solving.explaining.solving_path")

_CODES = {"mistake": CODES["none"], "stuck": CODES["unknown"]}
_STYLES = {"mistake": "bold red", "stuck": "bold yellow", "solved": "bold green"}
_ALL = 4
"""The depth at which everything is revealed."""


def hint(
    target: TargetArgument,
    givens: GivensArgument = None,
    *,
    state: Annotated[
        str,
        typer.Option(
            metavar="FILE|TEXT",
            help="What you have so far: rows, one line, or a grid of candidates; - reads standard "
            "input. Absent: the givens.",
            show_default=False,
        ),
    ] = "",
    depth: Annotated[
        int,
        typer.Option(
            min=0,
            max=4,
            help="How much to reveal: 0 is there a mistake; 1 where; 2 which technique; 3 its "
            "pattern; 4 all.",
        ),
    ] = 1,
    every: ListAll = False,
    profile: Profile = "everything",
    assume_unique: AssumeUnique = False,
    seconds: Annotated[
        float | None,
        seconds_option(
            "; inf: never; absent: half a second to search for mistakes, then never if there "
            "is one solution, else half a second for the step"
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Give a hint at the next step, revealing only as much as wanted; mistakes come first.

    The exit code is 1 if there is a mistake, 4 if no technique makes progress.
    """
    with answering("hint", as_json) as answer:
        puzzle = puzzle_of(target, givens, bare=False)
        budget = Budget(seconds)
        known = _read(puzzle, text_of(state))
        found = sudokulib.hint(
            puzzle,
            known,
            depth=depth,  # type: ignore[arg-type] # typer keeps the bounds
            profile=profile,
            assume_unique=assume_unique,
            seconds=seconds,
        )
        answer.code = _CODES.get(found.kind, 0)
        unique = assume_unique and not found.several
        listed: Sequence[Explanation] = ()
        if every and found.kind == "step":
            listed = _choices(puzzle, known, profile, unique, budget.seconds_left)
        if as_json:
            data = found.as_dict()
            if depth < 4:  # the reader of the answer must see no more than requested
                data |= {"pattern": None, "basis": None}
            answer.data({**data, "choices": list(map(solving_path.explained_data, listed))})
        elif listed:
            width = len(str(len(listed)))
            for one in listed:
                answer.say(f"{one.number:{width}}. {one.notation}")
        else:
            _say(answer, found)


def _choices(
    puzzle: Puzzle, state: SolverState, profile: str, assume_unique: bool, seconds: float | None
) -> Sequence[Explanation]:
    board = hints.state_board(puzzle, state)
    return choices.possible_steps(
        puzzle, board, profile=profile, assume_unique=assume_unique, seconds=seconds
    )


def _read(puzzle: Puzzle, text: str) -> SolverState:
    """Read the state that a text says.

    Raises:
        GivensError, AlphabetError: it is not a state; a bare word was probably meant as a file.
    """
    try:
        return hints.read_state(puzzle, text)
    except SudokuError:
        if is_file_name(text):
            raise GivensError(
                f"there is no file {text[:100]!r}; --state takes a file, text, or - for stdin"
            ) from None
        raise


def _say(answer: Answer, found: Hint) -> None:
    answer.say(found.text, _STYLES.get(found.kind))
    if found.explanation is None:
        return
    whole = found.depth == _ALL
    if not whole and found.explanation.single:
        return  # a picture of a single would show its outcome
    for line in found.explanation.lines[1:] if whole else ():
        answer.say(f"{'  ' * line.depth}- {line.text}")
    picture, _ = step_picture(answer, found.explanation, answer.screen.width, outcome=whole)
    answer.say()
    answer.screen.print(picture)
