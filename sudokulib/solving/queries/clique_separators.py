"""The tree rule: the number of grids of a geometry from the numbers of its parts.

Suppose that all shapes are no-repeat sets and every cell may hold all n symbols. Then the symbols
may be renamed at will, so every filling of k mutually different cells can be continued in equally
many ways. Where such cells cut the geometry in two sides, its count is therefore the product of
the counts of the sides, the cut included in both, divided by the n!/(n-k)! fillings of the cut.
With k = n it is the rule for grids that share a house; with k = 0 unconnected parts multiply.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import perm, prod

from sudokulib.basics.alphabet import Alphabet
from sudokulib.basics.bit_sets import bits
from sudokulib.basics.budget import OutOfBudget
from sudokulib.basics.interruption import checked
from sudokulib.errors import GeometryError, SudokuError
from sudokulib.model import Model, compile_geometry
from sudokulib.model.compiler import compile_shapes
from sudokulib.primitives import AllDifferent
from sudokulib.puzzles.geometries.atoms import Atoms, atoms_of, induced_subgraph, is_clique
from sudokulib.puzzles.geometries.core import Count, Geometry
from sudokulib.puzzles.geometries.library import geometry, geometry_entries
from sudokulib.puzzles.geometries.symmetry import ColouredGraph, isomorphisms
from sudokulib.shapes import Context, Distinct, Shape
from sudokulib.shapes.topology import Topology

Compute = Callable[[Model], int | None]
"""A function that counts the solutions of a part by search; it returns None to give up."""

_LARGEST_MATCH = 400
"""Cells beyond which parts are compared in their own order only, not up to isomorphism: a bound on
time, just above a samurai's 369 cells."""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A part that no cut divides.

    Args:
        near: for each of its cells the peers among them, as bit masks.
        symbols: how many symbols each cell may hold.
        sets: its no-repeat sets, as bit masks over its cells.
    """

    near: tuple[int, ...]
    symbols: int
    sets: tuple[int, ...] = field(compare=False)

    @classmethod
    def of(cls, model: Model, part: int, symbols: int) -> _Atom:
        """Return the atom that the model gives for the cells in `part`, renumbered in order."""
        place = {cell: i for i, cell in enumerate(bits(part))}
        sets = {
            sum(1 << place[v] for v in p.variables if v in place): None for p in model.primitives
        }
        maximal = (
            s for s in checked(sets) if not any(s & ~other == 0 != s ^ other for other in sets)
        )
        return cls(induced_subgraph(model.peers, part), symbols, tuple(maximal))

    @property
    def is_clique(self) -> bool:
        """Return whether all its cells differ from each other."""
        return is_clique(self.near, (1 << len(self.near)) - 1)


@dataclass(frozen=True, slots=True)
class _Factor:
    """A known or computed count of an atom.

    Args:
        value: its count.
        term: what stands for it in the formula.
        source: where the count is from; empty if it needs none.
    """

    value: int
    term: str
    source: str = ""


def derive(
    model: Model,
    known: Callable[[int], Iterable[Geometry]],
    compute: Compute | None = None,
    *,
    undivided: bool = True,
) -> Count | None:
    """Return the number of solutions by the tree rule, or None where it does not apply.

    Args:
        model: a model without givens.
        known: returns geometries with a stated number of solutions and that many cells.
        compute: counts an atom that is none of the known geometries, if there are several atoms.
        undivided: whether to search the known geometries for a model that has no cut.

    Raises:
        GeometryError: stated counts that contradict each other.

    >>> from sudokulib.puzzles.geometries.library import geometry
    >>> derive(compile_geometry(geometry("twin")), known_parts).value
    122632707420438791260098906019929784320
    """
    symbols = _symbols(model)
    if symbols is None:
        return None
    cut = atoms_of(model.peers)
    widths = [symbols[next(bits(part))] for part in cut.parts]
    atoms = [_Atom.of(model, part, width) for part, width in zip(cut.parts, widths, strict=True)]
    if len(atoms) == 1 and not atoms[0].is_clique:
        if not undivided:
            return None
        compute = None
    factors = _factors(Counter(atoms), known, compute)
    if factors is None:
        return None
    return _combined(factors, _fillings(cut, symbols))


def _symbols(model: Model) -> list[int] | None:
    """Return the number of symbols for each cell; None unless they can be renamed at will."""
    if len(model.domains) > model.cells:
        return None
    if not all(isinstance(p, AllDifferent) for p in model.primitives):
        return None
    if any(
        model.domains[c] != model.domains[v]
        for v, m in enumerate(checked(model.peers, 64))
        for c in bits(m)
    ):
        return None
    return [domain.bit_count() for domain in model.domains]


def _fillings(cut: Atoms, symbols: list[int]) -> Counter[tuple[int, int]]:
    """Return how often cuts of each (symbols, cells) occur."""
    return Counter((symbols[next(bits(c))], c.bit_count()) for c in cut.cuts if c)


def _factors(
    atoms: Counter[_Atom],
    known: Callable[[int], Iterable[Geometry]],
    compute: Compute | None,
) -> list[tuple[_Factor, int]] | None:
    """Return the factor of each atom with its multiplicity; None if some count is unknown.

    All are looked up before any is computed, so that no computation is wasted.
    """
    found = {atom: _look_up(atom, known) for atom in atoms}
    number = 0
    for atom, factor in found.items():
        if factor is None:
            value = compute(_model(atom)) if compute else None
            if value is None:
                return None
            number += 1
            found[atom] = _computed(atom, value, number)
    merged: Counter[_Factor] = Counter()
    for atom, times in atoms.items():
        factor = found[atom]
        assert factor is not None
        merged[factor] += times
    return list(merged.items())


def _look_up(atom: _Atom, known: Callable[[int], Iterable[Geometry]]) -> _Factor | None:
    size = len(atom.near)
    if atom.is_clique:
        return _Factor(perm(atom.symbols, size), _arrangements(atom.symbols, size))
    for candidate in known(size):
        stated = candidate.expect and candidate.expect.solutions
        if stated and _matches(atom, candidate):
            name = candidate.name or f"{size} cells"
            source = f": {stated.source}" if stated.source else ""
            return _Factor(stated.value, name, f"{name} ({stated.value:,}, {stated.known}{source})")
    return None


def _matches(atom: _Atom, candidate: Geometry) -> bool:
    """Return whether a geometry equals an atom, up to the order of its cells."""
    model = compile_geometry(candidate)
    symbols = _symbols(model)
    if symbols is None or set(symbols) != {atom.symbols} or len(symbols) != len(atom.near):
        return False
    if model.peers == atom.near:
        return True
    if len(symbols) > _LARGEST_MATCH or _degrees(model.peers) != _degrees(atom.near):
        return False
    ours, theirs = ColouredGraph.of_masks(atom.near), ColouredGraph.of_masks(model.peers)
    return next(isomorphisms(ours, theirs), None) is not None


def _degrees(near: Iterable[int]) -> list[int]:
    return sorted(mask.bit_count() for mask in near)


def _computed(atom: _Atom, value: int, number: int) -> _Factor:
    term = f"part {number}"
    return _Factor(value, term, f"{term} of {len(atom.near)} cells ({value:,}, computed)")


def _model(atom: _Atom) -> Model:
    """Return the atom as a model of its own."""
    alphabet = Alphabet.of(range(1, atom.symbols + 1))
    shapes = tuple(Shape(Distinct(tuple(bits(cells)))) for cells in atom.sets)
    domains = (alphabet.full,) * len(atom.near)
    return compile_shapes(Context(alphabet, domains, Topology((), (), {}), shapes))


def _combined(factors: list[tuple[_Factor, int]], fillings: Counter[tuple[int, int]]) -> Count:
    above = prod(factor.value**times for factor, times in factors)
    below = prod(perm(n, k) ** times for (n, k), times in fillings.items())
    # A set of more cells than symbols has no filling, and then neither has the whole.
    value, remainder = divmod(above, below) if below else (0, 0)
    sources = [factor.source for factor, _ in factors if factor.source]
    if remainder:
        raise GeometryError(
            f"the counts of {' and '.join(sources)} cannot be right: their product is not a "
            f"multiple of {below:,}; correct solutions: under expect: in their files"
        )
    return Count(value, "derived", _explained(sources, factors, fillings))


def _explained(
    sources: list[str], factors: list[tuple[_Factor, int]], fillings: Counter[tuple[int, int]]
) -> str:
    above = " · ".join(_power(factor.term, times) for factor, times in factors)
    below = [_power(_arrangements(n, k), times) for (n, k), times in fillings.items()]
    formula = f"{above} / {' / '.join(below)}" if below else above
    if not sources:
        return f"derived from sets of mutually different cells, as {formula}"
    origin = f"derived from {' and '.join(sources)}"
    return origin if formula == factors[0][0].term else f"{origin}, as {formula}"


def _power(term: str, times: int) -> str:
    if times == 1:
        return term
    return f"({term})^{times}" if " " in term or "/" in term else f"{term}^{times}"


def _arrangements(symbols: int, cells: int) -> str:
    """Return the number of ways to fill mutually different cells, as a formula."""
    if cells > symbols:
        return "0"
    if cells == 1:
        return str(symbols)
    return f"{symbols}!" if symbols - cells < 2 else f"({symbols}!/{symbols - cells}!)"


def known_parts(cells: int) -> Iterator[Geometry]:
    """Yield the registered geometries with that many cells that state their solutions."""
    for entry in geometry_entries():
        if not _states(str(entry.path), entry.path.stat().st_mtime_ns, cells):
            continue
        try:
            found = geometry(entry.name)
        except OutOfBudget:
            raise
        except SudokuError:  # a broken file of the user's must not stop the count
            continue
        if len(found.cells) == cells and found.expect and found.expect.solutions:
            yield found


# A file is known by its path and the time of its last change.
@lru_cache(maxsize=4096)
def _states(path: str, changed: int, cells: int) -> bool:
    """Return whether a file's text may state that many cells, and solutions; saves building it."""
    del changed
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    return "solutions:" in text and re.search(rf"\bcells:\s*{cells}\b", text) is not None
