"""Colouring in words."""

from __future__ import annotations

from sudokulib.board import Candidate
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Candidates, Rank, Role, Step, Truth
from sudokulib.logic.words import Words, listed
from sudokulib.strategies.nodes import pairs
from sudokulib.strategies.phrases import through

__all__ = ["tell_colours"]


def tell_colours(step: Step, words: Words) -> str:
    """Which candidates have which colour, and what the colours exclude."""
    colours = _needed(step, [r.candidates for r in step.roles if r.name == "colour"])
    clash = next((role for role in step.roles if role.name == "clash"), None)
    tied = "; ".join(
        _tied(one, other, words) for one, other in zip(colours[::2], colours[1::2], strict=True)
    )
    if clash is not None:
        return f"{tied}; {_clash(colours, clash, words)}"
    if len(colours) == 2:
        return f"{tied}; {_seeing(step, colours, words)}"
    bridge = _bridge(colours[0], colours[2], words)
    left = [colours[1], colours[3]]
    return (
        f"{tied}; {bridge}, so one of the other two colours is true; {_seeing(step, left, words)}"
    )


def _needed(step: Step, colours: list[Candidates]) -> list[Candidates]:
    """Of the colours what the proof goes through; all of them if that is not known."""
    truths = [truth for a in step.arguments if isinstance(a, Rank) for truth in a.truths]
    used = {c for truth in truths if isinstance(truth, Truth) for c in truth.candidates}
    fewer = [tuple(c for c in colour if c in used) for colour in colours]
    return fewer if all(fewer) else colours


def _tied(one: Candidates, other: Candidates, words: Words) -> str:
    """Two colours, and the shapes that tie their candidates in pairs."""
    board = words.board
    both = numbering(board.model).mask((*one, *other))
    strong = [either.truths[0] for either in pairs(board)]
    shapes = [s.primitive for s in strong if s.primitive is not None and not s.mask & ~both]
    by = f", by pairs in {words.shapes(shapes)}" if shapes else ""
    return (
        f"either {words.candidates(one)} (one colour) or {words.candidates(other)} (the other){by}"
    )


def _clash(colours: list[Candidates], clash: Role, words: Words) -> str:
    """Why the first colour cannot be."""
    what = listed([words.candidate(one) for one in clash.candidates])
    if set(clash.candidates) <= set(colours[0]):
        return f"the first colour would make both {what} true ({_why(clash.candidates, words)})"
    if len(colours) > 2:
        return f"the first colour of the first pair excludes {what}, one of each colour"
    where = f" of {words.rule(clash.primitives[0])}" if clash.primitives else ""
    return f"the first colour excludes {what}, which are all that is left{where}"


def _seeing(step: Step, colours: list[Candidates], words: Words) -> str:
    """Which candidates of two colours each of the targets excludes."""
    parts = []
    for target in step.eliminations:
        ends = [_first_seen(target, colour, words) for colour in colours]
        parts.append(f"{words.candidate(target)} excludes {listed(ends)}")
    return "; ".join(parts)


def _first_seen(target: Candidate, colour: Candidates, words: Words) -> str:
    other = _in_conflict(target, colour, words)[0]
    return f"{words.candidate(other)} ({_why((target, other), words)})"


def _bridge(one: Candidates, other: Candidates, words: Words) -> str:
    pair = next((a, b) for a in one for b in _in_conflict(a, other, words))
    named = [words.candidate(candidate) for candidate in pair]
    return f"{listed(named)} exclude each other ({_why(pair, words)})"


def _in_conflict(one: Candidate, others: Candidates, words: Words) -> list[Candidate]:
    numbered = numbering(words.board.model)
    sight = conflicts(words.board)[numbered.number(one)]
    return [other for other in others if sight >> numbered.number(other) & 1]


def _why(candidates: Candidates, words: Words) -> str:
    shapes = through(words, candidates)
    return words.shapes(shapes) if shapes else "one cell"
