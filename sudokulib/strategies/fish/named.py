"""Fish: the n places of one value in n bases cannot be held by fewer than n covers.

Bases are truths of one value, covers are sets without repeats (see `fish.index`).
Each place in the bases is covered as often as it is counted; those that are not are *fins*
(*endo-fins* if it is because two bases share them). What the covers hold beyond what the bases
count, and sees every fin, is false, even if it lies in a base (*cannibalism*).

A basic finned fish is *sashimi* if some base has no more than one place left without its fins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from sudokulib.board import Board
from sudokulib.logic.step import Candidates, Link, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, join_words
from sudokulib.model import bits
from sudokulib.strategies.fish.finder import find_basic_fish, find_fish
from sudokulib.strategies.fish.index import (
    BASIC,
    FRANKEN,
    MUTANT,
    Fish,
    FishSets,
    FishType,
    by_multiplicity,
    is_of_type,
)
from sudokulib.strategies.phrases import NUMBERS, name_list
from sudokulib.strategies.registry import Strategy, register_strategy

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}


def basic_fish(technique: str, size: int, board: Board) -> Iterator[Step]:
    """Yield basic fish: n parallel shapes whose places of a value lie in n that cross them."""
    for fish in find_basic_fish(board, size):
        yield _step(technique, board, fish)


def general_fish(
    technique: str, fish_type: FishType, size: int, accepts: Callable[[Fish], bool], board: Board
) -> Iterator[Step]:
    """Yield fish of n shapes whose places lie in n others, apart from fins all targets see."""
    known = set()
    for fish in find_fish(fish_type, size)(board):
        if accepts(fish) and (fish.value, fish.targets) not in known:
            known.add((fish.value, fish.targets))
            yield _step(technique, board, fish)


def _unfinned(fish_type: FishType, fish: Fish) -> bool:
    return not fish.fins and is_of_type(fish_type, fish)


def _finned(fish_type: FishType, fish: Fish) -> bool:
    return bool(fish.fins) and is_of_type(fish_type, fish)


def _sashimi(wanted: bool, fish: Fish) -> bool:
    """Return whether a fish has fins and, as `wanted`, a base that depends on them or not."""
    degenerate = any((base.places & ~fish.fins).bit_count() <= 1 for base in fish.bases)
    return bool(fish.fins) and degenerate is wanted


def _candidates(fish: Fish, places: int) -> Candidates:
    return tuple([(v, fish.value) for v in bits(places)])


def _step(technique: str, board: Board, fish: Fish) -> Step:
    bases, held = by_multiplicity(fish.bases), by_multiplicity(fish.covers)[0]
    shared = bases[1] & fish.fins if len(bases) > 1 else 0
    roles = [
        Role("base", _candidates(fish, bases[0] & ~fish.fins), _primitives(fish.bases)),
        Role("cover", _candidates(fish, held), _primitives(fish.covers)),
    ]
    if fish.fins & ~shared:
        roles.append(Role("fins", _candidates(fish, fish.fins & ~shared)))
    if shared:
        roles.append(Role("endo-fins", _candidates(fish, shared)))
    proof = tuple(_proof(board, fish))
    return Step(technique, (), _candidates(fish, fish.targets), proof, tuple(roles))


def _primitives(shapes: FishSets) -> tuple[int, ...]:
    return tuple([shape.primitive for shape in shapes])


def _proof(board: Board, fish: Fish) -> Iterator[Rank]:
    """Yield the proofs: bases, covers, and links of the fins with targets, several if possible."""
    truths = [
        Truth(_candidates(fish, base.places), primitive=base.primitive) for base in fish.bases
    ]
    covers = [Link(_candidates(fish, cover.places), (cover.primitive,)) for cover in fish.covers]
    if not fish.fins:
        yield Rank(tuple(truths), tuple(covers))
        return
    left = fish.targets
    while left:
        first = (left & -left).bit_length() - 1
        group, finned = _fin_links(board, fish, first, left)
        times = _most_missing(fish)
        yield Rank(tuple(truths), (*covers, *finned * times))
        left &= ~group


def _most_missing(fish: Fish) -> int:
    """Return how many covers the worst fin lacks."""
    missing = 1
    for fin in bits(fish.fins):
        counted = sum(base.places >> fin & 1 for base in fish.bases)
        held = sum(cover.places >> fin & 1 for cover in fish.covers)
        missing = max(missing, counted - held)
    return missing


def _fin_links(board: Board, fish: Fish, first: int, left: int) -> tuple[int, list[Link]]:
    """Return links of all fins with a target, and the targets that fit into every one of them."""
    group, links, fins = left, [], fish.fins
    while fins:
        fin = (fins & -fins).bit_length() - 1
        both = 1 << fin | 1 << first
        cliques = [c for c in board.model.cliques_of[fin] if not both & ~c.variables]
        best = max(cliques, key=lambda c: (c.variables & fins).bit_count())
        held = best.variables & (fins | left)
        links.append((best.variables & fins, held & left, best.primitive))
        group &= held
        fins &= ~best.variables
    finned = []
    for own, _, primitive in links:
        finned.append(Link(_candidates(fish, own | group), (primitive,)))
    return group, finned


# Wordings and registration.


def _tell(step: Step, words: Words) -> str:
    roles = {role.name: role for role in step.roles}
    bases, covers = roles["base"].primitives, roles["cover"].primitives
    symbol = words.symbol(*step.eliminations[0])
    fins = [roles[name] for name in ("fins", "endo-fins") if name in roles]
    found = {candidate for role in fins for candidate in role.candidates}
    apart = join_words([_fins(role, words) for role in fins])
    why = (
        f"{words.shapes(bases)} each need {symbol}, and all its places there lie in "
        f"{words.shapes(sorted(covers))}{', but for ' if fins else ''}{apart}"
    )
    if not fins:
        return f"{why}, which hold it there and nowhere else"
    see = "sees" if len(step.eliminations) == 1 else "see"
    targets = name_list(words, step.eliminations)
    seen = f"the fin, which {targets} {see}"
    if len(found) > 1:
        seen = f"a fin, and {targets} {see} every fin"
    return f"{why}; either {symbol} is nowhere else in these, or it is in {seen}"


def _fins(role: Role, words: Words) -> str:
    name = role.name if len(role.candidates) > 1 else role.name.removesuffix("s")
    return f"the {name} {name_list(words, role.candidates)}"


_SCORES = {
    "": (140, 150, 160),
    "finned-": (130, 200, 250),
    "sashimi-": (150, 240, 280),
    "franken-": (300, 350, 370),
    "finned-franken-": (390, 410, 430),
    "mutant-": (450, 450, 450),
    "finned-mutant-": (470, 470, 470),
}
"""The scores of the first three sizes in HoDoKu; larger ones have 470."""

_RATINGS = {2: 3.2, 3: 3.8, 4: 5.2, 5: 6.0, 6: 6.4, 7: 6.8}
_HARDER = {
    "": 0.0,
    "finned-": 0.2,
    "sashimi-": 0.3,
    "franken-": 0.7,
    "finned-franken-": 0.9,
    "mutant-": 1.2,
    "finned-mutant-": 1.4,
}
"""Added to the rating of a size for each type; Sudoku Explainer has only plain fish, up to four."""

_CROSSING = "{n} parallel shapes have all places of a value in {n} that cross them"
_OTHERS = "{n} shapes have all places of a value in {n} others"
_SUMMARIES = {
    "": f"{_CROSSING}.",
    "finned-": f"{_CROSSING}, but for fins.",
    "sashimi-": "{n} parallel shapes of a finned fish, one with one place at most but its fins.",
    "franken-": f"{_OTHERS}; no two of one side cross.",
    "finned-franken-": f"{_OTHERS}, but for fins; no two of one side cross.",
    "mutant-": f"{_OTHERS}, any of which may cross.",
    "finned-mutant-": f"{_OTHERS}, any of which may cross, but for fins.",
}


def _summary(prefix: str, size: int) -> str:
    text = _SUMMARIES[prefix].format(n=NUMBERS[size])
    return text[0].upper() + text[1:]


def _find(prefix: str, size: int) -> Callable[[Board], Iterator[Step]]:
    name = prefix + _NAMES[size]
    if not prefix:
        return partial(basic_fish, name, size)
    if prefix in ("finned-", "sashimi-"):
        return partial(general_fish, name, BASIC, size, partial(_sashimi, prefix == "sashimi-"))
    fish_type = FRANKEN if "franken" in prefix else MUTANT
    accepts = _finned if "finned" in prefix else _unfinned
    return partial(general_fish, name, fish_type, size, partial(accepts, fish_type))


def _register() -> None:
    for prefix in _SCORES:
        for size, name in _NAMES.items():
            score = _SCORES[prefix][size - 2] if size < 5 else 470
            register_strategy(
                Strategy(
                    prefix + name,
                    _find(prefix, size),
                    _summary(prefix, size),
                    "fish",
                    round(_RATINGS[size] + _HARDER[prefix], 1),
                    score,
                    "Obi-Wahn, The Ultimate FISH Guide (2007); HoDoKu, Fish (B. Hobiger)",
                    monotone=False,  # a smaller board may have a smaller fish in its place
                    tell=_tell,
                )
            )


_register()
