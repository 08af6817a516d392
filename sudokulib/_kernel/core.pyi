# The compiled search as Python sees it; tests/kernel/test_stub.py keeps it true.

class Problem:
    """A model as flat numbers (see `sudokulib.search.flat`), checked. Immutable.

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
