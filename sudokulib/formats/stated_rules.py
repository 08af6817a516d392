"""Sentences in a puzzle's rules that only repeat rules already read from it.

A sentence counts only as a whole, in an unambiguous wording; all others are reported. Wordings that
mean different things in different puzzles are not here: "kropki rules apply" may or may not mean
that all dots are given.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

_APPLY = r"(?: rules?| constraints?)?(?: appl(?:y|ies))?"
_USUAL = r"(?:normal |standard |regular |classic |default |usual )?"
_HOUSE = r"(?:(?:each |every )?(?:\d+x\d+ )?(?:row|column|box|region|\d+-cell region))"
_HOUSES = rf"(?:each|every) {_HOUSE}, (?:and )?{_HOUSE},? and {_HOUSE}"
_ONE_TO_N = (
    r"(?:(?:all |each |every |the )*(?:digits?|numbers?) (?:from )?)?1(?:-| to | through ){n}"
)
_SHALL = r"(?:must |should |has to |have to )?"
_NOT = r"(?:may not|must not|cannot|can't|do not|don't)"
_MAY = r"(?:may|can)"
_TOTAL = r"(?:number|clue|value|total|sum)"
_DIGITS = r"(?:the )?digits"
_COLOURS = (
    "black", "blue", "brown", "cyan", "gold", "gray", "green", "grey", "lime", "magenta", "orange",
    "peach", "pink", "purple", "red", "teal", "turquoise", "violet", "yellow",
)  # fmt: skip
_THE = r"(?:an? |the |each |every |any |all )?"
_LINES = rf"{_THE}(?:(?P<colour>{'|'.join(_COLOURS)}) )?lines?"
_GREY = r"(?:(?P<colour>gr[ea]y) )"
_NEXT = r"(?:each pair of |any two |every pair of )?(?:adjacent|neighbou?ring) (?:digits|cells)"
_APART = r"(?:differ by|have a difference of|be) (?:at least )?{d}(?: or more)?(?: apart)?"
_RUN = (
    r"(?:a )?(?:set|sequence|run) of (?:unique |distinct |different |non-?repeating )*consecutive,?"
    r"(?: non-?repeating)? digits(?: without repeats)?,?(?: (?:which can be )?in any order)?"
)
_SAME = (
    r",?(?: (?:which|that|and)(?: must)?)? ?reads? the same (?:in (?:either|each|both) "
    r"directions?|either way|forwards? and backwards?|from both ends)"
)
_CIRCLE = r"(?:its|the|their|that arrow's|the connected|the attached|the corresponding) circle"
_CELLS = r"(?:any |each |the )?(?:two )?(?:adjacent )?(?:digits|cells)"
_JOINED = r"(?:separated|joined|connected) by an?"
_RATIO = r"(?:(?:a |the )?(?:ratio of )?(?:1:2|2:1)(?: ratio)?)"
_BULB = (
    r"(?:from|away from|moving away from|starting (?:at|from)) (?:the |its |their )?bulb(?: end)?"
)
_OUTSIDE = (
    r"(?:an? |the |any |all )?(?:clues?|numbers?|digits?) outside (?:of )?the grid "
    r"(?:indicates?|gives?|shows?|is|are) "
)
_OF_LINE = (
    r"(?: (?:in|of) (?:that|the|its|their|the corresponding|the respective) "
    r"(?:row(?: or |/)column|rows? and columns?))?"
)
_GIVEN = r"(?:(?:necessarily )?(?:given|shown|marked))"

_WORDINGS: tuple[tuple[str, str], ...] = (
    ("", r"(?:and )?that's (?:it|all)"),
    ("", r"some digits are (?:already )?given"),
    ("regions", rf"(?:the )?{_USUAL}(?:irregular |jigsaw )?sudoku(?: rules)?(?: apply)?"),
    ("regions", rf"(?:the )?{_USUAL}(?:rules for|rules of) sudoku(?: apply)?"),
    ("regions", rf"{_HOUSES} {_SHALL}contains? {_ONE_TO_N}(?: exactly once)?"),
    (
        "regions",
        rf"fill (?:in )?the grid with {_ONE_TO_N} so that (?:digits don't|no digits?) repeats? in "
        r"any row, column,? (?:and|or) (?:marked )?(?:\d+x\d+ )?(?:box|region)",
    ),
    ("regions", rf"fill {_HOUSES} with {_ONE_TO_N}(?: exactly once)?"),
    ("regions", rf"in {_HOUSES},? {_ONE_TO_N} {_SHALL}(?:to )?appear(?: exactly)? once"),
    ("antiking", rf"anti-?king{_APPLY}"),
    ("antiking", rf"equal digits {_NOT} touch diagonally"),
    (
        "antiking",
        r"(?:identical |the same |equal )?(?:digits|cells)(?: separated by)? (?:a )?(?:chess )?"
        rf"king's move (?:apart |away )?{_NOT} (?:be (?:identical|the same)|contain the same "
        r"digit)",
    ),
    ("antiknight", rf"anti-?knight{_APPLY}"),
    (
        "antiknight",
        r"(?:digits separated by|cells separated by|cells) a (?:chess )?knight's move "
        r"(?:\(?in chess\)? )?(?:apart )?"
        rf"{_NOT} (?:be (?:identical|the same)|contain the same digit)",
    ),
    ("antiknight", rf"identical digits {_NOT} be a (?:chess )?knight's move apart"),
    ("arrow", rf"{_USUAL}arrow(?: sudoku)?{_APPLY}"),
    (
        "arrow",
        rf"{_DIGITS} (?:along|on) {_THE}arrows?(?: in the grid)? {_SHALL}(?:sum|add up) to "
        rf"the (?:digit|number) in {_CIRCLE}",
    ),
    (
        "arrow",
        r"the circled digit (?:constitutes|is) the sum of the digits (?:along|on) (?:the|its) "
        r"arrow",
    ),
    ("arrow", rf"{_DIGITS} {_MAY} repeat (?:along|on) {_THE}arrows?"),
    (
        "betweenline",
        rf"{_DIGITS} (?:along|on) {_LINES} {_SHALL}(?:be|lie) (?:strictly )?between the "
        r"(?:digits|values) (?:in|of|on) (?:its|the|their) (?:circles|circled ends)",
    ),
    ("diagonals", rf"{_DIGITS} {_NOT} repeat (?:on|along) (?:either|the|both|each)(?: of the)?"
                  r"(?: main)? diagonals?"),
    (
        "difference",
        rf"{_CELLS} {_JOINED} white dot {_SHALL}(?:be|are|contain|have) "
        r"consecutive(?: digits)?",
    ),
    ("difference", r"white dots join cells with consecutive digits"),
    ("difference", r"a white dot between two cells means they are consecutive"),
    (
        "disjointgroups",
        r"cells (?:at|in) the same (?:place|position) (?:of|in) their (?:boxes|regions) "
        r"(?:contain|have) different digits",
    ),
    ("disjointgroups", rf"{_USUAL}disjoint (?:sets?|groups?){_APPLY}"),
    ("even", rf"(?:cells with )?{_THE}{_GREY}?squares? {_SHALL}(?:contain|mark) (?:an )?"
             r"even digits?"),
    ("even", rf"cells with a {_GREY}square must be even"),
    ("killercage", rf"{_USUAL}(?:killer|cage|killer cage)(?: sudoku)?{_APPLY}"),
    ("killercage", r"cages show their sums?"),
    ("killercage", rf"{_DIGITS} {_NOT} repeat in cages, which show their sums?"),
    (
        "killercage",
        rf"(?:in cages, )?{_DIGITS}(?: in {_THE}cages?)? {_SHALL}sum (?:up )?to the (?:small )?"
        rf"{_TOTAL} (?:written )?in "
        r"the top[- ]left(?: corner)?(?: of (?:the|that|its) cage)?(?: \(?(?:when|if) given\)?)?",
    ),
    (
        "killercage",
        rf"{_DIGITS} in {_THE}cages? {_NOT} repeat and {_SHALL}sum to the {_TOTAL} indicated"
        r"(?: \(if (?:given|provided)\))?",
    ),
    ("killercage", rf"{_DIGITS} {_NOT} repeat (?:in|within) {_THE}cages?"),
    ("lines", rf"{_DIGITS} {_NOT} repeat in (?:any |a )?rows?,? (?:and|or) columns?"),
    ("littlekillersum", rf"{_USUAL}little killer(?: sums?)?{_APPLY}"),
    (
        "littlekillersum",
        rf"(?:{_OUTSIDE}|little killer clues show )the sum of (?:the )?(?:digits )?"
        r"(?:along |on )?the (?:indicated|pointed|marked) diagonals?",
    ),
    (
        "littlekillersum",
        rf"(?:these )?{_DIGITS} {_MAY} repeat (?:along|on) (?:such |these )?{_THE}"
        r"(?:indicated )?diagonals?(?:,? if allowed by other rules)?",
    ),
    ("all dots", rf"all (?:possible )?(?:kropki )?dots are {_GIVEN}"),
    ("negative xv", rf"all (?:possible )?(?:xs? and vs?|vs? and xs?) are {_GIVEN}"),
    (
        "nonconsecutive",
        rf"(?:orthogonally )?adjacent (?:cells|digits) {_NOT} (?:be|contain) consecutive"
        r"(?: digits)?",
    ),
    ("odd", rf"(?:cells with )?{_THE}{_GREY}?circles? {_SHALL}(?:contain|mark) (?:an )?"
            r"odd digits?"),
    ("odd", rf"cells with a {_GREY}circle must be odd"),
    ("palindrome", rf"{_LINES} (?:is a palindrome|are palindromes)(?:{_SAME})?"),
    ("palindrome", rf"{_DIGITS} (?:along|on) {_LINES} {_SHALL}read the same in both directions"),
    (
        "quadruple",
        rf"{_DIGITS} in {_THE}(?:white )?circles? {_SHALL}appear (?:somewhere |at least once )?in "
        r"(?:the|its) (?:four )?(?:surrounding|touching|adjacent) cells",
    ),
    (
        "quadruple",
        rf"{_DIGITS} in {_THE}(?:white )?circles? {_SHALL}appear (?:somewhere )?in the (?:four )?"
        r"cells surrounding the circle",
    ),
    ("ratio", rf"{_CELLS} {_JOINED} black dot {_SHALL}(?:be in|are in|have|contain digits "
              rf"with|contain digits in) {_RATIO}"),
    (
        "ratio",
        rf"{_CELLS} {_JOINED} black dot {_SHALL}contain digits where one is (?:double|twice) the "
        r"other",
    ),
    ("ratio", r"black dots join cells with (?:a )?(?:1:2 ratio|ratio of 1:2)"),
    ("ratio", r"black (?:kropki )?dots (?:are|indicate|show) (?:an? )?(?:1:2 ratio|ratio of 1:2)"
              r"(?: between the digits)?"),
    ("ratio", r"a black dot shows a ratio of 1:2 between two cells"),
    (
        "regionsumline",
        rf"(?:{_DIGITS} (?:along|on) {_LINES}|for each line, digits) {_SHALL}(?:have an equal sum|"
        r"sum to the same total) (?:in|within) each (?:box|region) (?:it|the line) passes through",
    ),
    ("regionsumline", rf"(?:box|region) borders divide {_LINES} into segments with (?:the same|"
                      r"equal) sums?"),
    ("renban", rf"{_USUAL}renban{_APPLY}"),
    ("renban", rf"(?:digits (?:along|on) )?{_LINES} {_SHALL}(?:contains?|forms?) {_RUN}"),
    ("sandwichsum", rf"{_USUAL}sandwich(?: sudoku)?{_APPLY}"),
    (
        "sandwichsum",
        rf"{_OUTSIDE}the sum of (?:the )?digits (?:sandwiched )?between (?:the )?1 and (?:the )?"
        rf"{{n}}{_OF_LINE}",
    ),
    (
        "skyscraper",
        rf"{_OUTSIDE}the number of (?:visible )?skyscrapers(?: visible| that can be seen)?"
        rf"{_OF_LINE}(?: from (?:that|the) (?:direction|side|clue)|"
        r" from the clue's direction of view)?",
    ),
    ("skyscraper", r"digits in the grid represent (?:the height of )?skyscrapers"
                   r"(?: of that height)?"),
    ("skyscraper", r"(?:higher|taller) skyscrapers (?:obscure|hide) "
                   r"(?:smaller|shorter|lower) ones"),
    ("thermometer", rf"{_USUAL}thermo(?:meters?)?(?: sudoku)?{_APPLY}"),
    (
        "thermometer",
        rf"{_DIGITS} {_SHALL}(?:strictly )?increase(?: along (?:a |the )?thermometers?)? "
        r"from (?:the )?bulb to (?:the )?(?:tip|end)",
    ),
    (
        "thermometer",
        rf"{_DIGITS} (?:along|on) {_THE}thermo(?:meter)?s? {_SHALL}(?:strictly )?increase {_BULB}",
    ),
    (
        "thermometer",
        rf"along {_THE}thermo(?:meter)?s?, digits {_SHALL}(?:strictly )?increase {_BULB}",
    ),
    ("thermometer", rf"{_DIGITS} increase along {_THE}thermometers?,? {_BULB}"),
    ("v", rf"{_CELLS} {_JOINED} v {_SHALL}(?:sum to|contain digits summing to) 5"),
    ("whispers", rf"{_NEXT} (?:along|on) {_LINES} {_SHALL}{_APART}"),
    ("x", rf"{_CELLS} {_JOINED} x {_SHALL}(?:sum to|contain digits summing to) 10"),
    (
        "xsum",
        rf"{_OUTSIDE}the sum of the first x digits{_OF_LINE},? where x is the first digit"
        rf"{_OF_LINE}",
    ),
    (
        "",
        r"not all (?:possible )?(?:(?:black |white )?(?:kropki )?dots|xs? and vs?|vs? and xs?|vs|"
        rf"xs) (?:are |have been )?{_GIVEN}",
    ),
)  # fmt: skip
"""A part of a puzzle, by its key in f-puzzles, and sentences that say no more than it does.

Here `x` and `v` are parts of the key `xv`, `diagonals` is both flags, `negative xv` is the value of
a key, and `all dots` is `negative` for ratios together with `nonconsecutive`, which dots lift. A
group `colour` names the lines, squares or circles meant.
"""


@dataclass(frozen=True)
class StatedRule:
    """A sentence of the rules, and what it says.

    Args:
        sentence: the sentence as written.
        key: a key of the table of wordings; empty if it states no rule, None if it is not known.
        colour: the colour of the lines or marks that it names; empty if it names none.
        number: the number in it, if its rule has one.
    """

    sentence: str
    key: str | None
    colour: str = ""
    number: int | None = None


# Safe to cache: patterns depend on the size alone.
@lru_cache(maxsize=64)
def _patterns(size: int, number: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (key, re.compile(pattern.replace("{n}", str(size)).replace("{d}", number)))
        for key, pattern in _WORDINGS
    )


def claims(text: str, size: int) -> list[StatedRule]:
    """Return what each sentence of the rules says, in order.

    >>> [(one.key, one.colour) for one in claims("Grey lines are palindromes. Be brave.", 9)]
    [('palindrome', 'grey'), (None, '')]
    """
    return [_claim(sentence, size) for sentence in _sentences(text)]


def _claim(sentence: str, size: int) -> StatedRule:
    plain = _plain(sentence)
    for key, pattern in _patterns(size, r"(?P<number>\d{1,2})"):
        if match := pattern.fullmatch(plain):
            found = match.groupdict()
            number = found.get("number")
            return StatedRule(
                sentence, key, found.get("colour") or "", int(number) if number else None
            )
    return StatedRule(sentence, None)


def not_read(text: str, size: int, given: Collection[str]) -> str:
    """Return the sentences that may say more than was read from a puzzle, in order.

    Args:
        text: the rules as written for people.
        size: the number of values.
        given: what was read: keys of f-puzzles, and ``regions`` if each cell is in one.

    >>> not_read("Normal sudoku rules apply. Odd cells are red.", 9, {"regions"})
    'Odd cells are red.'
    """
    usual = str((size + 1) // 2)  # of whispers
    wordings = [one for need, one in _patterns(size, usual) if not need or need in given]
    return " ".join(
        sentence
        for sentence in _sentences(text)
        if not any(one.fullmatch(_plain(sentence)) for one in wordings)
    )


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences: parts of lines up to a full stop, a colon, a dash or the like."""
    for line in text.splitlines():
        for sentence in re.split(r"(?<=[.!?:;]) +| [-–] ", line):
            if re.search(r"\w", sentence):
                yield sentence.strip()


def _plain(sentence: str) -> str:
    """Return a sentence in lower case, without punctuation at its ends."""
    plain = sentence.lower().replace("’", "'").replace("–", "-").replace("×", "x")
    first, last = re.search(r"[^\W_]", plain), re.search(r"[\w)]", plain[::-1])
    if first is None or last is None:
        return ""
    # a pattern that ends in $ would take quadratic time on long runs of blanks
    return re.sub(r" +", " ", plain[first.start() : len(plain) - last.start()])
