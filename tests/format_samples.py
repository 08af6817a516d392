"""Texts in every format, with what they mean."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from urllib.parse import quote

from sudokulib.formats.lzstring import compress

CLASSIC = ".7..4......3..1..8..2...3..728......9..............469.....4..2.4.725.........1.3"
CLASSIC_SOLVED = "876349215493251678512687394728496531964513827135872469689134752341725986257968143"

SDK = """\
#ASomebody
#DMinimal
#CNo given can go.
#SA generator
""" + "".join(CLASSIC[n : n + 9] + "\n" for n in range(0, 81, 9))

SDX = """\
1 u2 34 34
34 34 12 12
234 14 124 u3
24 134 124 4
"""

SIMPLE = """\
 *-----------*
 |.7.|.4.|...|
 |..3|..1|..8|
 |..2|...|3..|
 |---+---+---|
 |728|...|...|
 |9..|...|...|
 |...|...|469|
 |---+---+---|
 |...|..4|..2|
 |.4.|725|...|
 |...|...|1.3|
 *-----------*
"""

CANDIDATES = """\
.---------.---------.
| 1   234 | 34  34  |
| 34  34  | 12  12  |
:---------+---------:
| 234 14  | 124 3   |
| 24  134 | 124 4   |
'---------'---------'
"""

HODOKU = f":0000:x:{CLASSIC[:-1]}+3:111 611 913:::"

CAGES = "367941258182563947459278136614732589875619423293854671748126395931485762526397814"
"""The solution of the killers."""

PS = (
    "3x3::k:2305:2305:4610:4610:5635:1540:1540:5125:5125:5894:5894:4610:5635:5635:1540:4103:4103:"
    "5125:2568:5894:5894:4105:5635:4874:3595:4103:3852:2568:2061:4105:4105:4105:4874:3595:3595:"
    "3852:4366:2061:3855:3855:3855:4874:2576:4625:4625:4366:3346:3855:4115:4115:7444:2576:4625:"
    "4625:4366:3346:4117:4115:4115:7444:7444:7444:4625:3094:3094:4117:4117:4375:5400:7444:3097:"
    "3097:3354:3354:3354:4117:4375:5400:5400:5400:3097:"
)

SUMOCUE = (
    "SumoCueV1=9+0=18+1=22=6+3=20+4=23+5+1+2+2+3=16+6+4=10+5+5=16+2=19=14+6=15+7=8+8+8+8+9+10+10"
    "+11=17+12=15+14+14+9=10=18+16+13=13+14=16+18=29+15+16+16+13+17=16+18+18+19+19+19+16=12+21+20"
    "+20=17=21+19=12+24=13+25+25+20+22+23+23+23+24"
)

SNARFABLE = "9<I<M6<K<N<^>^^G<^A^<G^JE^F^8>^<^^<^H^F<<^AI<^D^G<T^^^^^G^^^<<^C<^<HL^C<D<<^^^<<^"

TATHAM = (
    "3x3k:zzzc,aa_ab_a_a_a_______b_a__b__a__a__a__abaa___c__b__ab__aaa_a__aa__a_ac__abbaa_aaa_a_a__"
    "aaba,9a18a22_6a20a23e16b10b16a19_14a15a8g17a15c10_18b13a16a29e16f12c17_21a12a13h"
)

JIGSAW = "....2.1....9.4.7..8...15.........9...7.......5............73..1..2.............9."
REGIONS = "AAABBBCCCCAAABBBCCAABBBCCCADDDEEEFFFFDDDEEEFFDDEEEFFFDGGGHHHIIIIGGGHHHIIGGHHHIIIG"
JIGSAW_SOLVED = "367528149259146738823915674134782956478691523596437812945873261712369485681254397"

SAMURAI = """\
6......54   .......51
..5.4873.   .7.1.6...
3........   .2.3...8.
.........   ..2.....5
.8.9..67.   ...5...76
7...2.9..   9........
.....2...45......7..3
4973......6.....5.712
...8..............4..
      2....3...
      .....13.7
      .9.......
.48.7...2......35..2.
...46...........8.1..
6..........65........
....9256.   ......85.
.......93   6.3...2..
........1   .9.....1.
..76.....   ....97...
..2.5.34.   .1.5..9.6
....84.2.   .......31
"""

FIVE = """\
6......54..5.4873.3..................8.9..67.7...2.9.......2...4973........8.....
.......51.7.1.6....2.3...8...2.....5...5...769.............7..3....5.712......4..
...45........6.............2....3........13.7.9.........2....................65..
.48.7...2...46....6............9256........93........1..76.......2.5.34.....84.2.
...35..2.....8.1..5..............85.6.3...2...9.....1.....97....1.5..9.6.......31
"""
FIVE_LAST = "".join(FIVE.splitlines(keepends=True)[n] for n in (0, 1, 3, 4, 2))

FPUZZLES = """\
{"size": 4, "grid": [[{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}],
 [{}, {}, {}, {"value": 4, "given": true}]], "killercage": [{"cells": ["R1C1", "R1C2"],
 "value": "3"}], "thermometer": [{"lines": [["R2C1", "R2C2"]]}]}
"""

ISS = (
    ".~R1C1_1.~R5C5_5_9"
    ".Thermo~R1C1~R2C2~R3C3.Renban~R1C4~R1C5.Cage~10~R2C1~R3C1.Sum~5_=_1_-2~R4C1~R4C2"
    ".Sum~12~R4C4~R6C6.Arrow~R7C1~R7C2~R7C3.PillArrow~2~R8C1~R8C2~R9C3~R9C4~R9C5"
    ".DoubleArrow~R7C7~R7C8~R7C9.Between~R8C7~R8C8~R8C9.WhiteDot~R1C6~R1C7.BlackDot~R1C8~R1C9"
    ".X~R2C6~R2C7.V~R2C8~R2C9.GreaterThan~R3C6~R3C7.ContainAtLeast~1_2~R3C8~R3C9~R4C8~R4C9"
    ".ContainExact~3~R5C1~R5C2.SameValues~2~R6C1~R6C2~R7C4~R7C5.EqualSum~R6C7~R6C8~-~R5C7~R5C8"
    ".Indexing~C~R5C3.XSum~R1~~9.Sandwich~10~C3.LittleKiller~20~R1C3.NumberedRoom~C9~3~"
    ".HiddenSkyscraper~R9~~2.FullRank~C5~7~.Modular~3~R8C4~R8C5.Lockout~4~R9C7~R9C8~R9C9"
    ".Lunchbox~5~R4C3~R5C3~R6C3.Zipper~R6C4~R5C4~R4C5.RegionSumLine~R3C4~R4C4"
    ".SumLine~6~R9C1~R9C2.Palindrome~R8C3~R7C6.Pair~Sk~R5C9~R6C9.AllDifferent~R1C2~R2C3~R3C2.Regex~LipbMTNdKw~R9C6~R9C7"
    ".Or.~R9C9_1.RellikCage~4~R5C5~R5C6.And.Thermo~R1C1~R1C2.Renban~R2C1~R2C2.End.End"
    ".AntiKnight.AntiTaxicab.AntiConsecutive.GlobalEntropy.GlobalMod.StrictXV"
    ".CountDistinct~R1C1~R2C1~R3C1"
)

GENERAL = """\
r1,c1,s1 r1,c2,s1 r1,c3,s2 r1,c4,s2
r2,c1,s1 r2,c2,s1 r2,c3,s2 r2,c4,s2
r3,c1,s3 r3,c2,s3 r3,c3,s4 r3,c4,s4
r4,c1,s3 r4,c2,s3 r4,c3,s4 r4,c4,s4

1... ..2. .3.. ...4
"""

GRID_XML = """\
<!DOCTYPE ksudoku>
<ksudoku-graph>
 <graph order="4" sizeX="4" sizeY="4" sizeZ="1" ncliques="13" \
name="Four &amp; diagonal" type="custom">
  <sudokugroups at="0" withblocks="1"/>
  <clique size="4">0 5 10 15</clique>
 </graph>
</ksudoku-graph>
"""

CUBE_XML = """\
<ksudoku-graph><graph order='4' sizeX='2' sizeY='2' sizeZ='2' name='Cube'>
<roxdokugroups at='0'/></graph></ksudoku-graph>
"""

GAME = """\
<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="0">
  <puzzle>
   <graph order="4" type="sudoku" specific-type="Plain"/>
   <values>b______d___ce___</values>
   <solution>bdcecebddbececdb</solution>
  </puzzle>
  <history/>
 </game>
</ksudoku>
"""

MATHDOKU = """\
<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="0">
  <puzzle>
   <graph order="3" type="custom" specific-type="Mathdoku" name="Three" ncliques="6" \
sizeX="3" sizeY="3" sizeZ="1">
    <sudokugroups at="0" withblocks="0"/>
    <cage operator="0" value="1" size="1">0</cage>
    <cage operator="1" value="3" size="2">1 2</cage>
    <cage operator="2" value="1" size="2">3 4</cage>
    <cage operator="3" value="6" size="2">6 7</cage>
    <cage operator="4" value="3" size="2">5 8</cage>
   </graph>
   <values>_________</values>
  </puzzle>
  <history/>
 </game>
</ksudoku>
"""

SCL = """\
{"cellSize": 50, "metadata": {"title": "Four", "solution": "1234341221434321"}, "cells":
 [[{"value": 1}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {"value": "1"}]],
 "regions": [[[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 2], [0, 3], [1, 2], [1, 3]],
 [[2, 0], [2, 1], [3, 0], [3, 1]], [[2, 2], [2, 3], [3, 2], [3, 3]]],
 "cages": [{"cells": [[0, 1], [0, 2]], "value": "5"}]}
"""

SCL_SHRUNK = (
    "{cs:50,ce:[[{v:1},,,],[,,,],[,,{centremarks:['2']},],[,,,{v:1}]],"
    "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]]],ca:[{ce:[[0,1],[0,2]],v:5,unique:t},"
    "{v:'title: It\\'s \"Four\"'},{v:'author: Somebody'},"
    "{v:'rules: All lines are\\nthermometers.'}],"
    "l:[{wp:[[0.5,0.5],[1.5,1.5]],c:ff0000,th:8}],u:[{c1:#0,r:f}]}"
)


def penpa(
    question: str,
    *,
    paper: str = "square",
    title: str = "Title: ,Author: ,,",
    steps: str = "[18,1,1,1,5,1,1,1,5,1,1,1,5,1,1,1]",
) -> str:
    """A link of Penpa with a drawing on 4×4 cells."""
    heading = f"{paper},4,4,38,0,1,1,190,190,64,64,0,0,0,0,{title},OFF,false"
    lines = [heading, "[0,0,0,0]", "{}", f"{{{question}}}", "{}", steps]
    deflate = zlib.compressobj(wbits=-15)
    raw = deflate.compress("\n".join(lines).encode()) + deflate.flush()
    return "m=edit&p=" + base64.b64encode(raw).decode()


def sudokumaker(**puzzle: object) -> str:
    """A link of SudokuMaker, with the marks that it has for plus, slash and equals."""
    payload = compress(json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle}))
    return "https://sudokumaker.app/?puzzle=" + payload.replace("/", "-").replace("=", "$")


MADE = sudokumaker(
    name="Made",
    author="Somebody",
    comment="Normal sudoku rules apply.",
    type="sudoku",
    size=4,
    cells=[{"value": 1, "given": True}, *([{}] * 14), {"value": 4}],
    constraints=[
        {"type": 0},
        {"type": 1, "regions": [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3]},
        {"type": 300, "slow": False, "thermometers": [[0, 5, 10, 15]]},
        {"type": 200, "clues": [{"value": 1, "edge": 2}], "negative": []},
        {"type": 502, "clues": [{"value": 3, "outerCell": 18}]},
    ],
)
"""A thermometer on the falling diagonal, a white dot, and an X-sum at the right of row 3."""

JANKO_KILLER = """\
begin
puzzle killer
author Somebody
unit 40
rows 4
cols 4
patternx 2
patterny 2
problem
1 2 7 -
- - 3 -
4 3 6 -
3 - - -
areas
1 9 2 2
8 8 3 3
4 a 5 7
6 6 5 7
solution
1 2 3 4
3 4 1 2
4 3 2 1
2 1 4 3
moves
Z2;ba,2;
end
"""

JANKO_KROPKI = """\
<script id="data" type="application/x-janko">
begin
puzzle sudoku, kropki
size 4
solution
1 2 3 4
3 4 1 2
2 1 4 3
4 3 2 1
end
</script>
"""

SCF = "scf0Rs0NLSWN72w0xoK46xOCE72tUB3"
"""The classic with its empty cells run together."""


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
    "candidates": [
        Sample(CANDIDATES, canonical=True),
        Sample("".join("123.5678." if mark == "." else "........."[: int(mark) - 1] + mark
                       + "........."[int(mark) :] for mark in CLASSIC)),
    ],
    "f-puzzles": [Sample(FPUZZLES)],
    "f-puzzles-link": [
        Sample("https://f-puzzles.com/?load=" + compress(FPUZZLES)),
        Sample("https://sudokupad.app/fpuzzles" + compress(FPUZZLES)),
        Sample(compress(FPUZZLES)),
    ],
    "general": [
        Sample(GENERAL, "1243342143122134"),
        Sample("a,b a,c ,\n, b,d c,d\n", lossless=True),
    ],
    "hodoku": [Sample(HODOKU, canonical=True), Sample(f"# a comment\n{HODOKU}\n{HODOKU}")],
    "iss": [
        Sample(ISS, canonical=True),
        Sample("# a comment\n..~R1C1_1~R1C2_2_3\n.~R9C9_9"),
        Sample(".Shape~4x6.Whisper~2~R1C1~R1C2.Skyscraper~C1~1~4"),
        Sample(".Shape~5x5~0-4.Diagonal~1.Diagonal~-1.Thermo~R1C1~R1C2", lossless=True),
        Sample(f"{CLASSIC}\n\n.StrictKropki\n.Cage~0~R1C1~R1C3"),
        Sample(f".Jigsaw~{REGIONS}.NoBoxes.Windoku.DisjointSets"),
        Sample(f"{REGIONS}\n\n{JIGSAW}\n\n.X~R1C1~R1C2~R2C2", lossless=True),
        Sample(f"{JIGSAW} {REGIONS}\n\n.AntiKing"),
        Sample(f"{SNARFABLE}\n\n.AntiKing"),
        Sample(f"{PS}\n\n.Diagonal~1"),
        Sample(" ".join(CLASSIC) + "\n\n.Thermo~R1C1~R1C3", lossless=True),
        Sample("".join("123456789" if mark == "." else mark.ljust(9, ".") for mark in CLASSIC)
               + "\n\n.Thermo~R1C1~R1C3"),
        Sample(f"{CLASSIC}\n\n={CLASSIC_SOLVED}", CLASSIC_SOLVED, lossless=False),
        Sample("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage%7E3~R1C1~R1C2&mode=all"),
        Sample(".Shape~4x4~~Raw.Thermo~R1C1~R1C2.AllDifferent~R1C1~R1C2~R1C3~R1C4", canonical=True),
        Sample(".Shape~6x6~9.RegionSize~9.NoBoxes.Jigsaw~001111200101220001233011223333222333"),
        Sample(".DutchFlatmates", lossless=True),
        Sample(".NFA~QXf1fqg~_odd%20sum~R1C1~R1C2~~R2C1~R2C2.Shape~6x6", lossless=False),
    ],
    "janko": [Sample(JANKO_KILLER, "1234341243212143"), Sample(JANKO_KROPKI)],
    "jigsaw-lines": [
        Sample(f"{JIGSAW}\n{REGIONS}\n", JIGSAW_SOLVED, canonical=True),
        Sample(JIGSAW.replace(".", "0") + REGIONS, JIGSAW_SOLVED),
        Sample("\n".join((JIGSAW + REGIONS)[n : n + 9] for n in range(0, 162, 9)), JIGSAW_SOLVED),
    ],
    "jsonl": [
        Sample('{"geometry": "4x4", "givens": "1... ..2. .3.. ...4"}\n{"id": 3, "geometry": "4x4", '
               '"givens": {"R1C2": 1}}'),
        Sample('{"id": 1, "format": 1, "geometry": "4x4", "givens": "1.....2..3.....4", '
               '"solution": "1243342143122134", "generated": {"record": 1}}', "1243342143122134"),
    ],
    "ksudoku": [
        Sample(GRID_XML, canonical=True),
        Sample(CUBE_XML, lossless=False),
        Sample(CUBE_XML.replace(
            "<roxdokugroups at='0'/>", "<clique size='4'> 0 3 5 6 </clique>"), lossless=False),
    ],
    "ksudoku-game": [
        Sample(GAME, "1234341221434321", canonical=True),
        Sample(MATHDOKU),
        Sample(GAME.replace('"sudoku"', '"roxdoku"').replace(
            "b______d___ce___", "b_____d_").replace("bdcecebddbececdb", "")),
    ],
    "line": [
        Sample(CLASSIC, CLASSIC_SOLVED, canonical=True),
        Sample(CLASSIC.replace(".", "0"), CLASSIC_SOLVED),
        Sample(CLASSIC.replace(".", " "), CLASSIC_SOLVED),
        Sample("0F".ljust(256, "."), lossless=False),
        Sample("GB".ljust(256, ".")),
        Sample("1.....2..3.....4\n..1.....2..3...."),
        Sample(f"{CLASSIC}\n{CLASSIC_SOLVED}"),
    ],
    "number-lines": [
        Sample("1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4", "1243342143122134", canonical=True),
        Sample("1,,,,,,2,,,3,,,,,,4\n,1,,,,,2,,,3,,,,,,4"),
        Sample("[[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]", "1243342143122134"),
    ],
    "numbers": [
        Sample("1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n", "1243342143122134", canonical=True),
        Sample('1,,,\n"","","2",""\n,3,,\n,,,4\n', "1243342143122134"),
        Sample("[[1,0,0,0],\n [0, 0, 2, 0],\n [0, 3, 0, 0],\n [0, 0, 0, 4]]", "1243342143122134"),
        Sample("-----+-----\n".join(5 * ["10 0 0 0 0 | 0 0 0 0 9\n" + " 0" * 10 + "\n"])),
        Sample("\n".join(f"{n} " + "0 " * 35 for n in range(1, 37))),
    ],
    "penpa": [
        Sample(penpa('zN:{"18":["1",1,"1"]},z6:[[19,20]],z1:{"332":["5",1]}')),
        Sample("https://swaroopg92.github.io/penpa-edit/#" + penpa("zN:{}").replace("edit", "solve")
               + "&a=abc"),
        Sample(penpa("zE:{" + ",".join(f'"{line}":2' for line in (
            "74,82", "81,89", "90,98", "99,107", "81,82", "89,90", "98,99")) + "}")),
    ],
    "ps": [Sample(PS, CAGES, canonical=True), Sample(PS.replace("::k", ":d:k"))],
    "rows": [
        Sample(SAMURAI, canonical=True),
        Sample(SAMURAI.replace(".", "0")),
        Sample("\n".join(line.ljust(21).replace(" ", ".") for line in SAMURAI.splitlines())),
    ],
    "samurai-lines": [
        Sample(FIVE, canonical=True),
        Sample(FIVE_LAST),
        Sample("\n".join("".join(FIVE.split())[n : n + 9] for n in range(0, 405, 9))),
    ],
    "sdk": [
        Sample(SDK, CLASSIC_SOLVED, canonical=True),
        Sample(f"[Puzzle]\n{SDK}[State]\n...\n", CLASSIC_SOLVED),
        Sample("1...\n..2.\n.3..\n...4\n"),
    ],
    "sdx": [Sample(SDX, canonical=True)],
    "simple-sudoku": [
        Sample(SIMPLE, CLASSIC_SOLVED, canonical=True),
        Sample(SIMPLE.replace("*", "+").replace(".", "0"), CLASSIC_SOLVED),
        Sample("1.|..\n..|2.\n.3|..\n..|.4\n", "1243342143122134"),
    ],
    "snarfable": [
        Sample(SNARFABLE, CAGES, canonical=True),
        Sample("0" * 9 + "0.v,00000" + "0>j<00000" + "0'^`00000" + "0" * 45),
    ],
    "sudokumaker": [Sample(MADE), Sample(MADE.replace("+", " ") + "&solve=1")],
    "sudokupad": [
        Sample("https://sudokupad.app/scl" + quote(compress(SCL), safe="")),
        Sample("sclN" + compress(SCL)[1:]),
        Sample("https://sudokupad.app/sudoku/?puzzleid=ctc" + compress(SCL_SHRUNK)),
    ],
    "sudokupad-id": [
        Sample("https://sudokupad.app/" + SCF, CLASSIC_SOLVED, canonical=True),
        Sample(SCF + "*wxtA %2A%2A title*aSomebody", lossless=False),
        Sample(SCF + "x"),
        Sample("classic" + SCF[3:], CLASSIC_SOLVED),
        Sample("sudokupad.app/classicB7C4G3C1C8C2D3C728G9O469F4C2B4B725J1B3?v=1", CLASSIC_SOLVED),
    ],
    "sumocue": [
        Sample(SUMOCUE, CAGES, canonical=True),
        Sample("SumoCueV1" + "".join(
            f"={mark}J{ord(letter) - 65}" for mark, letter in zip(
                JIGSAW.replace(".", "0"), REGIONS, strict=True)), JIGSAW_SOLVED, canonical=True),
    ],
    "tatham": [
        Sample(TATHAM, CAGES, canonical=True),
        Sample("3x3x:a7b4f3b1b8b2c3b7_2_8f9n4_6_9e4b2a4a7_2_5i1a3"),
        Sample("9jr2db:1_2zzza,cdb___aa___c___aa_b_b_daab_b_dc_cfa__b_ab_e__a_c_dba_a__a_aba_abc"),
        Sample("3x2:1zi", canonical=True),
    ],
    "yaml": [
        Sample("geometry: 4x4\ngivens: 1... ..2. .3.. ...4\n"),
        Sample("geometry: samurai\ntitle: Nothing\nshapes:\n- {kind: cage, cells: A.R1C1 A.R1C2, "
               "sum: 3}\n"),
    ],
}  # fmt: skip
