"""``sudokulib explain``: a puzzle walked through, each step with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from errno import ENOENT
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudokulib.cli.output import CODES, Answer, Json, answering, complain
from sudokulib.cli.solve import Seconds
from sudokulib.cli.subject import Givens, Target, puzzle_of

if TYPE_CHECKING:
    from sudokulib.board import Board
    from sudokulib.explaining.walk import Explanation
    from sudokulib.pipeline import Plan
    from sudokulib.puzzle import Puzzle

__all__ = ["AssumeUnique", "Profile", "explain"]

Profile = Annotated[
    str,
    typer.Option(
        help="The techniques that take part: everything, classic, killer, without-marks …"
    ),
]
AssumeUnique = Annotated[
    bool,
    typer.Option(
        "--assume-unique", help="Allow techniques that hold only if there is one solution."
    ),
]


def explain(
    target: Target,
    givens: Givens = None,
    *,
    until: Annotated[
        str,
        typer.Option(metavar="STEP|TECHNIQUE", help="Stop after that step, or the first such."),
    ] = "",
    technique: Annotated[
        str, typer.Option(metavar="NAME", help="Show only the steps of one technique.")
    ] = "",
    profile: Profile = "everything",
    assume_unique: AssumeUnique = False,
    seconds: Seconds = None,
    every: Annotated[
        bool, typer.Option("--all", help="Tell each single by itself, with its picture.")
    ] = False,
    grids: Annotated[
        bool, typer.Option("--grids/--no-grids", help="Draw the board beside each step.")
    ] = True,
    as_json: Json = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write a walkthrough in Markdown.")
    ] = False,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the solve as a proof; see check-proof."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page that plays the steps in a browser."),
    ] = None,
    view: Annotated[
        str, typer.Option(help="Of that page: flat, or solid for tredoku and cubes.")
    ] = "flat",
) -> None:
    """Walk through a puzzle by logic: each step in words, with its reason."""
    if proof and until:
        raise typer.BadParameter("a proof is of the whole solve; leave --until out")
    if until.lstrip("-").isdecimal() and not 0 < int(until) < _MOST:
        raise typer.BadParameter(f"--until {until[:20]}: steps are counted from 1")
    if as_json and markdown:
        raise typer.BadParameter("--json and --markdown are two answers; choose one")
    with answering("explain", as_json) as answer:
        for file in filter(None, (proof, html)):
            if not file.resolve().parent.is_dir():  # told before a long walk, not after
                raise FileNotFoundError(ENOENT, strerror(ENOENT), str(file))
        puzzle = puzzle_of(target, givens, bare=False)
        from sudokulib.explaining.walk import plan_of  # noqa: PLC0415 - for a quick --help

        plan = plan_of(profile, assume_unique=assume_unique)
        walk = _Walk(puzzle, plan, until, technique, seconds)
        if as_json:
            shown = [explanation.as_dict() for explanation in walk.shown()]
            answer.data(_data(puzzle, walk, shown))
        elif markdown:
            _Markdown(answer, walk, grids).print(every)
        else:
            _Told(answer, walk, grids).print(every)
        answer.code = walk.code
        if walk.missed:
            complain(f"warning: {walk.missed}")
        if proof:
            _write_proof(proof, puzzle, walk.made)
        if html:
            _write_page(html, puzzle, walk.made, view)


def _write_proof(path: Path, puzzle: Puzzle, made: Sequence[Explanation]) -> None:
    from sudokulib.proofs import proof_text  # noqa: PLC0415 - rarely wanted

    path.write_text(proof_text(puzzle, [one.step for one in made]), encoding="utf-8")


def _write_page(path: Path, puzzle: Puzzle, made: Sequence[Explanation], view: str) -> None:
    from sudokulib.render.page import page  # noqa: PLC0415 - rarely wanted

    path.write_text(page(puzzle, made, view=view), encoding="utf-8")


_MOST = 10**9
"""Steps that may be asked for."""


class _Walk:
    """The steps of a puzzle as far as they are wanted, and how it ends."""

    def __init__(
        self, puzzle: Puzzle, plan: Plan, until: str, technique: str, seconds: float | None
    ) -> None:
        from sudokulib.strategies import strategy_named  # noqa: PLC0415 - for a quick --help

        self.puzzle = puzzle
        self.made: list[Explanation] = []
        self.stopped = self._late = False
        self._seconds = seconds
        self._plan = plan
        self._last = int(until) if until.isdecimal() else 0
        slug = "-".join(until.lower().split())
        self._until = strategy_named(slug).name if until and not self._last else ""
        slug = "-".join(technique.lower().split())
        self._only = strategy_named(slug).name if technique else ""

    def shown(self) -> Iterator[Explanation]:
        """The steps to be told, lazily."""
        from sudokulib.explaining.walk import walked  # noqa: PLC0415 - for a quick --help

        for explanation in self._in_time(walked(self.puzzle, self._plan, seconds=self._seconds)):
            self.made.append(explanation)
            if not self._only or explanation.step.technique == self._only:
                yield explanation
            if explanation.number == self._last or explanation.step.technique == self._until:
                self.stopped = True
                return

    def _in_time(self, steps: Iterator[Explanation]) -> Iterator[Explanation]:
        from sudokulib.search.budget import OutOfBudget  # noqa: PLC0415 - for a quick --help

        try:
            yield from steps
        except OutOfBudget:
            self.stopped = self._late = True

    @property
    def board(self) -> Board:
        """The board after the last step."""
        from sudokulib.logic.words import Words  # noqa: PLC0415 - for a quick --help

        return self.made[-1].after if self.made else Words(self.puzzle).board

    @property
    def end(self) -> str:
        """How it ends: solved, none (a contradiction), stuck, or stopped by --until."""
        board = self.board
        if board.broken or (board.complete and self.solution().broken()):
            return "contradiction" if self._unsure else "none"
        if board.complete:
            return "solved"
        return "stopped" if self.stopped else "stuck"

    @property
    def _unsure(self) -> bool:
        """Whether what was found holds only if there is one solution."""
        return any(one.step.assumes_unique for one in self.made)

    @property
    def missed(self) -> str:
        """The technique that was asked for and did not come, in words; or empty."""
        known = {strategy.name for strategy in self._plan.strategies}
        done = {one.step.technique for one in self.made}
        for option, name in (("--until", self._until), ("--technique", self._only)):
            if name and name not in done:
                if name in known:
                    return f"{option} {name}: no step is one"
                return f"{option} {name}: it takes no part here; see --profile, --assume-unique"
        return ""

    def solution(self) -> Any:
        """What stands on a complete board."""
        from sudokulib.solution import Solution  # noqa: PLC0415 - for a quick --help

        masks = self.board.masks[: self.board.model.cells]
        return Solution(self.puzzle, tuple(mask.bit_length() - 1 for mask in masks))

    @property
    def code(self) -> int:
        """The exit code."""
        unknown = CODES["unknown"]
        codes = {"none": CODES["none"], "stuck": unknown, "contradiction": unknown}
        if self._late and self.end == "stopped":
            return unknown
        return codes.get(self.end, 0)

    @property
    def ending(self) -> str:
        """How it ends, in words."""
        end = self.end
        if end == "solved":
            if self._unsure:
                return "solved: if there is one solution only, it is this one"
            return "solved, and every step was forced: there is no other solution"
        if end == "none":
            return f"no solution: {self._clash() or 'the steps lead to a contradiction'}"
        if end == "contradiction":
            return "a contradiction: there is no solution, or there are several"
        left = self.board.open.bit_count()
        cells = "1 cell is" if left == 1 else f"{left} cells are"
        if end == "stopped":
            return f"stopped{' by --seconds' if self._late else ', as asked for'}; {cells} open"
        return f"stuck: no technique gets further, and {cells} open{self._several()}"

    def _clash(self) -> str:
        """What clashes before the first step, in words; or empty."""
        from sudokulib.explaining.hints import clash_of  # noqa: PLC0415 - rarely wanted
        from sudokulib.logic.words import Words  # noqa: PLC0415 - for a quick --help

        words = Words(self.puzzle)
        return "" if self.made else clash_of(words, words.model.domains)[0]

    def _several(self) -> str:
        """What keeps every technique from going on, if a second's search finds it out."""
        from sudokulib.solving import solve  # noqa: PLC0415 - for a quick --help

        found = solve(self.puzzle, seconds=1.0).status
        known = {"multiple": "the puzzle has several solutions", "none": "there is no solution"}
        return f"; {known[found]}" if found in known else ""


def _data(puzzle: Puzzle, walk: _Walk, shown: list[dict[str, Any]]) -> dict[str, Any]:
    from sudokulib.cli.layout import puzzle_data, solution_data  # noqa: PLC0415

    return {
        "puzzle": puzzle_data(puzzle),
        "end": walk.end,
        "open": walk.board.open.bit_count(),
        "steps": shown,
        "solution": solution_data(walk.solution()) if walk.end == "solved" else None,
    }


def _groups(explanations: Iterable[Explanation], every: bool) -> Iterator[Sequence[Explanation]]:
    from sudokulib.explaining.walk import batched  # noqa: PLC0415 - for a quick --help

    return ((one,) for one in explanations) if every else batched(explanations)


def _numbers(group: Sequence[Explanation]) -> str:
    return f"{group[0].number}-{group[-1].number}"


def _heading(group: Sequence[Explanation]) -> str:
    """What steps told together are: ``7 hidden singles``, ``cage bounds, 3 times``."""
    titles = {one.title for one in group}
    title = titles.pop() if len(titles) == 1 else "single"
    if not group[0].single:
        return f"{title}, {len(group)} times" if len(group) > 2 else f"{title}, twice"
    return f"{len(group)} {title}s"


def _placed(group: Sequence[Explanation]) -> str:
    """What singles place, and in which shape that is the only place."""
    return ", ".join(map(_single, group))


def _single(explanation: Explanation) -> str:
    from sudokulib.explaining.notation import pattern  # noqa: PLC0415 - for a quick --help

    where = pattern(explanation.step, explanation.words)
    placed = ", ".join(map(explanation.words.candidate, explanation.step.placements))
    return f"{placed} ({where})" if where else placed


def _reason(explanation: Explanation) -> str:
    """A step of many alike: its text without the technique."""
    return explanation.text.partition(": ")[2]


class _Told:
    """A walk as text on the screen."""

    def __init__(self, answer: Answer, walk: _Walk, grids: bool) -> None:
        self._answer = answer
        self._walk = walk
        self._grids = grids
        self._drawn = False

    def print(self, every: bool) -> None:
        """All of it."""
        from sudokulib.cli.drawing import geometry_line, put_picture  # noqa: PLC0415

        puzzle, say = self._walk.puzzle, self._answer.say
        if title := puzzle.title or puzzle.geometry.title:
            say(title, "bold")
        say(geometry_line(puzzle))
        say("1 given" if len(puzzle.givens) == 1 else f"{len(puzzle.givens):,} givens")
        for group in _groups(self._walk.shown(), every):
            say()
            if len(group) == 1 and group[0].single and not every:
                title, colon, reason = group[0].text.partition(":")
                self._put(f"{group[0].number}. ", title + colon, reason)
            elif len(group) == 1:
                self._one(group[0])
            elif group[0].single:
                self._put(f"{_numbers(group)}. ", _heading(group), f": {_placed(group)}")
            else:
                self._put(f"{_numbers(group)}. ", _heading(group))
                for one in group:
                    self._listed(_reason(one))
        say()
        if self._walk.end == "solved":
            put_picture(self._answer, self._walk.solution())
            say()
        say(self._walk.ending, {0: "bold green", 1: "bold red"}.get(self._walk.code, "bold yellow"))

    def _listed(self, text: str) -> None:
        """An entry of a list, its further lines indented."""
        from rich.text import Text  # noqa: PLC0415 - an extra

        from sudokulib.render.glyphs import visible  # noqa: PLC0415

        screen, lead = self._answer.screen, "  - "
        for line in Text(visible(text)).wrap(screen, max(screen.width - len(lead), 1)):
            screen.print(Text(lead).append(line), soft_wrap=True)
            lead = "    "

    def _put(self, text: str, bold: str = "", more: str = "") -> None:
        """Running text, broken between words."""
        from rich.text import Text  # noqa: PLC0415 - an extra

        from sudokulib.render.glyphs import visible  # noqa: PLC0415

        whole = Text(visible(text)).append(visible(bold), "bold").append(visible(more))
        self._answer.screen.print(whole, soft_wrap=False)

    def _one(self, explanation: Explanation) -> None:
        from rich.table import Table  # noqa: PLC0415 - an extra

        from sudokulib.cli.drawing import step_picture  # noqa: PLC0415
        from sudokulib.render.steps import LEGEND  # noqa: PLC0415 - for a quick --help

        text = _told(explanation)
        if not self._grids:
            self._answer.screen.print(text, soft_wrap=False)
            return
        screen = self._answer.screen
        if not self._drawn:
            self._answer.screen.print(f"In the pictures: {LEGEND}\n", style="dim", soft_wrap=False)
            self._drawn = True
        picture, wide = step_picture(self._answer, explanation, screen.width - _BESIDE)
        if wide > screen.width - _BESIDE:
            screen.print(text, soft_wrap=False)
            screen.print(picture)
            return
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True, width=wide)
        table.add_column(ratio=1)
        table.add_row(picture, text)
        screen.print(table, soft_wrap=False)


_BESIDE = 40
"""Columns that text needs to stand beside a picture."""


def _told(explanation: Explanation) -> Any:
    """A step with its number, its cases indented."""
    from rich.text import Text  # noqa: PLC0415 - an extra

    from sudokulib.render.glyphs import visible  # noqa: PLC0415

    first, *rest = explanation.lines
    head, colon, reason = first.text.partition(":")
    text = Text(f"{explanation.number}. ")
    text.append(visible(head + colon), "bold")
    text.append(visible(reason))
    for line in rest:
        text.append(f"\n{'  ' * line.depth}- {visible(line.text)}")
    text.append(f"\n{visible(explanation.notation)}", "dim")
    return text


class _Markdown:
    """A walk as a page in Markdown."""

    def __init__(self, answer: Answer, walk: _Walk, grids: bool) -> None:
        self._say = answer.say
        self._walk = walk
        self._grids = grids

    def print(self, every: bool) -> None:
        """All of it."""
        from sudokulib.cli.drawing import geometry_line  # noqa: PLC0415
        from sudokulib.render.legend import legend  # noqa: PLC0415

        puzzle = self._walk.puzzle
        self._say(f"# {puzzle.title or puzzle.geometry.title or 'A puzzle'}\n")
        self._say(geometry_line(puzzle) + "\n")
        self._block(str(puzzle))
        if marks := list(legend(puzzle)):
            self._block("\n".join(marks))
        for group in _groups(self._walk.shown(), every):
            if len(group) == 1:
                self._one(group[0], grid=self._grids and (every or not group[0].single))
                continue
            heading = _heading(group)
            self._say(f"## {_numbers(group)}. {heading[:1].upper()}{heading[1:]}\n")
            if group[0].single:
                self._say(f"{_placed(group)}\n")
            else:
                self._say("".join(f"- {_reason(one)}\n" for one in group))
        if self._walk.end == "solved":
            self._block(str(self._walk.solution()))
        self._say(self._walk.ending)

    def _block(self, text: str) -> None:
        self._say(f"```text\n{text}\n```\n")

    def _one(self, explanation: Explanation, *, grid: bool) -> None:
        from sudokulib.render.steps import draw_step  # noqa: PLC0415

        first, *rest = explanation.lines
        title, _, reason = first.text.partition(": ")
        self._say(f"## {explanation.number}. {title[:1].upper()}{title[1:]}\n")
        self._say(f"{reason[:1].upper()}{reason[1:]}.\n")
        for line in rest:
            self._say(f"{'  ' * (line.depth - 1)}- {line.text}")
        if rest:
            self._say()
        self._say(f"`{explanation.notation}`\n")
        if grid:
            self._block(draw_step(explanation).plain())
