"""Texts in every format, with what they mean."""

from __future__ import annotations

from dataclasses import dataclass

EASY = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
EASY_SOLVED = "987654321246173985351928746128537694634892157795461832519286473472319568863745219"

SDK = """\
#ARuud
#DA random puzzle created by SudoCue
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""

SDX = """\
1 u2 34 34
34 34 12 12
234 14 124 u3
24 134 124 4
"""


@dataclass(frozen=True)
class Sample:
    """A text, and what is known of it.

    Args:
        text: the puzzle.
        solution: its only solution as one line; empty if it has several.
        lossless: whether writing it in its own format loses nothing.
        canonical: whether writing it in its own format gives this very text.
    """

    text: str
    solution: str = ""
    lossless: bool = True
    canonical: bool = False


SAMPLES: dict[str, list[Sample]] = {
    "f-puzzles": [Sample('{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], '
                         '[{}, {}, {}, {}], [{}, {}, {}, {"value": 4, "given": true}]]}')],
    "line": [
        Sample(EASY, EASY_SOLVED, canonical=True),
        Sample(EASY.replace(".", "0"), EASY_SOLVED),
        Sample(EASY.replace(".", " "), EASY_SOLVED),
        Sample(
            "016400000200009000400000062070230100100000003003087040960000005000800007000006820",
            "716452389235679418498318562874235196129564873653187942967821534342895617581746829"[:0],
        ),
        Sample("0F..............................".ljust(256, "."), lossless=False),
        Sample("GB..............................".ljust(256, ".")),
        Sample("1.....2..3.....4\n..1.....2..3...."),
    ],
    "sdk": [
        Sample(SDK, canonical=True),
        Sample("[Puzzle]\n" + SDK + "[State]\n...\n"),
        Sample("1...\n..2.\n.3..\n...4\n", "1234342143122143"[:0]),
    ],
    "sdx": [Sample(SDX, canonical=True)],
    "yaml": [
        Sample("geometry: 4x4\ngivens: 1... ..2. .3.. ...4\n"),
        Sample("geometry: samurai\ntitle: Nothing\nshapes:\n- {kind: cage, cells: A.R1C1 A.R1C2, "
               "sum: 3}\n"),
    ],
}  # fmt: skip
