"""Steps made of chains: conclusions, the sums that prove them, nodes and ratings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sudokulib.board import Board
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts, link, truth
from sudokulib.logic.reasons import rank_zero_proof
from sudokulib.logic.step import Argument, Link, Rank, Role, Step, Truth
from sudokulib.model import bits
from sudokulib.strategies.chains.graph import Chain
from sudokulib.strategies.chains.nodes import StrongInference


def length_rating(nodes: int) -> float:
    """Return the addition to a rating for the length of a chain, following Sudoku Explainer.

    >>> [length_rating(nodes) for nodes in (6, 7, 9, 11, 15)]
    [0.0, 0.1, 0.2, 0.3, 0.4]
    """
    most, steps = 4, 0
    while nodes - 2 > most:
        steps += 1
        most = most * 3 // 2 if steps % 2 else most * 4 // 3
    return steps / 10


def chain_step(
    board: Board, technique: str, chain: Chain, targets: int, rating: float | None
) -> Step | None:
    """Return the step of a chain, of whose first and last node one is true.

    Args:
        board: the board.
        technique: the name of the step.
        chain: the chain; if it ends where it starts, that node is true.
        targets: what is in conflict with both ends, as a mask.
        rating: how hard such chains are, without their length; None for the strategy's own.

    Returns:
        The step; None if nothing follows.
    """
    if rating is not None:
        # Sudoku Explainer counts what is assumed and refuted; at the end of a loop that is a node.
        more = 0 if chain.nodes[0] == chain.nodes[-1] else 2
        rating = round(rating + length_rating(len(chain.nodes) + more), 1)
    roles = node_roles(board, chain.nodes, chain.strong_inferences)
    held = numbering(board.model).candidates(chain.nodes[0])
    if chain.nodes[0] == chain.nodes[-1] and len(held) == 1 and held[0][0] < board.model.cells:
        if board.solved >> held[0][0] & 1:
            return None
        arguments = chain_arguments(board, chain, 0)
        return Step(technique, held, (), arguments, roles, rating)
    if not targets:
        return None
    gone = numbering(board.model).candidates(targets)
    return Step(technique, (), gone, chain_arguments(board, chain, targets), roles, rating)


def chain_arguments(board: Board, chain: Chain, targets: int) -> tuple[Argument, ...]:
    """Return the sums of the truths and links of a chain that exclude targets.

    Args:
        board: the board.
        chain: the chain.
        targets: as a mask; 0 if the chain proves the node that it starts from.
    """
    truths, inner = _facts(board, chain.strong_inferences)
    between = [chain.nodes[i] | chain.nodes[i + 1] for i in range(1, len(chain.nodes) - 1, 2)]
    links = [*inner, *(_link(board, mask) for mask in between)]
    if not targets:
        return (Rank(truths, tuple(links)),)
    ends = chain.nodes[0], chain.nodes[-1]
    return tuple(
        Rank(truths, (*links, *(_link(board, end | group) for end in ends)))
        for group in _cliques(board, targets)
    )


def loop_step(
    board: Board, technique: str, chain: Chain, rating: float, targets: Sequence[int]
) -> Step:
    """Return the step of a continuous loop, every link of which has a true candidate.

    Args:
        board: the board.
        technique: the name of the step.
        chain: the chain.
        rating: how hard such loops are, without their length.
        targets: what each link excludes (see `loop_links`).
    """
    numbered = numbering(board.model)
    gone = 0
    for mask in targets:
        gone |= mask
    truths, _ = _facts(board, chain.strong_inferences)
    return Step(
        technique,
        (),
        numbered.candidates(gone),
        rank_zero_proof(
            board,
            truths,
            [numbered.candidates(mask) for mask in loop_links(chain)],
            [numbered.candidates(mask) for mask in targets],
        ),
        node_roles(board, (*chain.nodes, chain.nodes[0]), chain.strong_inferences),
        round(rating + length_rating(len(chain.nodes)), 1),
    )


def split_loop_step(
    board: Board, technique: str, chain: Chain, rating: float, parts: Sequence[tuple[Chain, int]]
) -> Step:
    """Return the step of a loop for candidates that exclude both ends of a part of it.

    Args:
        board: the board.
        technique: the name of the step.
        chain: the loop.
        rating: how hard such loops are, without their length.
        parts: parts of it, each with what it excludes, as a mask.
    """
    gone = sum(mask for _, mask in parts)
    return Step(
        technique,
        (),
        numbering(board.model).candidates(gone),
        tuple(one for part, mask in parts for one in chain_arguments(board, part, mask)),
        node_roles(board, (*chain.nodes, chain.nodes[0]), chain.strong_inferences),
        round(rating + length_rating(len(chain.nodes)), 1),
    )


def loop_links(chain: Chain) -> list[int]:
    """Return all links of a closed chain, as masks: those between its nodes, then inner ones."""
    nodes = chain.nodes
    found = [nodes[i - 1] | nodes[i] for i in range(0, len(nodes), 2)]
    return found + [mask for inference in chain.strong_inferences for mask in inference.inner]


def node_roles(
    board: Board, nodes: Sequence[int], strong_inferences: Sequence[StrongInference]
) -> tuple[Role, ...]:
    """Return the nodes in order, each with the shapes that link it to the one before.

    Every second node is true if the one before it is false. The first is repeated at the end of a
    loop. Almost locked sets, of which a strong inference may be made, come after them, in order.
    """
    numbered = numbering(board.model)
    roles = []
    for place, mask in enumerate(nodes):
        if place % 2:
            by = {strong_inferences[place // 2].truths[0].primitive} - {None}
        else:
            by = set(_link(board, nodes[place - 1] | mask).primitives) if place else set()
        shapes = tuple(sorted(number for number in by if number is not None))
        roles.append(Role("node", numbered.candidates(mask), shapes))
    for inference in strong_inferences:
        if inference.inner:
            members = tuple(c for one in inference.truths for c in numbered.candidates(one.mask))
            roles.append(Role("set", members))
    return tuple(roles)


def _facts(
    board: Board, strong_inferences: Sequence[StrongInference]
) -> tuple[tuple[Truth, ...], list[Link]]:
    truths = tuple(
        truth(board, strong) for inference in strong_inferences for strong in inference.truths
    )
    return truths, [
        _link(board, mask) for inference in strong_inferences for mask in inference.inner
    ]


def _link(board: Board, mask: int) -> Link:
    return link(board, numbering(board.model).candidates(mask))


def _cliques(board: Board, mask: int) -> Iterator[int]:
    """Yield candidates in groups that exclude each other, so that one sum covers each group."""
    sight = conflicts(board)
    while mask:
        group = mask & -mask
        for number in bits(mask ^ group):
            if not group & ~sight[number]:
                group |= 1 << number
        mask &= ~group
        yield group
