"""The grammar of relations between two numbers in files.

    relation  = part {"or" part}
    part      = factor {"and" factor}
    factor    = "not" factor | sum compare sum {compare sum} | "(" relation ")"
    compare   = "=" | "==" | "!=" | "<" | "<=" | ">" | ">="
    sum       = term {("+" | "-") term}
    term      = sign {("*" | "//" | "%") sign}
    sign      = "-" sign | integer | name | "(" sum ")" | call "(" sum {"," sum} ")"
    call      = "abs" | "min" | "max"

Apart from "=", that is a part of Python's grammar, so Python parses it. Before parsing, length,
words and brackets are checked; after it, every node. Only then is it compiled.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate

from sudokulib.errors import GeometryError

MOST_CHARACTERS = 1_000
"""The most characters of a relation, a bound against hostile files: as many take 0.2 s (`python
tests/benchmarks/at_limits.py`, 2026-11)."""

_DEEPEST = 40
"""The deepest nesting of brackets and signs; Python's parser takes about 100."""

_TOO_DEEP = f"no more than {_DEEPEST} nested brackets and signs"
_TOKEN = re.compile(r"\s*(\d{1,9}|[A-Za-z_]+|//|[<>=!]=|\S)")
_FUNCTIONS: dict[str, Callable[..., int]] = {
    "abs": abs,
    "min": lambda *numbers: min(numbers),  # with one number, Python's own expect a list
    "max": lambda *numbers: max(numbers),
}
_WORDS = frozenset({"and", "or", "not", *_FUNCTIONS})
_BETWEEN = frozenset(["and", "or", "=", "==", "!=", "<", "<=", ">", ">=", *"+-*%),", "//", ""])
_BEFORE_NOT = ("(", ",", "and", "or", "not")


@dataclass(frozen=True, slots=True)
class Relation:
    """A parsed relation; call it with the numbers of its names, in order.

    Args:
        text: as it was written.
        names: the names that it may use.
    """

    text: str
    names: tuple[str, ...]
    _holds: Callable[..., int] = field(compare=False, repr=False)

    def __call__(self, *numbers: int) -> bool:
        """Return whether it holds; with a division by zero it does not."""
        try:
            return bool(self._holds(*numbers))
        except ZeroDivisionError:
            return False

    def __reduce__(self) -> tuple[Callable[..., Relation], tuple[str, tuple[str, ...]]]:
        return relation, (self.text, self.names)


# The key is all it reads: texts.
@lru_cache(maxsize=1024)
def relation(text: str, names: tuple[str, ...] = ("a", "b")) -> Relation:
    """Return the relation that a text describes.

    Args:
        text: in the grammar above.
        names: the names that it may use.

    Raises:
        GeometryError: the text is not in the grammar; with the place at fault.

    >>> apart = relation("abs(a - b) >= 5 or a = 2*b")
    >>> apart(1, 6), apart(4, 2), apart(4, 5)
    (True, True, False)
    """
    if len(text) > MOST_CHARACTERS:
        raise GeometryError(
            f"a relation of {len(text):,} characters is longer than {MOST_CHARACTERS:,}; "
            "list the pairs instead"
        )
    function = f"lambda {', '.join(names)}: ({_Source(text, names).checked()})"
    # It has no other names and no attributes, so it can reach nothing else.
    holds = eval(function, {"__builtins__": {}, **_FUNCTIONS})
    return Relation(text, names, holds)


class _Source:
    """A text as tokens, and as a Python expression with blanks between them."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        self._text, self._names = text, frozenset(names) - _WORDS
        self._starts = [match.start(1) for match in _TOKEN.finditer(text.rstrip())]
        self._tokens = _TOKEN.findall(text.rstrip())
        self._open = list(accumulate((t == "(") - (t == ")") for t in self._tokens))
        words = [str(int(t)) if t.isdecimal() else {"=": "=="}.get(t, t) for t in self._tokens]
        self._columns = list(accumulate((len(word) + 1 for word in words), initial=0))
        self._python = " ".join(words)
        self._operand = f"a number, {', '.join(names)}, abs, min, max or a bracket"

    def checked(self) -> str:
        """Return the expression.

        Raises:
            GeometryError: it is not in the grammar.
        """
        self._check_tokens()
        try:
            tree = ast.parse(self._python, mode="eval")
        except (SyntaxError, RecursionError, MemoryError):  # nesting beyond the parser's stack
            raise self._error(_TOO_DEEP, 0) from None
        self._check_nodes(tree.body)
        return self._python

    def _error(self, wanted: str, at: int) -> GeometryError:
        if at >= len(self._tokens):
            return GeometryError(f"{self._text!r} ends where there should be {wanted}")
        return GeometryError(
            f"{self._tokens[at]!r} at character {self._starts[at] + 1} of {self._text!r} is where "
            f"there should be {wanted}"
        )

    def _check_tokens(self) -> None:
        """Check each word, the word after it, and the brackets."""
        before, is_value = "(", False
        for at, (token, depth) in enumerate(
            zip([*self._tokens, ""], [*self._open, 0], strict=True)
        ):
            known = token.isdecimal() or token in self._names
            begins = known or token in _FUNCTIONS or token in ("(", "-", "not")
            if before in _FUNCTIONS and token != "(":
                raise self._error(f"a bracket after {before}", at)
            if is_value and (token not in _BETWEEN or depth < 0):
                within = self._open[at - 1] > 0
                raise self._error(
                    "a closing bracket" if within else "a sign, and, or, or the end", at
                )
            if not is_value and (not begins or (token == "not" and before not in _BEFORE_NOT)):
                raise self._error(self._operand, at)
            if depth > _DEEPEST:
                raise self._error(_TOO_DEEP, at)
            before, is_value = token, known or token == ")"
        if self._open[-1] > 0:
            raise self._error("a closing bracket", len(self._tokens))

    def _token(self, column: int) -> int:
        return bisect_right(self._columns, column) - 1

    def _after(self, node: ast.expr) -> int:
        return self._token((node.end_col_offset or 0) - 1) + 1

    def _check_nodes(self, root: ast.expr) -> None:
        if not _is_relation(root):
            wanted = "a comparison, such as < 5 or = a*b, after a mere number"
            raise self._error(wanted, self._after(root))
        nodes = [(root, 0)]
        while nodes:
            node, signs = nodes.pop()
            start = self._token(node.col_offset)
            if signs + self._open[start] > _DEEPEST:
                raise self._error(_TOO_DEEP, start)
            joins = isinstance(node, ast.BoolOp | ast.UnaryOp) and _is_relation(node)
            for inner in self._operands(node):
                if joins and not _is_relation(inner):
                    raise self._error(
                        "a comparison, as and, or, not accept only those", self._after(inner)
                    )
                if not joins and _is_relation(inner):
                    raise self._error("a number, not a comparison", self._after(inner) - 1)
                nodes.append((inner, signs + isinstance(node, ast.UnaryOp)))

    def _operands(self, node: ast.expr) -> Sequence[ast.expr]:
        """Return the operands of a node, if it is in the grammar."""
        match node:
            case ast.Name() | ast.Constant():
                return ()
            case ast.BoolOp(values=operands):
                return operands
            case ast.Compare(left=left, comparators=others):
                return (left, *others)
            case ast.BinOp(left=left, right=right):
                return (left, right)
            case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
                return (operand,)
            case ast.Call(func=ast.Name(id=name), args=operands) if name in _FUNCTIONS:
                if name == "abs" and len(operands) > 1:
                    raise self._error("a closing bracket", self._after(operands[0]))
                return operands
        raise self._error(self._operand, self._token(node.col_offset))


def _is_relation(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp | ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )
