"""Pattern overlay: what all ways to place one value have in common.

A *template* is a choice of places for a value, one in each shape that requires it, of which no two
see each other. What no template has is false, what all of them have is true. Nothing more can be
deduced from one value by itself; every fish and every chain of one value is a special case.

Templates are not listed: one is searched for with, or without, each place that is undecided.
Placements proved by the templates of one value take cells from the others, whose templates are
then examined again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sudokulib.basics.interruption import check_interrupt, checked
from sudokulib.board import Board, Candidate
from sudokulib.logic.facts import required
from sudokulib.logic.reasons import contradiction
from sudokulib.logic.step import Branch, Rank, Refutation, Role, Split, Step, Truth
from sudokulib.logic.words import Words
from sudokulib.model import bits
from sudokulib.strategies.phrases import name_list
from sudokulib.strategies.registry import strategy

_MOST_TRIALS = 2_000
"""Partial templates tried for one place of one value; if they do not decide, it is skipped. A bound
for larger boards: 20 are enough for the templates of HoDoKu's library (codes 1201 and 1202 of
``python tests/acceptance/reglib.py``)."""

_MOST_CASES = 500
"""The most cases of a proof that there is no template. Also a bound: 20 suffice there too."""


@dataclass(frozen=True, slots=True)
class _Overlay:
    """One value on a board.

    Args:
        board, value: the board and the value.
        needs: the shapes that require it, as pairs of cells and primitive number.
    """

    board: Board
    value: int
    needs: tuple[tuple[int, int], ...]

    @property
    def places(self) -> int:
        """The cells that may hold the value."""
        return self.board.places[self.value]

    def after(self, cell: int, places: int) -> int:
        """Return the places that are left when one of them is taken."""
        return places & ~self.board.model.peers[cell]


class _TooManyError(Exception):
    """The search needs more trials than allowed."""


def _tell(step: Step, words: Words) -> str:
    symbol = words.symbol(*(step.eliminations or step.placements)[0])
    cells = name_list(words, step.eliminations or step.placements, "or")
    if step.eliminations:
        return f"no way to place {symbol} once in every shape that needs it uses {cells}"
    cells = name_list(words, step.placements)
    return f"every way to place {symbol} once in every shape that needs it uses {cells}"


@strategy(
    "pattern-overlay",
    family="templates",
    rating=7.0,
    score=500,
    source="Sudopedia, Pattern Overlay Method; HoDoKu, Templates",
    aliases=("templates", "pom"),
    tell=_tell,
)
def pattern_overlay(board: Board) -> Iterator[Step]:
    """All ways to place a value agree on some cells, or avoid them."""
    now, before = board, _DerivedBoard(board)
    known: dict[tuple[int, bool], int] = {}
    while True:
        taken: list[Step] = []
        for overlay in _overlays(now):
            value = overlay.value
            if not board.places[value] & board.open:
                continue
            always, never = _used_by_all_or_none(overlay)
            false = never | board.places[value] & board.open & ~overlay.places
            true = always | overlay.places & now.solved & board.open
            for cells, holds in ((false, True), (true, False)):
                if cells & ~known.get((value, holds), 0):
                    known[value, holds] = cells
                    yield from _step(overlay, before, cells, holds)
            taken += _step(overlay, _DerivedBoard(now), always, False)
        if not taken:
            return
        before = _DerivedBoard(board, before.steps + tuple(taken))
        for step in taken:
            now = step.apply(now)


@dataclass(frozen=True, slots=True)
class _DerivedBoard:
    """A board, and placements that templates have proved on it."""

    board: Board
    steps: tuple[Step, ...] = ()

    def contradiction_steps(self, candidate: Candidate, holds: bool) -> tuple[Step, ...]:
        """Return the steps until a candidate, being true (or false), contradicts them."""
        change = self.board.placed if holds else self.board.without
        board = change([candidate])
        for count, step in enumerate(self.steps, 1):
            board = step.apply(board)
            end = contradiction(board)
            if end is not None:
                return (*self.steps[:count], end)
        raise AssertionError("it does not")


def _step(overlay: _Overlay, before: _DerivedBoard, cells: int, refuted: bool) -> Iterator[Step]:
    proofs = {v: _proof(overlay, before, v, refuted) for v in bits(cells)}
    found = tuple((v, overlay.value) for v, proof in proofs.items() if proof)
    if found:
        places = before.board.places[overlay.value]
        yield Step(
            "pattern-overlay",
            () if refuted else found,
            found if refuted else (),
            tuple(proof for proof in proofs.values() if proof),
            (Role("pattern", tuple((v, overlay.value) for v in bits(places))),),
        )


def _overlays(board: Board) -> Iterator[_Overlay]:
    needs: list[dict[int, int]] = [{} for _ in board.places]
    for number, cells in enumerate(checked(board.model.spans)):
        for value in bits(required(board, number)):
            needs[value].setdefault(cells, number)
    for value, found in enumerate(needs):
        if found:
            yield _Overlay(board, value, tuple(found.items()))


def _used_by_all_or_none(overlay: _Overlay) -> tuple[int, int]:
    """Return the open cells that every template uses, and those that none uses."""
    places, open_ = overlay.places, overlay.places & overlay.board.open
    first = _template(overlay, places, 0)
    if not first:
        return 0, 0
    always, never = first & open_, 0
    some = first
    for cell in bits(open_ & ~first):
        if not some >> cell & 1:
            found = _template(overlay, overlay.after(cell, places), 1 << cell)
            if found:
                some |= found
                always &= found
            elif found == 0:
                never |= 1 << cell
    for cell in bits(always):
        if always >> cell & 1:
            found = _template(overlay, places & ~(1 << cell), 0)
            if found is None:
                always &= ~(1 << cell)
            elif found:
                always &= found
    return always, never


def _template(overlay: _Overlay, places: int, chosen: int) -> int | None:
    """Return a template with the chosen places; 0 if there is none, None if unknown."""
    left = _MOST_TRIALS

    def search(places: int, chosen: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooManyError
        check_interrupt()
        open_ = [cells & places for cells, _ in overlay.needs if not cells & chosen]
        if not open_:
            return chosen
        for cell in bits(min(open_, key=int.bit_count)):
            found = search(overlay.after(cell, places), chosen | 1 << cell)
            if found:
                return found
        return 0

    try:
        return search(places, chosen)
    except _TooManyError:
        return None


def _proof(overlay: _Overlay, before: _DerivedBoard, cell: int, holds: bool) -> Refutation | None:
    """Prove that there is no template with (or without) a cell; None if it takes too many cases."""
    places, value = overlay.places, overlay.value
    taken = overlay.board.solved & ~before.board.solved
    if taken >> cell & 1 if not holds else not places >> cell & 1:
        return Refutation((cell, value), before.contradiction_steps((cell, value), holds), holds)
    left = _MOST_CASES

    def steps(places: int, chosen: int) -> tuple[Step, ...]:
        nonlocal left
        left -= 1
        if left < 0:
            raise _TooManyError
        check_interrupt()
        found: list[Step] = []
        while True:
            open_ = [(cells & places, p) for cells, p in overlay.needs if not cells & chosen]
            least, primitive = min(open_, key=lambda need: need[0].bit_count())
            truth = Truth(tuple((v, overlay.value) for v in bits(least)), primitive=primitive)
            if least.bit_count() != 1:
                break
            single = least.bit_length() - 1
            found.append(Step("hidden-single", truth.candidates, arguments=(Rank((truth,)),)))
            places, chosen = overlay.after(single, places), chosen | least
        argument: Rank | Split = Rank((truth,))
        if least:
            cases = [(v, overlay.after(v, places)) for v in bits(least)]
            argument = Split(
                truth,
                tuple(
                    Branch((v, overlay.value), steps(after, chosen | 1 << v)) for v, after in cases
                ),
            )
        return (*found, Step("contradiction", arguments=(argument,)))

    try:
        if holds:
            inner = steps(overlay.after(cell, places), 1 << cell)
        else:
            inner = steps(places & ~(1 << cell), 0)
    except _TooManyError:
        return None
    return Refutation((cell, value), (*before.steps, *inner), holds)
