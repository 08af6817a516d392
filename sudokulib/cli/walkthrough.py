"""A solving path as text on the screen, and as a page in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from sudokulib.cli.drawing import geometry_line, print_picture, step_picture
from sudokulib.render.step_marks import LEGEND, draw_step
from sudokulib.scene.glyphs import visible
from sudokulib.scene.legend import legend
from sudokulib.solving.explaining.notation import pattern_notation
from sudokulib.solving.explaining.solving_path import grouped_explanations

if TYPE_CHECKING:
    from sudokulib.cli.output import Answer
    from sudokulib.cli.solving_path import SolvingPath
    from sudokulib.solving.explaining.solving_path import Explanation


def _groups(explanations: Iterable[Explanation], every: bool) -> Iterator[Sequence[Explanation]]:
    return ((one,) for one in explanations) if every else grouped_explanations(explanations)


def _numbers(group: Sequence[Explanation]) -> str:
    return f"{group[0].number}-{group[-1].number}"


def _heading(group: Sequence[Explanation]) -> str:
    """Return a name for a group of steps: ``7 hidden singles``, ``cage bounds, 3 times``."""
    titles = {one.title for one in group}
    title = titles.pop() if len(titles) == 1 else "single"
    if not group[0].single:
        return f"{title}, {len(group)} times" if len(group) > 2 else f"{title}, twice"
    return f"{len(group)} {title}s"


def _placed(group: Sequence[Explanation]) -> str:
    """Return what singles place, with the shape in which that is the only place."""
    return ", ".join(map(_single, group))


def _single(explanation: Explanation) -> str:
    where = pattern_notation(explanation.step, explanation.words)
    placed = ", ".join(map(explanation.words.candidate, explanation.step.placements))
    return f"{placed} ({where})" if where else placed


def _reason(explanation: Explanation) -> str:
    """Return the text of a step without the technique."""
    return explanation.text.partition(": ")[2]


class TextWalkthrough:
    """A solving path as text on the screen."""

    def __init__(self, answer: Answer, path: SolvingPath, grids: bool) -> None:
        self._answer = answer
        self._path = path
        self._grids = grids
        self._drawn = False

    def print(self, every: bool) -> None:
        """Print all of it."""
        puzzle, say = self._path.puzzle, self._answer.say
        if title := puzzle.title or puzzle.geometry.title:
            say(title, "bold")
        say(geometry_line(puzzle))
        say("1 given" if len(puzzle.givens) == 1 else f"{len(puzzle.givens):,} givens")
        if flaw := self._path.flaw:
            say(f"{flaw[:1].upper()}{flaw[1:]}.", "bold yellow")
        for group in _groups(self._path.shown(), every):
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
        if self._path.end == "solved":
            print_picture(self._answer, self._path.solution())
            say()
        say(self._path.ending, {0: "bold green", 1: "bold red"}.get(self._path.code, "bold yellow"))

    def _listed(self, text: str) -> None:
        """Print an entry of a list, with its further lines indented."""
        screen, lead = self._answer.screen, "  - "
        for line in Text(visible(text)).wrap(screen, max(screen.width - len(lead), 1)):
            screen.print(Text(lead).append(line), soft_wrap=True)
            lead = "    "

    def _put(self, text: str, bold: str = "", more: str = "") -> None:
        """Print running text, broken between words."""
        whole = Text(visible(text)).append(visible(bold), "bold").append(visible(more))
        self._answer.screen.print(whole, soft_wrap=False)

    def _one(self, explanation: Explanation) -> None:
        text = _step_text(explanation)
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
"""The least columns for text beside a picture; in fewer, it would break every few words."""


def _step_text(explanation: Explanation) -> Any:
    """Return a step with its number, its cases indented."""
    first, *rest = explanation.lines
    head, colon, reason = first.text.partition(":")
    text = Text(f"{explanation.number}. ")
    text.append(visible(head + colon), "bold")
    text.append(visible(reason))
    for line in rest:
        text.append(f"\n{'  ' * line.depth}- {visible(line.text)}")
    text.append(f"\n{visible(explanation.notation)}", "dim")
    return text


class MarkdownWalkthrough:
    """A solving path as a page in Markdown."""

    def __init__(self, answer: Answer, path: SolvingPath, grids: bool) -> None:
        self._say = answer.say
        self._path = path
        self._grids = grids

    def print(self, every: bool) -> None:
        """Print all of it."""
        puzzle = self._path.puzzle
        self._say(f"# {puzzle.title or puzzle.geometry.title or 'A puzzle'}\n")
        self._say(geometry_line(puzzle) + "\n")
        self._block(str(puzzle))
        if marks := list(legend(puzzle)):
            self._block("\n".join(marks))
        if flaw := self._path.flaw:
            self._say(f"{flaw[:1].upper()}{flaw[1:]}.\n")
        for group in _groups(self._path.shown(), every):
            if len(group) == 1:
                self._one(group[0], grid=self._grids and (every or not group[0].single))
                continue
            heading = _heading(group)
            self._say(f"## {_numbers(group)}. {heading[:1].upper()}{heading[1:]}\n")
            if group[0].single:
                self._say(f"{_placed(group)}\n")
            else:
                self._say("".join(f"- {_reason(one)}\n" for one in group))
        if self._path.end == "solved":
            self._block(str(self._path.solution()))
        self._say(self._path.ending)

    def _block(self, text: str) -> None:
        self._say(f"```text\n{text}\n```\n")

    def _one(self, explanation: Explanation, *, grid: bool) -> None:
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
