"""Strategies and their registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sudokulib.basics.quoting import close_matches
from sudokulib.basics.registry import Registry
from sudokulib.errors import UnknownNameError
from sudokulib.strategies.strategy_index import STRATEGY_MODULES

if TYPE_CHECKING:
    from sudokulib.board import Board
    from sudokulib.logic.step import Step
    from sudokulib.logic.words import Words

Find = Callable[["Board"], Iterator["Step"]]
"""A function that yields the steps that a board allows, lazily, in a fixed order, each of them
changing the board."""

Tell = Callable[["Step", "Words"], str]
"""A function that returns why a step follows, in words, for a sentence that ends with the
conclusion."""

ENTRY_POINTS = "sudokulib.strategies"
"""The group of entry points; each loads a `Strategy` or a list of them."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A named way to find steps.

    Args:
        name: its name in pipelines and `Step.technique`, in words with hyphens.
        find: the function that finds steps; it reads nothing but the board.
        summary: the technique in one sentence.
        family: the family that it belongs to, such as ``fish``.
        rating: how hard its easiest steps are, on the scale of Sudoku Explainer.
        score: what a step adds to the total, on the scale of HoDoKu.
        source: where the technique is described.
        aliases: other names that people call it by.
        assumes: ``unique`` if its steps hold only for puzzles with one solution.
        monotone: whether more eliminations never cost it a conclusion; a pipeline of such
            strategies ends the same in any order.
        pencil_marks: whether people need pencil marks for it.
        tell: returns why a step follows, in words, without its conclusion; None to use the generic
            words for its arguments.
        sweeps: whether all steps of one search are taken before the next search; for techniques so
            simple that none simpler could come in between, and with `expensive` for those after
            which simpler steps are unlikely: these sweep until a single appears.
        expensive: whether a search takes so long that it is resumed after other steps, as long as
            no further cell is solved. A generator may be sent the current board.
    """

    name: str
    find: Find
    summary: str
    family: str
    rating: float
    score: int
    source: str
    aliases: tuple[str, ...] = ()
    assumes: Literal["", "unique"] = ""
    monotone: bool = True
    pencil_marks: bool = True
    tell: Tell | None = None
    sweeps: bool = False
    expensive: bool = False


def _register_offered(offered: Strategy | Iterable[Strategy]) -> None:
    for one in [offered] if isinstance(offered, Strategy) else offered:
        register_strategy(one)


STRATEGIES: Registry[Strategy] = Registry(
    "strategy", STRATEGY_MODULES, entry_points=ENTRY_POINTS, accept=_register_offered
)


def register_strategy(new: Strategy) -> Strategy:
    """Register a strategy under its name and aliases.

    Raises:
        ValueError: another strategy already has one of the names.
    """
    if not _is_builtin(new):
        STRATEGIES.load_library()
    for name in (new.name, *new.aliases):
        for known in STRATEGIES.entries.values():
            if name in (known.name, *known.aliases) and known != new:
                raise ValueError(f"a strategy named {name!r} is registered already")
    STRATEGIES.add(new.name, new)
    return new


def strategy(
    name: str,
    *,
    family: str,
    rating: float,
    score: int,
    source: str,
    aliases: tuple[str, ...] = (),
    assumes: Literal["", "unique"] = "",
    monotone: bool = True,
    pencil_marks: bool = True,
    tell: Tell | None = None,
    sweeps: bool = False,
    expensive: bool = False,
) -> Callable[[Find], Find]:
    """Register a function as a strategy; the decorator leaves it a plain function.

    The first line of the function's docstring is the summary. See `Strategy` for the rest.

    Raises:
        ValueError: another strategy already has the name or an alias.
    """

    def register(find: Find) -> Find:
        summary = (find.__doc__ or "").strip().split("\n")[0]
        register_strategy(
            Strategy(
                name, find, summary, family, rating, score, source,
                aliases, assumes, monotone, pencil_marks, tell, sweeps, expensive,
            )
        )  # fmt: skip
        return find

    return register


def strategies() -> tuple[Strategy, ...]:
    """Return all strategies: the built-in ones in the order of the index, then the others."""
    return tuple(STRATEGIES.load_all().values())


def check_strategy(name: str) -> None:
    """Check that there is a strategy of that name or alias, without importing a built-in one.

    Raises:
        UnknownNameError: no strategy of that name is registered.
    """
    if name not in STRATEGY_MODULES:
        strategy_named(name)


def strategy_named(name: str) -> Strategy:
    """Return the strategy of that name or alias.

    Raises:
        UnknownNameError: no strategy of that name is registered.
    """
    if found := STRATEGIES.get(name):
        return found
    for known in strategies():
        if name == known.name or name in known.aliases:
            return known
    known_as = [one for s in strategies() for one in (s.name, *s.aliases)]
    near = close_matches(name, known_as, n=3)
    few = f"there are {len(STRATEGIES.entries)}, such as {', '.join(list(STRATEGY_MODULES)[:3])}"
    hint = f"did you mean {' or '.join(near)}?" if near else few
    raise UnknownNameError(f"unknown strategy {name[:100]!r}; {hint}")


def _is_builtin(new: Strategy) -> bool:
    find = getattr(new.find, "func", new.find)  # some are functions with arguments filled in
    return STRATEGY_MODULES.get(new.name) == getattr(find, "__module__", "")
