"""Places of forms: what they agree in, and which leave no room for others.

Rules about forms are found by what they say, not by their names: a table lists the places that one
form may have, and hidden variables tell for each cell whether it is in that form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sudokulib.board import Board
from sudokulib.logic.combinations import different_value_sets
from sudokulib.logic.forms import Form, Forms, forms_of
from sudokulib.logic.memo import cached_on_board
from sudokulib.logic.step import (
    Argument,
    Branch,
    Candidates,
    Fillings,
    Rank,
    Refutation,
    Role,
    Split,
    Step,
    Truth,
)
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.strategies.phrases import MOST_NAMED
from sudokulib.strategies.registry import strategy

_MOST_REASONS = 3
"""The most reasons against places of a form that are told one by one."""


@dataclass(frozen=True, slots=True)
class _Agreed:
    """What some places of a form agree in.

    Args:
        outside: cells in none of them, though they may be in the form, as a bit mask.
        inside: cells in all of them, though they may be something else.
    """

    outside: int
    inside: int

    def candidates(self, form: Form) -> Candidates:
        """Return the candidates that are lost: of the variables that tell what is in the form."""
        return tuple(
            [
                (v, is_in)
                for v, cell in form.hidden.items()
                for is_in, cells in ((1, self.outside), (0, self.inside))
                if cells >> cell & 1
            ]
        )

    def bars(self, place: int) -> bool:
        """Return whether a place does not agree."""
        return bool(place & self.outside or self.inside & ~place)


def _agreed(board: Board, form: Form, places: Sequence[int]) -> _Agreed | None:
    """Return what places of a form agree in that is not known; None if in nothing."""
    some, every = 0, -1
    for place in places:
        some |= place
        every &= place
    may = form.possible(board)
    known = form.known(board)
    found = _Agreed(may & ~some, every & ~known)
    return found if places and (found.outside or found.inside) else None


# One form by itself.


def _by_itself(board: Board, form: Form) -> Iterator[Step]:
    agreed = _agreed(board, form, form.places_left(board))
    if agreed:
        yield _step("form-places", board, form, agreed, (Fillings(form.number),))


def _step(
    technique: str, board: Board, form: Form, agreed: _Agreed, arguments: tuple[Argument, ...]
) -> Step:
    own = tuple([(cell, form.value) for cell in bits(form.possible(board))])
    lost = agreed.candidates(form)
    return Step(technique, (), lost, arguments, (Role("pattern", own, (form.number,)),))


def _told(step: Step, words: Words) -> tuple[Form, _Agreed]:
    """Return the form that a step is about, and what its conclusion says of it."""
    (number,) = step.roles[0].primitives
    known = forms_of(words.model)
    assert known is not None, "it was found by them"
    form = next(one for one in known.forms if one.number == number)
    outside = sum(1 << form.hidden[v] for v, is_in in step.eliminations if is_in)
    inside = sum(1 << form.hidden[v] for v, is_in in step.eliminations if not is_in)
    return form, _Agreed(outside, inside)


def _cells(mask: int, words: Words, last: str = "and") -> str:
    cells = list(bits(mask))
    if len(cells) > MOST_NAMED:
        return f"{len(cells)} cells"
    return join_words([words.subject(cell) for cell in cells], last)


def _tell_places(step: Step, words: Words) -> str:
    form, agreed = _told(step, words)
    name, places = words.rule(form.number), form.places_left(words.board)
    if len(places) == 1:
        return f"only one place is left for {name}"
    every = "both places" if len(places) == 2 else f"all {len(places)} places"
    parts = []
    if agreed.inside:
        parts.append(f"{every} left for {name} have {_cells(agreed.inside, words)}")
    if agreed.outside:
        none = f"no place left for {name} has" if not agreed.inside else "none has"
        parts.append(f"{none} {_cells(agreed.outside, words, 'or')}")
    return " and ".join(parts)


@strategy(
    "form-places",
    family="connection",
    rating=2.2,
    score=30,
    source="Knuth, Dancing Links (2000), exact covers",
    pencil_marks=False,
    tell=_tell_places,
)
def form_places(board: Board) -> Iterator[Step]:
    """All places left for a form have a cell, or none has it."""
    known = forms_of(board.model)
    for form in known.forms if known else ():
        yield from _by_itself(board, form)


# Forms and the room for the others.


@dataclass(frozen=True, slots=True)
class _Room:
    """The places that forms have left on a board.

    Args:
        board: the board.
        forms: the forms.
        left: for each form, by number, its places.
        places: those in which its cells can have different digits, if they have to.
        through: for each cell that must be in some form, these places with it, and their forms.
    """

    board: Board
    forms: Forms
    left: Mapping[int, tuple[int, ...]]
    places: Mapping[int, tuple[int, ...]]
    through: Mapping[int, Sequence[tuple[int, int]]]

    def objection(self, form: Form, place: int) -> _Objection | None:
        """Return why a form cannot be in a place; None if nothing speaks against it."""
        if place not in self.places[form.number]:
            return _Objection("digits", self.forms.digit_rule)
        for other in self.forms.forms:
            if other is not form and all(one & place for one in self.places[other.number]):
                return _Objection("form", other.number)
        for cell, through in self.through.items():
            if not place >> cell & 1 and all(
                one & place or number == form.number for one, number in through
            ):
                return _Objection("cell", cell)
        return None


class _Objection(NamedTuple):
    """Why a form cannot be in a place.

    Args:
        sort: ``digits`` if its cells cannot all have different ones, ``form`` if another one has no
            place beside it, ``cell`` if a cell would be in no form.
        number: the rule about digits, the other form's rule, or the cell.
    """

    sort: Literal["digits", "form", "cell"]
    number: int


@cached_on_board
def _room(board: Board) -> _Room | None:
    known = forms_of(board.model)
    if known is None:
        return None
    left = {form.number: form.places_left(board) for form in known.forms}
    digits = {cell: board.masks[v] for cell, v in known.digits.items()}
    places = {
        number: tuple([p for p in own if _has_digits(p, digits)]) for number, own in left.items()
    }
    values = sum({1 << form.value for form in known.forms})
    cells = {cell for form in known.forms for cell in form.hidden.values()}
    through: dict[int, list[tuple[int, int]]] = {
        cell: [] for cell in sorted(cells) if not board.masks[cell] & ~values
    }
    for number, own in places.items():
        for place in own:
            for cell in bits(place):
                if cell in through:
                    through[cell].append((place, number))
    return _Room(board, known, left, places, through)


def _has_digits(place: int, digits: Mapping[int, int]) -> bool:
    """Return whether the cells of a place can have different digits."""
    own = sorted([digits[cell] for cell in bits(place) if cell in digits])
    return not own or bool(different_value_sets(tuple(own)))


def _with_room(board: Board, room: _Room, form: Form) -> Iterator[Step]:
    places = room.left[form.number]
    if _agreed(board, form, places):
        return
    barred = {p: why for p in places if (why := room.objection(form, p))}
    agreed = _agreed(board, form, [p for p in places if p not in barred])
    if agreed is None:
        return
    (proof,) = _in_each_place(
        form,
        places,
        agreed.candidates(form),
        {p: _impossible(room, form, p, why) for p, why in barred.items() if agreed.bars(p)},
    )
    yield _step("room-for-forms", board, form, agreed, proof.arguments)


# Proofs. A form is in one of its places; each is a case, and ends in a contradiction.


def _in_each_place(
    form: Form,
    places: Sequence[int],
    conclusions: Candidates,
    impossible: Mapping[int, tuple[Step, ...]],
) -> tuple[Step, ...]:
    """Return the steps to some conclusions, or to a contradiction, from the places of a form.

    Args:
        form: the form.
        places: its places.
        conclusions: what holds in each place that is possible; nothing if none is.
        impossible: for each other place the steps from it to a contradiction.
    """
    if all(place not in impossible for place in places):
        return (_concluding(conclusions if places else (), Fillings(form.number)),)
    if len(places) == 1:
        return impossible[places[0]]
    variable = min(
        form.hidden,
        key=lambda v: abs(2 * sum(p >> form.hidden[v] & 1 for p in places) - len(places)),
    )
    branches = []
    for is_in in (0, 1):
        own = [p for p in places if p >> form.hidden[variable] & 1 == is_in]
        steps = _in_each_place(form, own, conclusions, impossible)
        branches.append(Branch((variable, is_in), steps))
    truth = Truth(((variable, 0), (variable, 1)), variable=variable)
    return (_concluding(conclusions, Split(truth, tuple(branches))),)


def _concluding(conclusions: Candidates, *arguments: Argument) -> Step:
    return Step("shape-fillings" if conclusions else "contradiction", (), conclusions, arguments)


def _impossible(room: _Room, form: Form, place: int, why: _Objection) -> tuple[Step, ...]:
    """Return the steps from the only place left for a form to a contradiction."""
    masks = room.board.masks
    lost = [(v, 1 - (place >> cell & 1)) for v, cell in form.hidden.items()]
    here = _concluding(tuple([(v, x) for v, x in lost if masks[v] >> x & 1]), Fillings(form.number))
    first = (here,) if here.eliminations else ()
    if why.sort == "digits":
        return (*first, _concluding((), Fillings(why.number)))
    if why.sort == "form":
        other = next(one for one in room.forms.forms if one.number == why.number)
        return (*first, *_no_place(room, other, place, 0))
    steps, empty = [*first], why.number
    for other in room.forms.forms:
        own = [v for v, cell in other.hidden.items() if cell == why.number and masks[v] & 0b10]
        if other is not form and own:
            empty = own[0]
            refuted = Refutation((empty, 1), _no_place(room, other, place, 1 << why.number))
            steps.append(_concluding(((empty, 1),), refuted))
    # What says that the cell is in the last form that it could be in has to be both.
    return (*steps, _concluding((), Rank((Truth((), variable=empty),))))


def _no_place(room: _Room, form: Form, beside: int, cell: int) -> tuple[Step, ...]:
    """Return the steps to a contradiction, as a form has no place beside another one.

    Args:
        room: the places of all forms.
        form: the form.
        beside: the place of the other one.
        cell: a cell, as a bit mask, in which it has to be; 0 for none.
    """
    places = [p for p in room.left[form.number] if not p & beside and not cell & ~p]
    why = _Objection("digits", room.forms.digit_rule)
    return _in_each_place(form, places, (), {p: _impossible(room, form, p, why) for p in places})


def _tell_room(step: Step, words: Words) -> str:
    form, agreed = _told(step, words)
    room = _room(words.board)
    assert room is not None, "it was found by its forms"
    name, places = words.rule(form.number), room.left[form.number]
    barred = [room.objection(form, place) for place in places if agreed.bars(place)]
    reasons = [why for why in dict.fromkeys(barred) if why]
    if len(reasons) > _MOST_REASONS or (agreed.outside and agreed.inside):
        left = sum(room.objection(form, place) is None for place in places)
        they = "one leaves" if left == 1 else f"{left} leave"
        agree = "" if left == 1 else ", and they agree in this"
        return (
            f"of the {len(places)} places of {name}, only {they} room for the others and for each "
            f"cell{agree}"
        )
    had = f"had {_cells(agreed.outside, words, 'or')}"
    where = had if agreed.outside else f"did not have {_cells(agreed.inside, words)}"
    return f"wherever {name} {where}, {join_words(_tell_objections(reasons, words), 'or')}"


def _tell_objections(reasons: Sequence[_Objection], words: Words) -> list[str]:
    numbers: dict[str, list[int]] = {}
    for why in reasons:
        numbers.setdefault(why.sort, []).append(why.number)
    told = ["a digit would be in it twice"] if "digits" in numbers else []
    if others := numbers.get("form"):
        names = join_words([words.rule(number) for number in others], "or")
        told.append(f"no place would be left for {names}")
    if cells := numbers.get("cell"):
        names = join_words([words.subject(cell) for cell in cells], "or")
        told.append(f"{names} could not be filled")
    return told


@strategy(
    "room-for-forms",
    family="connection",
    rating=3.2,
    score=60,
    source="Knuth, Dancing Links (2000), exact covers",
    monotone=False,
    tell=_tell_room,
)
def room_for_forms(board: Board) -> Iterator[Step]:
    """A form could have a cell, or do without it, only where no room is left for the others."""
    if room := _room(board):
        for form in room.forms.forms:
            yield from _with_room(board, room, form)
