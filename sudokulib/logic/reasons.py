"""Builders of arguments: strategies call them to prove a pattern that they have found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sudokulib.board import Board, Candidate
from sudokulib.logic.facts import link
from sudokulib.logic.step import Candidates, Link, Rank, Step, Swap, Truth
from sudokulib.model import bits


def common_peers(board: Board, value: int, holders: int) -> int:
    """Return the variables that may hold `value` and see all of `holders`, as bit masks.

    They lose the value if one of the holders must take it.
    """
    hits = board.places[value]
    peers = board.model.peers
    while holders and hits:
        low = holders & -holders
        hits &= peers[low.bit_length() - 1]
        holders ^= low
    return hits


def cell_truth(board: Board, variable: int) -> Truth:
    """Return the truth that a variable holds one of its candidates."""
    return Truth(tuple([(variable, v) for v in bits(board.masks[variable])]), variable=variable)


def value_truth(board: Board, value: int, primitive: int) -> Truth:
    """Return the truth that a value required by a primitive stands on one of its variables."""
    places = board.places[value] & board.model.spans[primitive]
    return Truth(tuple([(v, value) for v in bits(places)]), primitive=primitive)


def rank_zero_proof(
    board: Board,
    truths: Sequence[Truth | Swap],
    links: Sequence[Candidates],
    targets: Sequence[Iterable[Candidate]],
) -> tuple[Rank, ...]:
    """Return a proof for a pattern with as many links as truths that cover each other.

    The links hold all candidates of the truths, so each link has a true candidate among them
    (rank 0), and whatever conflicts with all of a link is false.

    Args:
        board: the board.
        truths: the truths.
        links: as many sets of candidates, pairwise in conflict within each.
        targets: for each link, the candidates outside that are in conflict with all of it.

    Returns:
        Arguments that together show every target to be false.
    """
    wider = [_widened(board, own, more) for own, more in zip(links, targets, strict=True)]
    count = max(1, *map(len, wider))
    plain = [None if wide else link(board, own) for own, wide in zip(links, wider, strict=True)]
    return tuple(
        Rank(
            tuple(truths),
            tuple(plain[i] or wide[min(number, len(wide) - 1)] for i, wide in enumerate(wider)),
        )
        for number in range(count)
    )


def pigeonhole_proof(
    board: Board, truths: Sequence[Truth | Swap], inner: Sequence[Candidates], target: Candidate
) -> Rank:
    """Return a proof that a target would leave more truths than links can satisfy.

    Args:
        board: the board.
        truths: the truths; a candidate may be in several.
        inner: fewer sets of candidates, pairwise in conflict within each; candidates that are in
            more truths than such sets must be in conflict with the target.
        target: what is false.
    """
    left = Counter(c for one in truths for c in one.candidates if c != target)
    left.subtract(candidate for own in inner for candidate in own)
    outer = []
    while rest := [candidate for candidate, times in left.items() if times > 0]:
        outer += _with_target(board, rest, target)
        left.subtract(rest)
    return Rank(tuple(truths), (*[link(board, own) for own in inner], *outer))


def contradiction(board: Board) -> Step | None:
    """Return the step that ends a refutation: a variable or value without a place.

    Returns:
        None if there is neither.
    """
    for variable, mask in enumerate(board.masks):
        if not mask:
            return _broken(Truth((), variable=variable))
    for house in board.model.houses:
        for value in bits(house.values):
            if not board.places[value] & house.cells:
                return _broken(Truth((), primitive=house.primitive))
    return None


def _broken(truth: Truth) -> Step:
    return Step("contradiction", arguments=(Rank((truth,)),))


def _widened(board: Board, own: Candidates, targets: Iterable[Candidate]) -> list[Link]:
    """Return links that together hold all targets, each with as many as can be in one."""
    rest, found = list(dict.fromkeys(targets)), []
    while rest:
        group = rest[:1]
        first = {value for _, value in (*own, *group)}
        if len(first) == 1:
            group = _widest(board, own, rest)
        found.append(link(board, (*own, *group)))
        rest = [target for target in rest if target not in group]
    return found


def _widest(board: Board, own: Candidates, targets: Sequence[Candidate]) -> list[Candidate]:
    """Return the most targets that one clique holds together with all of a link; at least one."""
    holders = sum({1 << v for v, _ in own})
    best = list(targets[:1])
    for clique in board.model.cliques_of[own[0][0]] if own else ():
        if not holders & ~clique.variables:
            inside = [t for t in targets if clique.variables >> t[0] & 1 and t[1] == own[0][1]]
            best = max(best, inside, key=len)
    return best


def _with_target(board: Board, rest: Iterable[Candidate], target: Candidate) -> list[Link]:
    """Return links of a target with the candidates in conflict with it, by clique."""
    left, found = list(rest), []
    while left:
        group = left[:1]
        if left[0][0] == target[0]:
            group = [c for c in left if c[0] == target[0]]
        elif left[0][1] == target[1]:
            group = _beside(board, left, target)
        found.append(link(board, (*group, target)))
        left = [c for c in left if c not in group]
    return found


def _beside(board: Board, left: Sequence[Candidate], target: Candidate) -> list[Candidate]:
    best = list(left[:1])
    for clique in board.model.cliques_of[target[0]]:
        if clique.variables >> left[0][0] & 1:
            inside = [c for c in left if c[1] == target[1] and clique.variables >> c[0] & 1]
            best = max(best, inside, key=len)
    return best
