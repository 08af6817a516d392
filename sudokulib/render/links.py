"""The links of a step, drawn from candidate to candidate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import ceil, hypot
from string import ascii_lowercase

from sudokulib.board import Board, Candidate
from sudokulib.logic.step import Argument, Branch, Rank, Refutation, Role, Split, Step, Truth
from sudokulib.scene.items import Area, Disc, Item, Label, Polyline, fitted
from sudokulib.scene.plane import Point
from sudokulib.solving.explaining.solving_path import Explanation

Spots = Mapping[Candidate, tuple[Point, float]]
"""The position of each candidate, and the space around it."""

_Arrow = tuple[Candidate, Candidate, str]
"""The ends of an arrow, and its ink."""

CHAINS = ("node", "second-node")
"""Names of roles that are nodes of a chain, in order."""
_BEND, _MOST_BEND = 0.14, 0.5
"""The bend of a link, relative to its length, and at most, in cell sides.

Straight links would run through the candidates between their ends; long ones that bent as much
would swing out over cells that have no part in them.
"""
_STEPS = 12
"""The least points of a link, and the points per cell side of its length.

A curve is drawn as chords. At 40 pixels a cell side these are some 3 pixels long, and look round.
"""
_PLATE, _SHORT = 0.12, 0.8
"""The radius of the disc that carries the number of an arrow, and the length of an arrow, in cell
sides, below which it stands beside the arrow instead of on it."""
_MOST, _MOST_CASES = 24, 12
"""The most truths, and conclusions in cases, with lines: more would hide the picture."""

_MOST_RANKS, _RANK = 40, 0.1
"""The most conclusions in cases with numbers alone, and the radius of the discs with these."""


def sets_of(step: Step) -> list[Role]:
    """Return the roles of a step that are sets of cells, if it has several."""
    if sum(role.name in ("set", "petal") for role in step.roles) < 2:
        return []
    names = ("set", "petal", "pattern", "stem")
    return [role for role in step.roles if role.name in names and not role.primitives]


def draw_links(explanation: Explanation, spots: Spots, *, outcome: bool = True) -> Iterator[Item]:
    """Yield arrows along the chains of a step; lines along its truths of two if it has no chain.

    Strong links (one of the two is true) are solid, weak ones (one of them is false) dashed; links
    from an assumption to its next conclusion are thin. The arrows of a chain are numbered in order,
    those of several chains or cases after a letter for each; candidates of one node are joined by a
    band. The ends of cases point at one of the candidates that they remove. The conclusions of long
    cases have numbers instead of arrows.

    Args:
        explanation: the step.
        spots: the positions of candidates.
        outcome: whether cases point at what they remove.
    """
    step, board = explanation.step, explanation.before
    chains = [nodes for name in CHAINS if (nodes := _nodes(step, name, spots))]
    if chains and len(chains[0]) > 1:
        groups = dict.fromkeys(tuple(sorted(node)) for nodes in chains for node in nodes)
        yield from (_band(group, spots) for group in groups if len(group) > 1)
        links = ("strong", "weak")
        runs = [
            [(*_nearest(a, b, spots), links[n % 2]) for n, (a, b) in enumerate(pairwise(nodes))]
            for nodes in chains
        ]
        yield from _arrows(runs, spots)
        return
    branches = [nodes for argument in step.arguments for nodes in _branches(argument)]
    cases = [[(*pair, "implied") for pair in pairwise(nodes)] for nodes in branches]
    if any(isinstance(argument, Split) for argument in step.arguments) and outcome:
        ends = [_ends(nodes, step, board) for nodes in branches]
        if sum(map(len, cases)) + sum(map(len, ends)) <= _MOST_CASES:
            cases = [case + more for case, more in zip(cases, ends, strict=True)]
    if 0 < sum(map(len, cases)) <= _MOST_CASES:
        yield from _arrows(cases, spots)
        return
    yield from _ranks(branches, spots)
    for one, other in _restricted(step, spots):
        yield from _link(spots[one], spots[other], "weak")
    for one, other in _strong(step, board):
        yield from _link(spots[one], spots[other], "strong")


def _nodes(step: Step, name: str, spots: Spots) -> list[list[Candidate]]:
    """Return the nodes of a chain, without candidates that are not drawn."""
    nodes = (
        [one for one in role.candidates if one in spots] for role in step.roles if role.name == name
    )
    return [node for node in nodes if node]


def _band(node: Sequence[Candidate], spots: Spots) -> Polyline:
    """Return a band through the candidates of a node, in the order of their cells."""
    return Polyline((tuple(spots[one][0] for one in node),), "band")


def _arrows(runs: Sequence[Sequence[_Arrow]], spots: Spots) -> Iterator[Item]:
    """Yield numbered arrows; an arrow of several runs with the letter of its run."""
    several = sum(map(bool, runs)) > 1
    for run, letter in zip(runs, ascii_lowercase, strict=False):
        for number, (one, other, ink) in enumerate(run, 1):
            if one in spots and other in spots:
                text = f"{letter if several else ''}{number}"
                yield from _link(spots[one], spots[other], ink, text)


def _ranks(runs: Sequence[Sequence[Candidate]], spots: Spots) -> Iterator[Item]:
    """Yield the place of each conclusion in the order of its case, where arrows would be too many.

    The assumption of a case has the number 0. Cases that conclude nothing have no numbers.
    """
    several, steps = len(runs) > 1, sum(map(len, runs))
    if steps == len(runs) or steps > _MOST_RANKS:
        return
    for run, letter in zip(runs, ascii_lowercase, strict=False):
        for number, one in enumerate(run):
            if one in spots:
                (x, y), room = spots[one]
                at = (x + 0.8 * room, y - 0.8 * room)
                text = f"{letter if several else ''}{number}"
                yield Disc(at, _RANK, "plate")
                yield Label(at, text, fitted([text], 1.5 * _RANK, 1.6 * _RANK), "plate-number")


def _branches(argument: Argument) -> Iterator[list[Candidate]]:
    """Yield what follows from each assumption of an argument, in the order of the explanation."""
    if isinstance(argument, Split):
        runs: Sequence[Branch | Refutation] = argument.branches
    else:
        runs = [argument] if isinstance(argument, Refutation) else []
    for run in runs:
        yield [run.candidate, *(one for step in run.steps for one in step.placements)]


def _ends(nodes: Sequence[Candidate], step: Step, board: Board) -> list[_Arrow]:
    """Return the arrow from a case to the first candidate that the step removes, if it sees it."""
    targets = step.eliminations[:1]
    near = [
        (one, target, "weak") for target in targets for one in nodes if _sees(one, target, board)
    ]
    return near[-1:]


def _sees(one: Candidate, other: Candidate, board: Board) -> bool:
    """Return whether a candidate excludes another: in its cell, or as an equal value of a peer."""
    (cell, value), (place, held) = one, other
    return cell == place if value != held else bool(board.model.peers[cell] >> place & 1)


def _restricted(step: Step, spots: Spots) -> Iterator[tuple[Candidate, Candidate]]:
    """Yield the nearest restricted common candidates of any two sets of a step."""
    sets = [set(role.candidates) for role in sets_of(step)]
    for role in step.roles:
        if role.name == "restricted":
            drawn = [one for one in role.candidates if one in spots]
            parts = [[one for one in drawn if one in own] for own in sets]
            for some, others in combinations([part for part in parts if part], 2):
                yield _nearest(some, others, spots)


def _nearest(
    some: Sequence[Candidate], others: Sequence[Candidate], spots: Spots
) -> tuple[Candidate, Candidate]:
    """Return the two candidates, one of each group, that are closest to one another."""
    pairs = ((one, other) for one in some for other in others)
    return min(pairs, key=lambda pair: _apart(*(spots[one][0] for one in pair)))


def _strong(step: Step, board: Board) -> list[tuple[Candidate, Candidate]]:
    """Return the truths of two candidates of different cells that no part of the pattern joins."""
    found: dict[tuple[Candidate, Candidate], None] = {}
    joined = [set(role.candidates) for role in step.roles]
    for argument in step.arguments:
        for truth in argument.truths if isinstance(argument, Rank) else ():
            left = [one for one in truth.candidates if board.allows(one)]
            seen = all(variable < board.model.cells for variable, _ in left)
            apart = len(left) == 2 and left[0][0] != left[1][0]
            if any(part.issuperset(left) for part in joined):
                continue
            if isinstance(truth, Truth) and apart and seen:
                found[left[0], left[1]] = None
    return list(found) if len(found) <= _MOST else []


def _link(
    one: tuple[Point, float], other: tuple[Point, float], ink: str, number: str = ""
) -> Iterator[Item]:
    """Yield a curve between two candidates: with a number it is an arrow that has it."""
    (a, near), (b, far) = one, other
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length < near + far:
        return
    bend = min(_BEND * length, _MOST_BEND)
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    control = ((a[0] + b[0]) / 2 + bend * nx * 2, (a[1] + b[1]) / 2 + bend * ny * 2)
    steps = ceil(_STEPS * max(1.0, length))
    curve = [_on_curve(a, control, b, step / steps) for step in range(steps + 1)]
    kept = [point for point in curve if _apart(point, a) >= near and _apart(point, b) >= far]
    if len(kept) < 2:
        return
    yield Polyline((tuple(kept),), ink)
    if number:
        yield Area((_tip(kept[-2], kept[-1]),), "head")
        (x, y), aside = _on_curve(a, control, b, 0.5), _PLATE if length < _SHORT else 0.0
        at = x + aside * nx, y + aside * ny
        yield Disc(at, _PLATE, "plate")
        yield Label(at, number, fitted([number], 1.5 * _PLATE, 1.6 * _PLATE), "plate-number")


def _on_curve(a: Point, control: Point, b: Point, t: float) -> Point:
    u = 1 - t
    x, y = (u * u * p + 2 * u * t * q + t * t * r for p, q, r in zip(a, control, b, strict=True))
    return x, y


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _tip(before: Point, end: Point, size: float = 0.13) -> tuple[Point, Point, Point]:
    """Return the arrowhead at the end of a line."""
    length = _apart(before, end) or 1.0
    ux, uy = (end[0] - before[0]) / length, (end[1] - before[1]) / length
    tip = (end[0] + 0.5 * size * ux, end[1] + 0.5 * size * uy)
    back = (tip[0] - size * ux, tip[1] - size * uy)
    wing = 0.5 * size
    return (
        tip,
        (back[0] - wing * uy, back[1] + wing * ux),
        (back[0] + wing * uy, back[1] - wing * ux),
    )
