"""Wordings of patterns of almost locked sets."""

from __future__ import annotations

from collections.abc import Sequence

from sudokulib.board import Board, Candidate
from sudokulib.logic.candidates import numbering
from sudokulib.logic.facts import conflicts
from sudokulib.logic.step import Candidates, Rank, Step
from sudokulib.logic.words import Words
from sudokulib.strategies.phrases import (
    excluding_primitives,
    exclusion_reasons,
    grouped_by_value,
    name_list,
    symbol_list,
)


def tell_als_chain(step: Step, words: Words) -> str:
    """Describe a chain set by set: without one value it has the next, which the next set lacks."""
    sets, joints = _roles(step, "set"), _roles(step, "restricted")
    ends = _roles(step, "ends")
    parts = []
    for index, own in enumerate(sets):
        off = _among(own, joints[index - 1] if index else ends[0])
        on = _among(own, joints[index] if index < len(joints) else ends[0])
        why = (
            f", in {words.shapes(excluding_primitives(words, joints[index - 1]))}," if index else ""
        )
        nowhere = _nowhere(words, off)
        lead = f"{'then' if index else 'if'} {nowhere}{why}"
        then = _driven(words, nowhere if index else "", own, on)
        parts.append(f"{lead} {'and' if index else 'then'} {then}" if then else lead.rstrip(","))
    return f"{'; '.join(parts)}; either way {_tell_ends(step, words, ends)}"


def tell_xz(step: Step, words: Words) -> str:
    """Describe two sets with two shared values, of which each has one; or with one, as a chain."""
    if step.roles[-1].name == "ends":
        return tell_als_chain(step, words)
    one, other, *joints = (role.candidates for role in step.roles)
    links = [
        f"{symbol_list(words, j)} (in {words.shapes(excluding_primitives(words, j))})"
        for j in joints
    ]
    linked = {c for joint in joints for c in joint}
    groups = [g for own in (one, other) for g in grouped_by_value(own) if not linked & set(g)]
    return (
        f"{_all_but_one(words, one)}; {_all_but_one(words, other)}; only one of the two can have "
        f"{links[0]}, and only one {links[1]}, hence each has one of these and everything else: "
        f"{_tell_ends(step, words, [*joints, *groups])}"
    )


def tell_blossom(step: Step, words: Words) -> str:
    """Describe a blossom case by case: what becomes of the petals."""
    stem, ends = step.roles[0].candidates, _roles(step, "ends")
    cases = []
    for own, joint in zip(_roles(step, "petal"), _roles(step, "restricted"), strict=True):
        off = _among(own, joint)
        nowhere = _nowhere(words, off)
        where = words.shapes(excluding_primitives(words, joint))
        then = _driven(words, nowhere, own, _among(own, ends[0]))
        lead = f"if {_at(words, _among(stem, joint))}, {nowhere}, in {where}"
        cases.append(f"{lead}, and {then}" if then else lead)
    arguments = [one for one in step.arguments if isinstance(one, Rank)]
    return (
        f"{words.truth(arguments[0].truths[0])}; {'; '.join(cases)}; in every case "
        f"{_tell_ends(step, words, ends)}"
    )


def _among(own: Candidates, others: Candidates) -> Candidates:
    return tuple(c for c in own if c in others)


def _roles(step: Step, name: str) -> list[Candidates]:
    return [role.candidates for role in step.roles if role.name == name]


def _tell_ends(step: Step, words: Words, ends: Sequence[Candidates]) -> str:
    """Describe, value by value, the ends of a pattern and the cells that see them."""
    parts, rest = [], dict.fromkeys(step.eliminations)
    for own in ends:
        hit = [t for t in rest if _excludes_all(words.board, t, own)]
        rest = {target: None for target in rest if target not in hit}
        if hit:
            parts.append(f"{_at(words, own)}, and {exclusion_reasons(words, hit, own)}")
    return "; ".join(parts)


def _excludes_all(board: Board, target: Candidate, others: Candidates) -> bool:
    number = numbering(board.model)
    return not number.mask(others) & ~conflicts(board)[number.number(target)]


def _nowhere(words: Words, off: Candidates) -> str:
    if len(off) == 1:
        return words.statement(off[0][0], [off[0][1]], holds=False)
    return f"none of {name_list(words, off)} is {symbol_list(words, off, 'or')}"


def _at(words: Words, on: Candidates) -> str:
    """Return that one of some places has one of some values; hidden ones are told one by one."""
    cells = tuple(one for one in on if words.is_cell(one[0]))
    others = tuple(one for one in on if one not in cells)
    said = []
    if cells:
        said.append(f"{name_list(words, cells, 'or')} is {symbol_list(words, cells, 'or')}")
    if others:
        said.append(words.alternatives(others))
    return " or ".join(said)


def _driven(words: Words, off: str, own: Candidates, on: Candidates) -> str:
    """Return where a set has a value when it lacks another one; empty if `off` says as much."""
    at = _at(words, on)
    if at == off:  # whatever is not unshaded is shaded
        return ""
    alone = len(own) == 2 and own[0][0] == own[1][0] and not words.is_cell(own[0][0])
    return at if alone else f"{at} ({_all_but_one(words, own)})"


def _all_but_one(words: Words, own: Candidates) -> str:
    if len({variable for variable, _ in own}) == 1:
        holds = "holds" if words.is_cell(own[0][0]) else "can only be"
        return f"{name_list(words, own)} {holds} {symbol_list(words, own, 'or')}"
    return f"{name_list(words, own)} hold all but one of {symbol_list(words, own)}"
