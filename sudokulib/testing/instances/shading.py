"""Small instances of the kinds about shaded cells, areas and loops."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from sudokulib.puzzles.geometries.core import Geometry
from sudokulib.shapes import (
    Cave,
    Dominoes,
    Fillomino,
    Galaxies,
    Hashiwokakero,
    Hitori,
    Kind,
    LineDigits,
    Masyu,
    Nurikabe,
    Polyominoes,
    ShadedAreas,
    ShadedDigits,
    SimpleLoop,
    SimplePath,
    Slitherlink,
    Snake,
    StarBattle,
    Yajilin,
    YinYang,
)
from sudokulib.testing.from_data import from_file
from sudokulib.testing.instances.instance import Instance, some_line, some_set, some_values


def _layers() -> st.SearchStrategy[Geometry]:
    sizes = (("2x3", "123", "12"), ("3x2", "0124", "01"), ("2x2", "1234", "134"))
    return st.sampled_from(sizes).map(lambda given: _layered(*given))


# The key covers everything it reads except constants.
@cache
def _layered(size: str, symbols: str, shades: str) -> Geometry:
    build = [{"make": "grid", "size": size, "lines": False}]
    return from_file(symbols=symbols, build=build, layers={"shade": shades})


def _below(draw: st.DrawFn, geometry: Geometry, least: int, most: int) -> tuple[int, ...]:
    ground = geometry.find("all")
    chosen = draw(st.sets(st.sampled_from(ground), min_size=least, max_size=most))
    return tuple(sorted(chosen))


def _one(draw: st.DrawFn, geometry: Geometry, layer: str = "shade") -> tuple[int, ...]:
    """Draw one of the values that the layer has."""
    shade = geometry.find(layer)[0]
    values = [v for i, v in enumerate(geometry.alphabet.values) if geometry.domains[shade] >> i & 1]
    return (draw(st.sampled_from(values)),)


def _shaded_digits(draw: st.DrawFn, geometry: Geometry) -> Kind:
    digits = some_values(draw, geometry, 1, 2)
    return ShadedDigits(_one(draw, geometry), digits, cells=geometry.find("shade"))


def _yin_yang(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return YinYang(some_values(draw, geometry, 1, 2))


def _star_battle(draw: st.DrawFn, geometry: Geometry) -> Kind:
    count = draw(st.integers(1, 2))
    groups = tuple(some_set(draw, geometry, 2, 4) for _ in range(draw(st.integers(1, 2))))
    return StarBattle(some_values(draw, geometry, 1, 2), count, groups)


def _hitori(draw: st.DrawFn, geometry: Geometry) -> Kind:
    lines = tuple(_below(draw, geometry, 2, 3) for _ in range(draw(st.integers(1, 2))))
    return Hitori(_one(draw, geometry), lines, cells=geometry.find("shade"))


def _cave(draw: st.DrawFn, geometry: Geometry) -> Kind:
    clues = _below(draw, geometry, 0, 2)
    return Cave(_one(draw, geometry), clues, cells=geometry.find("shade"))


def _nurikabe(draw: st.DrawFn, geometry: Geometry) -> Kind:
    islands = _below(draw, geometry, 1, 2)
    return Nurikabe(_one(draw, geometry), islands, cells=geometry.find("shade"))


def _shaded_areas(draw: st.DrawFn, geometry: Geometry) -> Kind:
    sizes = draw(st.sets(st.integers(1, 4), min_size=1, max_size=2))
    return ShadedAreas(some_values(draw, geometry, 1, 2), tuple(sorted(sizes)))


def _fillomino(draw: st.DrawFn, geometry: Geometry) -> Kind:
    return Fillomino(cells=some_set(draw, geometry, 1, 4) if draw(st.booleans()) else ())


_CENTRES = {
    "2x2": ["R1C1:R2C2", "R1C1:R1C2, R2C1:R2C2", "R2C1:R2C2, R1C1, R1C2"],
    "2x3": ["R1C2, R2C2", "R1C2:R2C2", "R1C3:R2C3, R1C1:R2C2", "R1C1, R1C2:R1C3, R2C2"],
    "3x2": ["R2C1, R2C2", "R2C1:R2C2", "R1C1:R2C2, R3C1:R3C2", "R2C1, R2C2:R3C2, R1C2"],
}
"""For each size of a grid, centres of galaxies into which it can be divided."""


def _galaxies(draw: st.DrawFn, geometry: Geometry) -> Kind:
    layer = geometry.find("shade")
    size = {"R2C2": "2x2", "R2C3": "2x3", "R3C2": "3x2"}[geometry.cells[layer[0] - 1].name]
    centres = draw(st.sampled_from(_CENTRES[size])).split(", ")
    cells = draw(st.sampled_from((layer, ())))
    return Galaxies(tuple(geometry.find(centre) for centre in centres), cells=cells)


_PIECES = {
    "2x2": ["2", "##, ##", "#, ##/#"],
    "2x3": ["2", "3", "##/##, ##", "##/.#, ##/.#", "###, ###", "#, ##, ##/#"],
    "3x2": ["2", "3", "##, ##/##", "##/#, ##/.#", "###, #/##"],
}
"""For each size of a grid, forms of polyominoes into which it may be cut, or their size."""


def _polyominoes(draw: st.DrawFn, geometry: Geometry) -> Kind:
    layer = geometry.find("shade")
    size = {"R2C2": "2x2", "R2C3": "2x3", "R3C2": "3x2"}[geometry.cells[layer[0] - 1].name]
    pieces = draw(st.sampled_from(_PIECES[size]))
    forms = () if pieces.isdigit() else tuple(pieces.split(", "))
    cells = draw(st.sampled_from((layer, ())))
    different = bool(cells) and draw(st.booleans())
    return Polyominoes(forms, None if forms else int(pieces), different, cells=cells)


def _snake(draw: st.DrawFn, geometry: Geometry) -> Kind:
    ends = some_line(draw, geometry, 1, 2) if draw(st.booleans()) else ()
    return Snake(some_values(draw, geometry, 1, 2), tuple(sorted(ends)))


def _edges(on: str) -> st.SearchStrategy[Geometry]:
    sizes = ("2x3", "3x2", "2x2") if on == "edges" else ("1x2", "1x3", "1x1")
    return st.sampled_from(sizes).map(lambda size: _with_edges(size, on))


# The key covers everything it reads except constants.
@cache
def _with_edges(size: str, on: str) -> Geometry:
    build = [{"make": "grid", "size": size, "lines": False}]
    layers = {"loop": {"at": on, "symbols": "12"}}
    numbers = {"all": "12" if on == "edges" else "234"}
    return from_file(symbols="1234", build=build, layers=layers, allowed=numbers)


def _second(geometry: Geometry) -> tuple[int, ...]:
    """Return the value of the second symbol: that of sides on the loop."""
    return (geometry.alphabet.values[1],)


def _loop(draw: st.DrawFn, geometry: Geometry) -> Kind:
    through = _below(draw, geometry, 0, 2)
    touching = draw(st.booleans())
    return SimpleLoop(_one(draw, geometry, "loop"), through, touching, cells=geometry.find("loop"))


def _slitherlink(draw: st.DrawFn, geometry: Geometry) -> Kind:
    clues = _below(draw, geometry, 0, 2)
    return Slitherlink(_second(geometry), clues, cells=geometry.find("loop"))


def _masyu(draw: st.DrawFn, geometry: Geometry) -> Kind:
    white, black = (_below(draw, geometry, 0, 1) for _ in range(2))
    return Masyu(_second(geometry), white, black, cells=geometry.find("loop"))


def _path(draw: st.DrawFn, geometry: Geometry) -> Kind:
    ends, through = (_below(draw, geometry, 0, 2) for _ in range(2))
    options = draw(st.booleans()), draw(st.booleans())
    value = _one(draw, geometry, "loop")
    return SimplePath(value, ends, through, *options, cells=geometry.find("loop"))


def _dominoes(draw: st.DrawFn, geometry: Geometry) -> Kind:
    value = _one(draw, geometry, "loop")
    return Dominoes(value, draw(st.booleans()), cells=geometry.find("loop"))


def _line_digits(draw: st.DrawFn, geometry: Geometry) -> Kind:
    digits = some_values(draw, geometry, 0, 2)
    d = draw(st.integers(1, 2)) if draw(st.booleans()) or not digits else None
    return LineDigits(_one(draw, geometry, "loop"), digits, d, cells=geometry.find("loop"))


def _yajilin(draw: st.DrawFn, geometry: Geometry) -> Kind:
    clues = tuple(some_line(draw, geometry, 2, 3) for _ in range(draw(st.integers(0, 1))))
    ground = set(geometry.find("all"))
    lines = tuple(line for line in clues if ground.issuperset(line))
    return Yajilin(_one(draw, geometry, "loop"), lines, cells=geometry.find("loop"))


# The key covers everything it reads except constants.
@cache
def _with_bridges(size: str) -> Geometry:
    build = [{"make": "grid", "size": size, "lines": False}]
    layers = {"loop": {"at": "edges", "symbols": "134"}}
    return from_file(symbols="1234", build=build, layers=layers, allowed={"all": "34"})


def _bridges(draw: st.DrawFn, geometry: Geometry) -> Kind:
    edge = geometry.domains[geometry.find("loop")[0]]
    allowed = [v for i, v in enumerate(geometry.alphabet.values) if edge >> i & 1 and v > 0]
    values = draw(st.sets(st.sampled_from(allowed or [1]), min_size=1))
    islands = _below(draw, geometry, 2, 3)
    return Hashiwokakero(tuple(sorted(values)), islands, cells=geometry.find("loop"))


INSTANCES: dict[str, Instance] = {
    "hashiwokakero": _bridges,
    "cave": _cave,
    "dominoes": _dominoes,
    "fillomino": _fillomino,
    "galaxies": _galaxies,
    "hitori": _hitori,
    "simple-loop": _loop,
    "simple-path": _path,
    "yajilin": _yajilin,
    "line-digits": _line_digits,
    "masyu": _masyu,
    "nurikabe": _nurikabe,
    "polyominoes": _polyominoes,
    "shaded-areas": _shaded_areas,
    "shaded-digits": _shaded_digits,
    "slitherlink": _slitherlink,
    "snake": _snake,
    "star-battle": _star_battle,
    "yin-yang": _yin_yang,
}

GEOMETRIES = {
    **dict.fromkeys(["cave", "hitori", "nurikabe", "shaded-digits"], _layers()),
    "galaxies": st.sampled_from([*_CENTRES]).map(lambda size: _layered(size, "1234", "123")),
    "polyominoes": st.sampled_from([*_PIECES]).map(lambda size: _layered(size, "1234", "123")),
    **dict.fromkeys(
        ["dominoes", "line-digits", "masyu", "simple-loop", "simple-path", "yajilin"],
        _edges("edges"),
    ),
    "hashiwokakero": st.sampled_from(["1x3", "2x2"]).map(_with_bridges),
    "slitherlink": _edges("sides"),
}

ORDERED = ("polyominoes",)
