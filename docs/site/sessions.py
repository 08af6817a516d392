"""An extension of griffe, which reads the docstrings: their examples are shown as code."""

from __future__ import annotations

import re
from textwrap import dedent

import griffe

SESSION = re.compile(
    r"^(?P<indent> *)>>> .*\n(?:(?P=indent)\S.*\n?|(?P=indent) +.*\n?)*", re.MULTILINE
)


class Sessions(griffe.Extension):
    """Put interactive sessions between fences."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Rewrite the docstring of an object, if it has one."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """Return a docstring with each session, up to the next empty line, as a fenced block.

    >>> print(fenced("Add.\\n\\n    >>> 1 + 1\\n    2"))
    Add.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    <BLANKLINE>
    """
    return SESSION.sub(lambda found: f"```pycon\n{dedent(found[0]).rstrip()}\n```\n", docstring)
