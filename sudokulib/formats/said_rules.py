"""Sentences in a puzzle's rules that only repeat rules already read from it.

A sentence counts only as a whole, in an unambiguous wording; all others are reported. Wordings that
mean different things in different puzzles are not here: "kropki rules apply" may or may not mean
that all dots are given.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

__all__ = ["not_read"]

_APPLY = r"(?: rules?| constraints?)?(?: appl(?:y|ies))?"
_USUAL = r"(?:normal |standard |regular |classic |default |usual )?"
_HOUSE = r"(?:(?:each |every )?(?:\d+x\d+ )?(?:row|column|box|region|\d+-cell region))"
_HOUSES = rf"(?:each|every) {_HOUSE}, (?:and )?{_HOUSE},? and {_HOUSE}"
_ONE_TO_N = (
    r"(?:(?:all |each |every |the )*(?:digits?|numbers?) (?:from )?)?1(?:-| to | through ){n}"
)
_SHALL = r"(?:must |should |has to |have to )?"
_TOTAL = r"(?:number|clue|value|total|sum)"
_DIGITS = r"(?:the )?digits"

_WORDINGS: tuple[tuple[str, str], ...] = (
    ("", r"(?:and )?that's (?:it|all)"),
    ("", r"some digits are (?:already )?given"),
    ("regions", rf"(?:the )?{_USUAL}(?:irregular |jigsaw )?sudoku(?: rules)?(?: apply)?"),
    ("regions", rf"(?:the )?{_USUAL}(?:rules for|rules of) sudoku(?: apply)?"),
    ("regions", rf"{_HOUSES} {_SHALL}contains? {_ONE_TO_N}(?: exactly once)?"),
    ("regions", rf"fill {_HOUSES} with {_ONE_TO_N}(?: exactly once)?"),
    ("regions", rf"in {_HOUSES},? {_ONE_TO_N} {_SHALL}appear(?: exactly)? once"),
    ("antiking", rf"anti-?king{_APPLY}"),
    ("antiking", r"equal digits (?:may not|must not|cannot) touch diagonally"),
    ("antiknight", rf"anti-?knight{_APPLY}"),
    (
        "antiknight",
        r"(?:digits separated by|cells) a (?:chess )?knight's move (?:apart )?"
        r"(?:may not|must not|cannot) (?:be (?:identical|the same)|contain the same digit)",
    ),
    ("arrow", rf"{_USUAL}arrow(?: sudoku)?{_APPLY}"),
    (
        "arrow",
        rf"{_DIGITS} (?:along|on) (?:an |the )?arrows?(?: in the grid)? {_SHALL}sum to "
        r"the (?:digit|number) in (?:its|the|their|the connected|the attached) circle",
    ),
    ("arrow", rf"{_DIGITS} (?:may|can) repeat (?:along|on) (?:an |the )?arrows?"),
    ("disjointgroups", rf"{_USUAL}disjoint (?:sets?|groups?){_APPLY}"),
    ("killercage", rf"{_USUAL}(?:killer|cage|killer cage)(?: sudoku)?{_APPLY}"),
    (
        "killercage",
        rf"{_DIGITS} in (?:a |the )?cages? {_SHALL}sum (?:up )?to the {_TOTAL} (?:written )?in "
        r"the top[- ]left(?: corner)?(?: of (?:the|that|its) cage)?(?: \(?(?:when|if) given\)?)?",
    ),
    (
        "killercage",
        rf"{_DIGITS} (?:may not|must not|cannot|can't) repeat (?:in|within) (?:a |the )?cages?",
    ),
    ("littlekillersum", rf"{_USUAL}little killer(?: sums?)?{_APPLY}"),
    (
        "nonconsecutive",
        r"(?:orthogonally )?adjacent (?:cells|digits) (?:may not|must not|cannot) be consecutive",
    ),
    ("palindrome", r"(?:the )?gr[ea]y lines? (?:is a palindrome|are palindromes)"),
    ("renban", rf"{_USUAL}renban{_APPLY}"),
    ("sandwichsum", rf"{_USUAL}sandwich(?: sudoku)?{_APPLY}"),
    ("thermometer", rf"{_USUAL}thermo(?:meters?)?(?: sudoku)?{_APPLY}"),
    (
        "thermometer",
        rf"{_DIGITS} {_SHALL}(?:strictly )?increase(?: along (?:a |the )?thermometers?)? "
        r"from (?:the )?bulb to (?:the )?(?:tip|end)",
    ),
)
"""A part of a puzzle, by its key in f-puzzles, and sentences that say no more than it does."""


def not_read(text: str, size: int, given: Collection[str]) -> str:
    """Return the sentences that may say more than was read from a puzzle, in order.

    Args:
        text: the rules as written for people.
        size: the number of values.
        given: what was read: keys of f-puzzles, and ``regions`` if each cell is in one.

    >>> not_read("Normal sudoku rules apply. Odd cells are red.", 9, {"regions"})
    'Odd cells are red.'
    """
    wordings = [
        re.compile(pattern.replace("{n}", str(size)))
        for need, pattern in _WORDINGS
        if not need or need in given
    ]
    return " ".join(
        sentence
        for sentence in _sentences(text)
        if not any(one.fullmatch(_plain(sentence)) for one in wordings)
    )


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences: parts of lines up to a full stop, a colon, a dash or the like."""
    for line in text.splitlines():
        for sentence in re.split(r"(?<=[.!?:]) +| [-–] ", line):
            if re.search(r"\w", sentence):
                yield sentence.strip()


def _plain(sentence: str) -> str:
    """Return a sentence in lower case, without punctuation at its ends."""
    plain = sentence.lower().replace("’", "'").replace("–", "-").replace("×", "x")
    plain = re.sub(r"^[\W_]+|[^\w)]+$", "", plain)
    return re.sub(r" +", " ", plain)
