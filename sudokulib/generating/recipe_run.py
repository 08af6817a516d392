"""From a recipe to a puzzle: rules placed on a solution, repaired, and minimised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sudokulib.basics.seeded_random import SeededRandom
from sudokulib.errors import SudokuError
from sudokulib.generating.kempe import kempe_exchanges
from sudokulib.generating.layers import Canvas
from sudokulib.generating.minimizing import RemovableItem, RemovalPlan, minimized
from sudokulib.generating.recipes import Recipe
from sudokulib.generating.switchable import SwitchableShapes
from sudokulib.model import compile_geometry
from sudokulib.puzzles.geometries.labelling import orbits
from sudokulib.puzzles.geometries.motions import moves_of
from sudokulib.puzzles.puzzle import Puzzle
from sudokulib.search import Assignment, Backend, Budget, ThinningPlan
from sudokulib.shapes import Kind, Shape, merge_shapes

PROOF_NODES = 5_000
"""Default nodes of one proof: a bound against the few proofs that would take very long.

Half and twice as many gave the same 40 killers with cages of 3 to 7 cells (`run_recipe`, seeds 1 to
40, 2026-11).
"""

_MORE = 10
"""The factor by which the proof that the rules alone leave one solution may take more nodes.

That proof decides about a whole attempt. Of 41 attempts at 40 killers with cages of 3 to 7 cells,
one more failed with a factor of 1; 5 and 20 changed nothing (measured as for `PROOF_NODES`).
"""

_ROUNDS = 30
"""The most repairs of the rules in one attempt.

A bound: 240 killers of 9x9 needed no more than 8 rounds (`run_recipe`, 2026-11).
"""

_SEVERAL = 16
"""Other solutions collected for one repair.

40 killers with cages of 3 to 7 cells took 136 repairs, each with a compilation, and 94,000 nodes;
with 1 solution 252 repairs, with 8 158, with 32 126, but 116,000 nodes (measured as for
`PROOF_NODES`).
"""


def run_recipe(
    recipe: Recipe,
    seed: tuple[int, int],
    search: Backend,
    proof_nodes: int | None,
    budget: Budget,
) -> tuple[Puzzle, str]:
    """Return the puzzle that a recipe makes from a seed, and why it may not be minimal.

    Args:
        recipe: the recipe.
        seed: a seed, and the number of the puzzle of that seed. The same numbers give the same
            puzzle on any machine, with the same back-end.
        search: the back-end that proves that there is one solution.
        proof_nodes: nodes after which a proof is abandoned; None for `PROOF_NODES`.
        budget: what it may cost.

    Raises:
        SudokuError: no attempt succeeded.
        OutOfBudget, Cancelled: before one did.
    """
    for attempt in range(recipe.attempts):
        chance = SeededRandom(seed[0], seed[1] * recipe.attempts + attempt)
        model = compile_geometry(recipe.geometry)
        solution = search.random_solution(model, budget, chance.seed())
        if solution is None:
            raise SudokuError("it cannot be filled, so there is no puzzle; relax its shapes")
        canvas = Canvas(recipe.geometry, solution, chance)
        trial = _RecipeAttempt(
            recipe, canvas, search, PROOF_NODES if proof_nodes is None else proof_nodes, budget
        )
        if trial.settled():
            return trial.puzzle()
    raise SudokuError(
        f"seed {seed[0]}: the rules left several solutions, or it could not be determined whether "
        f"they do, in each of {recipe.attempts} attempts; lay more of them, allow more "
        "attempts: or proof_nodes, or write givens: few"
    )


class _RecipeAttempt:
    """One attempt: rules placed on one solution."""

    def __init__(
        self, recipe: Recipe, canvas: Canvas, search: Backend, proof_nodes: int, budget: Budget
    ) -> None:
        self.recipe, self.canvas, self.search = recipe, canvas, search
        self.proof_nodes, self.budget = proof_nodes, budget
        self.placed = [layer.rules_on(canvas) for layer in recipe.layers]

    def _switchable(self) -> SwitchableShapes:
        canvas, fixed = self.canvas, []
        self.optional: list[tuple[int, Shape]] = []
        seen = {shape.meaning for shape in canvas.geometry.shapes}
        for number, (layer, rules) in enumerate(zip(self.recipe.layers, self.placed, strict=True)):
            for rule in rules:
                if rule.meaning not in seen:
                    seen.add(rule.meaning)
                    if layer.kept_count == "all":
                        fixed.append(Shape(rule))
                    else:
                        self.optional.append((number, Shape(rule)))
        self.fixed = fixed
        optional = [shape for _, shape in self.optional]
        return SwitchableShapes(canvas.geometry, fixed, optional, canvas.solution, self.search)

    def settled(self) -> bool:
        """Return whether the rules together leave one solution, after repairs where necessary."""
        if self.recipe.givens != "none":
            self.switchable = self._switchable()
            return True
        model = compile_geometry(self.canvas.geometry)
        found: list[Assignment] | None = list(kempe_exchanges(model, self.canvas.solution))
        others: list[tuple[int, ...]] = []
        for _ in range(_ROUNDS):
            if found:
                integers = self.canvas.geometry.alphabet.values
                others += [tuple([integers[index] for index in other]) for other in found]
                if not self._repair(others):
                    return False
            self.switchable = self._switchable()
            found = self.switchable.others((), (), _SEVERAL, _MORE * self.proof_nodes, self.budget)
            if not found:
                return found is not None
        return False

    def _repair(self, others: Sequence[Sequence[int]]) -> bool:
        """Let the layers change their rules until each other solution breaks some rule."""
        for number, layer in enumerate(self.recipe.layers):
            rest = [rule for n, rules in enumerate(self.placed) if n != number for rule in rules]
            fitting = [other for other in others if self._fits(rest, other)]
            if not fitting:
                return True
            changed = layer.repaired(self.placed[number], fitting, self.canvas)
            if changed is not None:
                self.placed[number] = changed
                return True
        return False

    def _fits(self, rules: Sequence[Kind], other: Sequence[int]) -> bool:
        return all(rule.holds(other, self.canvas.context) for rule in rules)

    def puzzle(self) -> tuple[Puzzle, str]:
        """Return the puzzle without anything removable, and why more might still be."""
        givens, stopped = self._givens()
        items = [RemovableItem(shape=n, layer=layer) for n, (layer, _) in enumerate(self.optional)]
        given: tuple[int, ...] = givens
        if self.recipe.givens == "minimal":
            items += [RemovableItem(cells=group) for group in self._groups()]
            given = ()
        order = RemovalPlan(self.canvas.chance.shuffled(items), self._least(), self.proof_nodes)
        left = minimized(self.switchable, given, order, self.budget)
        given = tuple(sorted([*given, *(cell for item in left.items for cell in item.cells)]))
        kept = {item.shape for item in left.items}
        shapes = [*self.fixed, *(s for n, (_, s) in enumerate(self.optional) if n in kept)]
        return self._puzzle(given, shapes), stopped or left.stopped

    def _givens(self) -> tuple[tuple[int, ...], str]:
        """Return the givens that are left before any rule is removed."""
        wanted = self.recipe.givens
        if wanted in ("none", "minimal"):
            return (), ""
        least = wanted if isinstance(wanted, int) else 0
        plan = ThinningPlan(
            tuple(self.canvas.chance.shuffled(self._groups())), least, self.proof_nodes
        )
        model = self.switchable.compiled_with(frozenset(range(len(self.optional))))
        thinned = self.search.thin(model, self.switchable.solution, plan, self.budget)
        assert thinned is not None, "the solution is unique with all cells given"
        return thinned.givens, thinned.stopped

    def _groups(self) -> tuple[tuple[int, ...], ...]:
        geometry = self.recipe.geometry
        return orbits(len(geometry.cells), moves_of(geometry, self.recipe.symmetry))

    def _least(self) -> dict[int, int]:
        """Return for each layer the least number of its rules to keep."""
        keep = {number: layer.kept_count for number, layer in enumerate(self.recipe.layers)}
        return {number: least for number, least in keep.items() if isinstance(least, int)}

    def _puzzle(self, given: Sequence[int], shapes: Sequence[Shape]) -> Puzzle:
        geometry, solution = self.recipe.geometry, tuple(self.canvas.solution)
        masks = list(geometry.domains)
        for cell in given:
            masks[cell] = 1 << solution[cell]
        puzzle = Puzzle(geometry, tuple(masks), tuple((cell, solution[cell]) for cell in given))
        return replace(
            puzzle,
            shapes=merge_shapes(shapes),
            title=self.recipe.title,
            author=self.recipe.author,
            answer=solution,
        )
