"""Rules about members on a board, and the steps and words that their techniques share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from sudokulib.board import Board
from sudokulib.logic.islands import with_both_variables
from sudokulib.logic.memo import cached_by_domains, cached_on_model
from sudokulib.logic.step import Branch, Candidates, Fillings, Role, Split, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import Model, bits
from sudokulib.primitives import Areas, Connected, Loop, Primitive, Regions, When
from sudokulib.primitives.members import split_members
from sudokulib.strategies.phrases import MOST_NAMED, noun_of

MemberRule: TypeAlias = Connected | Areas | Loop
"""A rule about members: the variables whose values lie in a set."""

_Rule_co = TypeVar("_Rule_co", bound=MemberRule, covariant=True)


@dataclass(frozen=True, slots=True)
class Members(Generic[_Rule_co]):
    """A rule about members on a board.

    Args:
        board: the board.
        number: the primitive that states the rule, by number.
        rule: the rule.
        must: the places in the rule's variables that must be members, as a bit mask.
        may: those that may be.
        cases: the primitives, by number, that state it in each case that is left of another
            variable; empty if it holds in any case.
    """

    board: Board
    number: int
    rule: _Rule_co
    must: int
    may: int
    cases: tuple[int, ...] = ()

    @property
    def open(self) -> int:
        """The places that are undecided."""
        return self.may & ~self.must

    def included(self, technique: str, places: int, *quoted: int) -> Step:
        """Return the step by which some undecided places are members; see `excluded`."""
        return self._decided(technique, places, ~self.rule.values, quoted)

    def excluded(self, technique: str, places: int, *quoted: int) -> Step:
        """Return the step by which some undecided places are no members.

        Args:
            technique: the name of the step.
            places: the places, as a bit mask.
            quoted: sets of members that are the reason, each as a bit mask; empty ones are left
                out, and if there are no others, what the places might have been is shown.
        """
        return self._decided(technique, places, self.rule.values, quoted)

    def _decided(self, technique: str, places: int, gone: int, quoted: Iterable[int]) -> Step:
        placements, eliminations = [], []
        for place in bits(places):
            v = self.rule.variables[place]
            left = self.board.masks[v] & ~gone
            if v < self.board.model.cells and not left & (left - 1):
                placements.append((v, left.bit_length() - 1))
            else:
                eliminations += [(v, value) for value in bits(self.board.masks[v] & gone)]
        shown = [own for own in quoted if own] or [places]
        names = ("pattern", *["extra"] * len(shown))
        return Step(
            technique,
            tuple(placements),
            tuple(eliminations),
            (self._argument(technique, tuple(placements), tuple(eliminations)),),
            tuple(
                [
                    Role(name, self._as_members(own), (self.number,))
                    for name, own in zip(names, shown, strict=False)
                ]
            ),
        )

    def _argument(self, technique: str, placed: Candidates, gone: Candidates) -> Fillings | Split:
        """Return the proof of some conclusions: by the rule, or in each case that is left."""
        if len(self.cases) < 2:
            return Fillings(next(iter(self.cases), self.number))
        branches = []
        for number in self.cases:
            case = _case(self.board.model, number)
            follows = Step(technique, placed, gone, (Fillings(number),))
            branches.append(Branch((case.variables[0], case.case), (follows,)))
        truth = Truth(tuple([one.candidate for one in branches]), variable=branches[0].candidate[0])
        return Split(truth, tuple(branches))

    def _as_members(self, places: int) -> Candidates:
        """Return the candidates by which some places are, or would be, members."""
        variables = [self.rule.variables[place] for place in bits(places)]
        masks = self.board.masks
        return tuple([(v, value) for v in variables for value in bits(masks[v] & self.rule.values)])


def members_of(board: Board, number: int) -> Iterator[Members[MemberRule]]:
    """Yield the rules that a primitive states on a board, unless a domain is empty.

    It states none in cases, unless all that are left state the same but for sizes, and several
    about regions.
    """
    for rule, cases in _rules_of(board, number):
        if isinstance(rule, MemberRule):
            split = split_members(rule.variables, rule.values, board.masks)
            if split is not None:
                yield Members(board, number, rule, *split, cases)


def _rules_of(board: Board, number: int) -> Iterator[tuple[Primitive, tuple[int, ...]]]:
    model = board.model
    rule = model.primitives[number]
    if isinstance(rule, Regions):
        yield from ((area, ()) for area in rule.areas())
    elif isinstance(rule, When):
        open_ = board.masks[rule.variables[0]]
        left = [n for n in cases_like(model)[number] if open_ >> _case(model, n).case & 1]
        if len(left) == open_.bit_count() > 0:
            yield _in_any_case([_case(model, n).then for n in left]), tuple(left)
    else:
        yield rule, ()


def _case(model: Model, number: int) -> When:
    """Return a primitive that holds in one case, by number."""
    case = model.primitives[number]
    assert isinstance(case, When)
    return case


def _in_any_case(rules: Sequence[Primitive]) -> Primitive:
    """Return what rules that differ at most in their sizes have in common."""
    first, *others = rules
    if not others:
        return first
    assert isinstance(first, Connected)
    sizes = {size for one in rules if isinstance(one, Connected) for size in one.sizes}
    return replace(first, sizes=tuple(sorted(sizes)))


@cached_on_model
def cases_like(model: Model) -> dict[int, tuple[int, ...]]:
    """Return the cases of one variable that differ at most in sizes, by the first one's number."""
    found: dict[Hashable, list[int]] = {}
    for number in model.rules:
        one = model.primitives[number]
        if isinstance(one, When) and isinstance(one.then, Connected):
            found.setdefault((one.variables[0], replace(one.then, sizes=())), []).append(number)
        elif isinstance(one, When) and isinstance(one.then, MemberRule):
            found[number] = [number]
    return {own[0]: tuple(own) for own in found.values()}


@cached_on_model
def _numbers_of_rules(model: Model) -> tuple[int, ...]:
    """Return the primitives, by number, that state such rules, some of them in cases only."""
    cases = cases_like(model)
    return tuple(
        [
            number
            for number in model.rules
            if number in cases or isinstance(model.primitives[number], MemberRule | Regions)
        ]
    )


Search: TypeAlias = Callable[[Members[_Rule_co]], Iterator[Step]]
"""A search for the steps of one rule."""


def search_of(
    *,
    connected: Search[Connected] | None = None,
    areas: Search[Areas] | None = None,
    loop: Search[Loop] | None = None,
) -> Callable[[Board], Iterator[Step]]:
    """Return a search of a board that examines each rule by itself.

    What it finds is cached by the domains of the rule's variables. Steps about islands decide the
    shade of a cell and its island together.

    Args:
        connected: finds the steps of one `Connected`; None to leave these out.
        areas: the same for `Areas`.
        loop: the same for `Loop`.
    """
    searches: dict[type[MemberRule], Search[Any] | None]
    searches = {Connected: connected, Areas: areas, Loop: loop}

    @cached_by_domains
    def found(board: Board, number: int) -> tuple[Step, ...]:
        return tuple(
            step
            for members in members_of(board, number)
            for search in [searches[type(members.rule)]]
            if search
            for step in search(members)
        )

    def search(board: Board) -> Iterator[Step]:
        for number in _numbers_of_rules(board.model):
            for step in found(board, number):
                yield with_both_variables(board, step)

    return search


@dataclass(frozen=True, slots=True)
class MemberWords:
    """Words for a step about members.

    Args:
        members: the rule on the board before the step.
        words: names.
        targets: the places that the step decides, as a bit mask.
        pattern: the members that are its reason.
        extra: further ones.
    """

    members: Members[MemberRule]
    words: Words
    targets: int
    pattern: int
    extra: int

    @property
    def rule(self) -> str:
        """The name of the rule."""
        return self.words.rule(self.members.number)

    def rule_does(self, verb: str) -> str:
        """Return the rule and what it does: ``the loop wants``, ``the bridges want``."""
        plural = self.words.is_plural(self.members.number)
        return f"{self.rule} {verb}{'' if plural else 's'}"

    @property
    def noun(self) -> str:
        """The name of the variables: cells, edges or sides."""
        return noun_of(self.members.rule.variables[0], self.words)

    @property
    def what(self) -> str:
        """The members in general: ``cells with 1 or 2``, ``cells on the island of R1C5``."""
        rule, words = self.members.rule, self.words
        every = 0
        for v in rule.variables:
            every |= words.model.root.domains[v]
        # An undecided one, as words for what is decided may name others.
        v = rule.variables[next(bits(self.targets), 0)]
        symbols = join_words([words.symbol(v, x) for x in bits(rule.values & every)], "or")
        return f"{self.noun} with {symbols}" if words.is_cell(v) else f"{self.noun} {symbols}"

    def count(self, number: int, adjective: str = "") -> str:
        """Return a number of members as words: ``1 cell with 2``, ``3 cells with 2``."""
        noun, rest = self.what.split(" ", 1)
        return f"{number} {adjective}{noun.removesuffix('s') if number == 1 else noun} {rest}"

    def names(self, places: int, last: str = "and", many: str = "") -> str:
        """Return the names of some places.

        Args:
            places: the places, as a bit mask.
            last: the word before the last name.
            many: the words after the number if there are too many to name.
        """
        if places.bit_count() > MOST_NAMED:
            return f"{places.bit_count()} {many or self.noun}"
        return self.words.subjects([self.members.rule.variables[n] for n in bits(places)], last)


def words_of(step: Step, words: Words) -> MemberWords:
    """Return the words for a step that has been found on the board of `words`.

    Of the rules about several regions it is the one whose members the step quotes.
    """
    (number,) = step.roles[0].primitives
    _, value = step.roles[0].candidates[0]
    rules = members_of(words.board, number)
    members = next(one for one in rules if one.rule.values >> value & 1)
    place = {v: number for number, v in enumerate(members.rule.variables)}
    groups = [step.placements + step.eliminations, *[role.candidates for role in step.roles], ()]
    masks = [sum({1 << place[v] for v, _ in group if v in place}) for group in groups]
    return MemberWords(members, words, masks[0], masks[1] & members.must, masks[2])
