# The compiled search as Python sees it; tests/kernel/test_stub.py keeps it true.

from collections.abc import Callable, Sequence
from typing import Any

class Problem:
    """A model as flat numbers (see `sudokulib.search.flattening`), checked. Immutable.

    Raises:
        ValueError: the description breaks its own format.
    """

    def __init__(self, stream: bytes, domains: bytes) -> None: ...
    @property
    def cells(self) -> int: ...
    @property
    def values(self) -> int: ...
    @property
    def variables(self) -> int: ...
    @property
    def words(self) -> int: ...
    @property
    def derived_sums(
        self,
    ) -> list[tuple[list[int], list[list[int]], list[int], list[list[int]]]]:
        """Sums that follow from the others: variables, weights, totals, and parts by place."""

def residual_facts(
    masks: bytes,
    totals: list[int],
    sums: int,
    words: int,
    bounds: tuple[int, int, int, int, int],
) -> list[tuple[bytes, bytes, int, bytes]]:
    """Sums that follow from others (see `sudokulib.model.derived`).

    Args:
        masks: for each fact the words of `plus`, then those of `minus`; sums first.
        totals: of the facts.
        sums: how many of them are sums; the others are houses.
        words: how many 64-bit words each mask takes.
        bounds: facts wanted, facts split, most cells, most cells where some are in no sum,
            most houses.
    """

def leftovers(
    masks: bytes, sizes: list[int], words: int, bounds: tuple[int, int, int, int]
) -> list[tuple[bytes, bytes]]:
    """Pairs of sets of cells that hold the same values (see `sudokulib.model.leftovers`).

    Args:
        masks: the cells of each house; houses of the same values together.
        sizes: how many houses have the same values, for each group of these.
        words: how many 64-bit words each mask takes.
        bounds: most cells, most houses, pairs for each house, most houses of a group.
    """

def joint_fillings(problem: Problem, most: int) -> bytes | None:
    """The tuples that peers and rules of a few cells allow: 64-bit numbers, one after the other.

    Args:
        problem: all its variables are cells, of at most 64 values.
        most: the number of tuples above which there is no answer.
    """

class Rules:
    """The rules of a problem, on domains of one word a variable (see `flat.domain_bytes`)."""

    def __init__(self, problem: Problem) -> None: ...
    def propagate(self, domains: bytes) -> bytes | None:
        """The common fixpoint of all rules; None if they cannot hold."""

    def completes(self, domains: bytes) -> bool:
        """With all cells fixed and propagated: whether hidden variables have values that fit."""

    @property
    def weights(self) -> list[float]: ...
    @property
    def links(self) -> list[list[int]]: ...

class Search:
    """One search for solutions; goes on where it stopped. One thread at a time."""

    def next(self, look: Callable[[], object] | None = None, nodes: int = -1) -> bytes | None: ...
    def run(self, look: Callable[[], object] | None, nodes: int, most: int, ahead: int) -> None:
        """Search for at most `most` solutions; after the first for at most `ahead` nodes more."""

    def take(self) -> list[bytes]:
        """Return the solutions found since the last call, also by a run that was ended early."""

    @property
    def ended(self) -> bool:
        """True if there is no further solution."""

    @property
    def stopped(self) -> str: ...
    @property
    def spent(self) -> int: ...

class LineTask:
    """Lines that a `LinePool` solves."""

    @property
    def done(self) -> bool: ...
    @property
    def seconds(self) -> float:
        """Wall time of the lines once they are done."""

    def outcome(self) -> tuple[bytes, bytes, bytes]:
        """What `Engine.solve_lines` returns, or raises.

        Raises:
            RuntimeError: they are not done, or the threads were stopped.
        """

class LinePool:
    """Threads that solve lines; they never take the interpreter lock.

    All calls come from one thread, but for `notify`.

    Args:
        threads: how many there are at most.
        helped: whether the thread that waits is one of them.
    """

    def __init__(self, threads: int, helped: bool = False) -> None: ...
    def solve_lines(
        self, engine: Engine, givens: bytes, nodes: int = -1, seconds: float = -1.0
    ) -> LineTask:
        """Begin with lines; see `Engine.solve_lines`."""

    def wait(self, seconds: float) -> None:
        """Wait until a task is done, or `notify` was called, since the last call.

        If the pool is helped, this works on a task meanwhile, but gives it up after about 20 ms.
        """

    def notify(self) -> None: ...
    def stop(self) -> None:
        """Drop the tasks that wait, stop those at work and end the threads."""

class Thinning:
    """Drops groups of givens; what is left stands here afterwards. One thread at a time."""

    def thin(
        self, solution: list[int], look: Callable[[], object] | None = None, nodes: int = -1
    ) -> None:
        """Drop them in their order."""

    def draw(self, seed: int, look: Callable[[], object] | None = None, nodes: int = -1) -> None:
        """Drop those of a random solution in random order."""

    @property
    def solution(self) -> bytes: ...
    @property
    def givens(self) -> list[int]: ...
    @property
    def unique(self) -> bool:
        """True if the givens are known to leave one solution."""

    @property
    def unsettled(self) -> bool:
        """True if a group stayed because an attempt reached the node budget."""

    @property
    def stopped(self) -> str: ...
    @property
    def spent(self) -> int: ...

class Engine:
    """A problem ready to be searched; shared by any number of searches and threads.

    Where a call takes `look`, it is called about every 20 ms and what it raises ends the work;
    `nodes` is a limit, none if negative. Answers are (result, "" or "nodes" or "time", nodes).
    """

    def __init__(
        self,
        problem: Problem,
        without: int = 0,
        probe_after: int = 2000,
        learn_after: int | None = None,
    ) -> None: ...
    def search(self, domains: bytes) -> Search: ...
    def count(
        self,
        domains: bytes,
        limit: int,
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[int, str, int]: ...
    def witnesses(
        self,
        domains: bytes,
        known: Sequence[Sequence[int]],
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[tuple[list[bytes], bytes], str, int]: ...
    def fitting(
        self,
        domains: bytes,
        assignments: Sequence[Sequence[int]],
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[list[bool], str, int]: ...
    def support(
        self,
        domains: bytes,
        cap: int,
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[list[int] | None, str, int]: ...
    def random(
        self,
        domains: bytes,
        seed: int,
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[bytes | None, str, int]: ...
    def estimate(
        self,
        domains: bytes,
        samples: int,
        seed: int,
        look: Callable[[], object] | None = None,
        nodes: int = -1,
    ) -> tuple[tuple[float, float, int], str, int]: ...
    def solve_lines(
        self,
        givens: bytes,
        nodes: int = -1,
        seconds: float = -1.0,
        look: Callable[[], object] | None = None,
    ) -> tuple[bytes, bytes, bytes]: ...
    def thinning(
        self,
        domains: bytes,
        groups: Sequence[Sequence[int]],
        least: int = 0,
        node_budget: int = -1,
    ) -> Thinning: ...
    @property
    def state_bytes(self) -> int: ...

TECHNIQUES: dict[str, int]

def count_exact(
    problem: Problem,
    domains: bytes,
    look: Callable[[], object] | None,
    nodes: int,
    cuts: bool = True,
) -> tuple[int | None, str, int, int]:
    """The number of solutions without listing them, for problems without rules.

    Args:
        problem, domains, look, nodes: as for the methods of `Engine`.
        cuts: whether parts that are too long to list are cut into smaller ones.

    Returns:
        The number, or None; why there is none: "nodes" for the limit, "reach" if too many states
        would have to be kept or a part would have to be cut, "unsuitable" for rules or more than
        64 values; the nodes spent; the states kept.
    """

def pack_masks(masks: tuple[int, ...], full: int) -> bytes | None:
    """A byte for each cell, as `Engine.solve_lines` takes them; None if a mask needs more.

    Args:
        masks: bit masks of at most 64 values.
        full: the mask of a cell without a given.
    """

def pack_lines(lines: list[str], cells: int, codes: bytes, other: int) -> bytes | None:
    """A byte for each character of lines of ASCII, without the white space around them.

    Args:
        lines: the lines.
        cells: how many characters each of them should have.
        codes: the byte for each character.
        other: the byte for those that must not occur.

    Returns:
        The bytes of all lines, one after the other; None if one of them is not like this.
    """

def pack_values(values: bytes, record: int, kept: int) -> bytes:
    """The first values of each record, two to a byte, for sending; empty if one is too large.

    Args:
        values: 0 to 14, or 255 where there is none, in records of equal length.
        record: the length of a record.
        kept: how many values of each record there are to be.
    """

def unpack_values(packed: bytes, records: int, record: int, kept: int) -> bytes:
    """The records of which `pack_values` packed the first values; the others are 255.

    Args:
        packed: what it returned.
        records: how many records there were.
        record, kept: as there.
    """

def make_results(
    classes: tuple[type[Any], type[Any], type[Any]],
    statuses: tuple[str, ...],
    chunk: object,
    geometry: object,
    outcomes: bytes,
    solutions: bytes,
    first: int,
    end: int,
) -> list[Any]:
    """Results of some puzzles of a batch: status, solutions, and what computes the other fields.

    Args:
        classes: of results, of solutions, and of puzzles that are read later: tuples of `chunk`,
            a number, and `geometry`.
        statuses: the status for each outcome.
        outcomes, solutions: as `Engine.solve_lines` returns them.
        first, end: the puzzles from one number to before another.
    """
