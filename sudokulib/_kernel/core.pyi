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
