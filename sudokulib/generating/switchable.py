"""A puzzle under construction, whose givens and shapes can be left out one by one.

The optional shapes are compiled once, each behind a switch: a hidden variable with two values.
Leaving some of them out then only changes domains, and needs no new model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from sudokulib.basics.budget import Budget, OutOfBudget
from sudokulib.model import Model, compile_shapes
from sudokulib.model.fuse import Differences, Sources, fuse
from sudokulib.primitives import Linear, Primitive, When
from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.search.assignments import Assignment
from sudokulib.search.backend import Backend
from sudokulib.shapes import Kind, Shape, merge_shapes

_OFF, _ON = 1, 2
"""The domains of a switch: its value 1 means that the shape applies."""


_FACTS = 1
"""Derived sums for each house, fewer than usual, as most models here are searched only once.

The 200 first killers of `examples/recipes/killer.yml` took 2.4 s of CPU time; 3.0 s with 2 sums and
4.2 s with 4, for as many nodes within 1 % (2026-11).
"""

_SWITCH_NODES = 300
"""Nodes after which a search with switches is abandoned in favour of another compilation.

Switches save compilations, but propagate less. Over the 20 first seeds of
`examples/recipes/thermometers.yml` limits of 0, 150, 300, 600 and 5,000 took 450, 99, 72, 48 and 40
compilations, for 68,000 to 78,000 nodes. Killers without givens whose cages may go need fewer nodes
with low limits: two took 44,000, 49,000, 56,000, 66,000 and 147,000 (2026-11).
"""


class SwitchableShapes:
    """A geometry with shapes, of which some can be switched off.

    Args:
        geometry: where they stand.
        fixed: shapes that always apply.
        optional: shapes that can be left out.
        solution: a solution that satisfies all of them.
        search: the back-end that searches for other solutions.
    """

    def __init__(
        self,
        geometry: Geometry,
        fixed: Iterable[Shape],
        optional: Sequence[Shape],
        solution: Sequence[int],
        search: Backend,
    ) -> None:
        self.optional = optional
        self.solution = tuple(solution)
        self._geometry, self._search = geometry, search
        self._context = geometry.context_of(merge_shapes((*geometry.shapes, *fixed)))
        plain = compile_shapes(self._context, facts=_FACTS)
        self._known: tuple[frozenset[int], Model] = frozenset(), plain
        self._model = self._switched(plain)

    def _switched(self, model: Model) -> Model:
        """Return the model with the optional shapes, each enforced if its switch is on."""
        if not self.optional:
            return model
        self._switches = [self._context.hidden(2) for _ in self.optional]
        more: dict[Primitive, tuple[int, ...]] = {}
        for number, (switch, shape) in enumerate(zip(self._switches, self.optional, strict=True)):
            for primitive in self._lowered(shape.rule, model):
                more[When.of(switch, 1, primitive)] = (len(self._context.shapes) + number,)
        domains = self._context.domains + tuple(self._context.made)
        return replace(
            model,
            domains=domains,
            given=(*model.given, *more),
            given_sources=(*model.given_sources, *more.values()),
            peers=model.peers + (0,) * (len(domains) - len(model.domains)),
        )

    def _lowered(self, rule: Kind, model: Model) -> Iterable[Primitive]:
        """Return the primitives of a rule; its sums are told which of their cells differ."""
        own: Sources = dict.fromkeys(rule.lower(self._context), (0,))
        if not any(isinstance(primitive, Linear) for primitive in own):
            return own
        near = [
            group
            for group in model.groups
            if any(len({*group.variables}.intersection(p.variables)) > 1 for p in own)
        ]
        apart = dict.fromkeys(near, (0,)) | own
        known = len(self._context.domains) + len(self._context.made)
        return fuse(own, Differences(apart, known))

    def others(
        self,
        given: Collection[int],
        out: Collection[int],
        most: int,
        proof_nodes: int,
        budget: Budget,
    ) -> list[Assignment] | None:
        """Return some solutions other than the wanted one; empty if there are none.

        Where the search with switches is hard, compile a model without them, which propagates more.

        Args:
            given: the given cells.
            out: the optional shapes that are left out, by number.
            most: how many others are enough.
            proof_nodes: nodes after which the search is abandoned and None is returned.
            budget: what it may cost.

        Raises:
            OutOfBudget, Cancelled: before the answer was known.
        """
        if self.optional:
            found = self._others(
                self.model(given, out), most, min(proof_nodes, _SWITCH_NODES), budget
            )
            if found is not None or proof_nodes <= _SWITCH_NODES:
                return found
        model = self.compiled_with(frozenset(range(len(self.optional))).difference(out))
        return self._others(self._given(model, given), most, proof_nodes, budget)

    def _others(
        self, model: Model, most: int, proof_nodes: int, budget: Budget
    ) -> list[Assignment] | None:
        left = budget.nodes_left
        nodes = proof_nodes if left is None else min(proof_nodes, left)
        trial = Budget(budget.seconds_left, nodes, budget.token)
        search = self._search.solutions(model, trial)
        try:
            found = [other for other in islice(search, most + 1) if other != self.solution]
        except OutOfBudget as limit:
            if limit.reason == "time" or nodes == left:
                raise
            return None
        finally:
            search.close()
            budget.used += trial.used
        return found[:most]

    def compiled_with(self, there: frozenset[int]) -> Model:
        """Return the model with some of the optional shapes, without switches."""
        if not self.optional:
            return self._model
        if self._known[0] != there:
            shapes = (*self._context.shapes, *(self.optional[n] for n in sorted(there)))
            self._known = (
                there,
                compile_shapes(self._geometry.context_of(merge_shapes(shapes)), facts=_FACTS),
            )
        return self._known[1]

    def _given(self, model: Model, given: Iterable[int]) -> Model:
        domains = list(model.domains)
        for cell in given:
            domains[cell] &= 1 << self.solution[cell]
        return model.with_domains(tuple(domains))

    def model(self, given: Collection[int], out: Collection[int]) -> Model:
        """Return the model with some givens and without some of the optional shapes."""
        model = self._given(self._model, given)
        if not self.optional:
            return model
        domains = list(model.domains)
        for number, switch in enumerate(self._switches):
            domains[switch] = _OFF if number in out else _ON
        return model.with_domains(tuple(domains))

    def broken(self, other: Sequence[int]) -> tuple[set[int], set[int]]:
        """Return the cells in which a solution differs, and the optional shapes that it breaks."""
        cells = {c for c, (a, b) in enumerate(zip(self.solution, other, strict=True)) if a != b}
        integers = self._context.alphabet.values
        values = [integers[index] for index in other]
        shapes = {
            number
            for number, shape in enumerate(self.optional)
            if not cells.isdisjoint(shape.cells) and not shape.rule.holds(values, self._context)
        }
        return cells, shapes
