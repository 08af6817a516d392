// What the code of a custom constraint finds in SudokuMaker, and a function that runs such codes and
// returns the components that they add. Nothing here reaches a file, the network or Python.
//
// The names and what they do are those that setters describe: the component guides of
// sudokumaker.app, https://github.com/Chris-Tophski/SudokuMakerConstraints and
// https://github.com/caneff/sudokumaker-custom-constraints, docs/puzzle-api.md.

"use strict";

// Sets of digits ------------------------------------------------------------------------------

class SmallNumberSet {
  constructor(mask = 0) { this.mask = +mask; }
  static from(numbers) { return new this([...numbers].reduce((mask, n) => mask | (1 << n), 0)); }
  static getUnion(sets) { return new this([...sets].reduce((mask, one) => mask | +one, 0)); }
  static getIntersection(sets) { return new this([...sets].reduce((mask, one) => mask & +one, 0x7fffffff)); }
  get size() { return [...this].length; }
  add(number) { this.mask |= 1 << number; }
  delete(number) { this.mask &= ~(1 << number); }
  clear() { this.mask = 0; }
  union(other) { this.mask |= +other; return this; }
  intersect(other) { this.mask &= +other; return this; }
  xor(other) { this.mask ^= +other; return this; }
  subtract(other) { this.mask &= ~+other; return this; }
  has(number) { return (this.mask >> number & 1) === 1; }
  equals(other) { return this.mask === +other; }
  isSubsetOf(other) { return (this.mask & ~+other) === 0; }
  isSupersetOf(other) { return (+other & ~this.mask) === 0; }
  isDisjointFrom(other) { return (this.mask & +other) === 0; }
  intersects(other) { return (this.mask & +other) !== 0; }
  valueOf() { return this.mask; }
  getSmallestNumber() { return [...this][0]; }
  getLargestNumber() { return [...this].at(-1); }
  *[Symbol.iterator]() {
    const mask = this.mask;
    for (let number = 0; number < 31; number++) if (mask >> number & 1) yield number;
  }
}

class SudokuDigitSet extends SmallNumberSet {
  getSmallestDigit() { return this.getSmallestNumber(); }
  getLargestDigit() { return this.getLargestNumber(); }
}

// Plain utilities -----------------------------------------------------------------------------

const same = (options) => options?.comparator ?? ((a, b) => a === b);
const within = (values, value, options) => {
  const equal = same(options);
  return [...values].some((one) => equal(one, value));
};

const IterationUtils = {
  getOne(values) { for (const value of values) return value; return undefined; },
  *getRange(start, end) { for (let n = start; n < end; n++) yield n; },
  *getRangeInclusive(start, end) { for (let n = start; n <= end; n++) yield n; },
  *getCombinations(values, size) {
    const items = [...values];
    function* from(place, chosen) {
      if (chosen.length === size) { yield [...chosen]; return; }
      for (let n = place; n < items.length; n++) yield* from(n + 1, [...chosen, items[n]]);
    }
    yield* from(0, []);
  },
  getCounts(values) {
    const counts = new Map();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return counts;
  },
  getBest(values, score, fallback) {
    let best = fallback, most = -Infinity;
    for (const value of values) if (score(value) > most) [best, most] = [value, score(value)];
    return best;
  },
};

const MathUtils = {
  sum: (values) => [...values].reduce((a, b) => a + b, 0),
  product: (values) => [...values].reduce((a, b) => a * b, 1),
  mod: (a, b) => ((a % b) + b) % b,
  clamp: (value, least, most) => Math.min(Math.max(least, value), most),
  lerp: (start, end, part) => start + (end - start) * part,
  triangularNumber: (n) => n * (n + 1) / 2,
  isPrime(number) {
    if (!Number.isInteger(number) || number < 2) return false;
    for (let n = 2; n * n <= number; n++) if (number % n === 0) return false;
    return true;
  },
  getFactors(number) {
    if (!Number.isInteger(number) || number < 1) throw new Error("only whole numbers from 1 have factors");
    const factors = [];
    for (let n = 2; number > 1; n++) for (; number % n === 0; number /= n) factors.push(n);
    return factors;
  },
  toDegrees: (radians) => radians * 180 / Math.PI,
  toRadians: (degrees) => degrees * Math.PI / 180,
};

const Vector2Funcs = {
  getMagnitude: ({ x, y }) => Math.hypot(x, y),
  normalized(v) { return Vector2Funcs.scaled(v, 1 / Math.hypot(v.x, v.y)); },
  scaled: ({ x, y }, factor) => ({ x: x * factor, y: y * factor }),
  sum: (a, b) => ({ x: a.x + b.x, y: a.y + b.y }),
  difference: (a, b) => ({ x: a.x - b.x, y: a.y - b.y }),
  scaledSum: (a, b, factor) => ({ x: a.x + b.x * factor, y: a.y + b.y * factor }),
  getDistance: (a, b) => Math.hypot(a.x - b.x, a.y - b.y),
  getDotProduct: (a, b) => a.x * b.x + a.y * b.y,
  getAngle(a, b) {
    return Math.acos(Vector2Funcs.getDotProduct(Vector2Funcs.normalized(a), Vector2Funcs.normalized(b)));
  },
  getManhattanDistance: (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y),
  getRotated({ x, y }, angle) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: x * cos - y * sin, y: x * sin + y * cos };
  },
  getClamped: ({ x, y }, rect) => ({
    x: MathUtils.clamp(x, rect.x, rect.x + rect.width),
    y: MathUtils.clamp(y, rect.y, rect.y + rect.height),
  }),
  compareVectors: (a, b) => Math.sign(a.y - b.y) || Math.sign(a.x - b.x),
  isVectorGreaterThan: (a, b) => Vector2Funcs.compareVectors(a, b) > 0,
  getAverage(points) {
    const all = [...points];
    return Vector2Funcs.scaled(all.reduce(Vector2Funcs.sum, { x: 0, y: 0 }), 1 / all.length);
  },
};

const SetUtils = {
  takeOne(set) {
    const first = IterationUtils.getOne(set);
    set.delete(first);
    return first;
  },
  deleteAll(set, values, options) {
    for (const one of [...set]) if (within(values, one, options)) set.delete(one);
    return set;
  },
  difference: (set, values, options) => SetUtils.deleteAll(new Set(set), [...values], options),
  symmetricDifference: (a, b) =>
    SetUtils.union(SetUtils.difference(a, b), SetUtils.difference(b, a)),
  filter(set, other) {
    for (const one of [...set]) if (!other.has(one)) set.delete(one);
    return set;
  },
  intersection: (set, other) => SetUtils.filter(new Set(set), other),
  addAll(set, values) { for (const value of values) set.add(value); return set; },
  union: (a, b) => new Set([...a, ...b]),
  isEqual: (a, b, options) => a.size === b.size && SetUtils.hasAll(a, b, options),
  hasAll: (set, values, options) => [...values].every((value) => within(set, value, options)),
  hasSome: (set, values, options) => [...values].some((value) => within(set, value, options)),
  hasSomeWhere: (set, holds) => [...set].some((value) => holds(value)),
};

const ArrayUtils = {
  count: (values, target, options) => values.filter((one) => same(options)(one, target)).length,
  countWhere: (values, holds) => values.filter((one) => holds(one)).length,
  removeFirst: (values, target, options) =>
    ArrayUtils.removeFirstWhere(values, (one) => same(options)(one, target)),
  removeFirstWhere(values, holds) {
    const place = values.findIndex((one) => holds(one));
    if (place >= 0) values.splice(place, 1);
    return values;
  },
  withoutAll: (values, gone, options) => values.filter((one) => !within(gone, one, options)),
  remove: (values, gone, options) =>
    ArrayUtils.removeWhere(values, (one) => within(gone, one, options)),
  removeWhere(values, holds) {
    values.splice(0, values.length, ...values.filter((one) => !holds(one)));
    return values;
  },
  includesSome: (values, wanted, options) => [...wanted].some((one) => within(values, one, options)),
  includesEvery: (values, wanted, options) =>
    [...wanted].every((one) => within(values, one, options)),
  shuffled: (values) => [...values],
  mapIterable: (values, change) => [...values].map((one) => change(one)),
  sliceWrapped(values, start, end) {
    if (values.length === 0) return [];
    return [...IterationUtils.getRange(start, end)].map((n) => values[MathUtils.mod(n, values.length)]);
  },
  chunk(values, size) {
    const parts = [];
    for (let n = 0; n < values.length; n += size) parts.push(values.slice(n, n + size));
    return parts;
  },
  areSameLength: (...lists) => new Set(lists.map((one) => one.length)).size < 2,
  hasDuplicates: (values, options) =>
    ArrayUtils.withoutDuplicates(values, options).length < values.length,
  withoutDuplicates(values, options) {
    const kept = [];
    for (const one of values) if (!within(kept, one, options)) kept.push(one);
    return kept;
  },
  ensureArray: (value) => (Array.isArray(value) ? value : [value]),
  createFilledArray: (length, value) => new Array(length).fill(value),
};

const CombinatoricUtils = {
  *getCombinationsForSum(values, total, least = 1, most = Infinity) {
    const sorted = [...values].sort((a, b) => a - b);
    function* from(place, left, chosen) {
      if (left === 0 && chosen.length >= least) yield [...chosen];
      if (chosen.length >= most) return;
      for (let n = place; n < sorted.length && sorted[n] <= left; n++) {
        if (n > place && sorted[n] === sorted[n - 1]) continue;
        yield* from(n + 1, left - sorted[n], [...chosen, sorted[n]]);
      }
    }
    yield* from(0, total, []);
  },
};

const enumeration = (members) => {
  const both = { ...members };
  for (const [name, value] of Object.entries(members)) both[value] = name;
  return both;
};
const OuterPosition = enumeration({
  Top: 0, Right: 1, Bottom: 2, Left: 3, TopLeft: 4, TopRight: 5, BottomRight: 6, BottomLeft: 7,
});
const DiagonalType = enumeration({ PositiveDiagonal: 1, NegativeDiagonal: -1 });

// Graphs of cells -----------------------------------------------------------------------------

class CellGraph {
  constructor(lines = []) {
    this.beside = new Map();
    for (const line of lines) this.addLine(line);
  }
  addPoint(cell) { if (!this.beside.has(cell)) this.beside.set(cell, new Set()); }
  addPoints(cells) { for (const cell of cells) this.addPoint(cell); }
  addEdge(a, b) {
    this.addPoints([a, b]);
    this.beside.get(a).add(b);
    this.beside.get(b).add(a);
    return this;
  }
  addLine(cells) {
    this.addPoints(cells);
    for (let n = 1; n < cells.length; n++) this.addEdge(cells[n - 1], cells[n]);
    return this;
  }
  hasPoint(cell) { return this.beside.has(cell); }
  hasEdge(a, b) { return this.beside.get(a)?.has(b) ?? false; }
  getPoints() { return [...this.beside.keys()]; }
  getPointCount() { return this.beside.size; }
  isEmpty() { return this.beside.size === 0; }
  getPointsAdjacentTo(cell) { return new Set(this.beside.get(cell) ?? []); }
  *getEdges() {
    const told = new Set();
    for (const [a, others] of this.beside) {
      for (const b of others) if (!told.has(b)) yield [a, b];
      told.add(a);
    }
  }
  getPointsConnectedTo(cell) {
    const found = new Set(this.hasPoint(cell) ? [cell] : []);
    for (const one of found) for (const other of this.beside.get(one)) found.add(other);
    return found;
  }
  getComponentContainingPoint(cell) {
    const part = new CellGraph(), cells = this.getPointsConnectedTo(cell);
    part.addPoints(cells);
    for (const [a, b] of this.getEdges()) if (cells.has(a)) part.addEdge(a, b);
    return part;
  }
  *getAllComponents() {
    const told = new Set();
    for (const cell of this.beside.keys()) {
      if (told.has(cell)) continue;
      const part = this.getComponentContainingPoint(cell);
      SetUtils.addAll(told, part.getPoints());
      yield part;
    }
  }
  isSimpleLines() { return [...this.beside.values()].every((others) => others.size < 3); }
  hasCycles() {
    const parts = [...this.getAllComponents()].length;
    return [...this.getEdges()].length > this.beside.size - parts;
  }
}

// The grid and its helpers --------------------------------------------------------------------

function helpersOf(spec, regions) {
  const { width, height } = spec.size;
  const inside = ({ x, y }) => x >= 0 && x < width && y >= 0 && y < height;
  const vector = (x, y) => ({ x, y });
  const cellIds = {
    spec, width, height,
    getX: (cell) => cell % width,
    getY: (cell) => Math.floor(cell / width),
    getCoordsFromId: (cell) => vector(cell % width, Math.floor(cell / width)),
    getIdFromCoords: ({ x, y }) => x + y * width,
    getIdFromCoordsSafe: (at) => (inside(at) ? at.x + at.y * width : undefined),
    areValidCoords: inside,
    getAllCellIds: () => [...IterationUtils.getRange(0, width * height)],
    getCellCenterFromId: (cell) => vector(cell % width + 0.5, Math.floor(cell / width) + 0.5),
  };
  const at = (x, y) => cellIds.getIdFromCoordsSafe({ x, y });
  const existing = (cells) => cells.filter((cell) => cell !== undefined);
  const around = (cell, steps) =>
    existing(steps.map(([dx, dy]) => at(cellIds.getX(cell) + dx, cellIds.getY(cell) + dy)));
  const cornerIds = {
    spec,
    getIdFromCornerCoords: ({ x, y }) => x + y * (width + 1),
    getCoordsFromId: (corner) => vector(corner % (width + 1), Math.floor(corner / (width + 1))),
  };
  const edgeIds = {
    spec,
    getIdFromCoords: ({ x, y }) => Math.floor(x) + (y - 0.5) * width * 2,
    getCoordsFromId(edge) {
      const row = Math.floor(edge / (2 * width)), column = edge % width;
      return edge % (2 * width) < width ? vector(column, row + 0.5) : vector(column + 0.5, row + 1);
    },
  };
  const outerCellIds = {
    width, height,
    getX: (outer) => outer % (width + 2) - 1,
    getY: (outer) => Math.floor(outer / (width + 2)) - 1,
    getIdFromCoords: ({ x, y }) => x + 1 + (y + 1) * (width + 2),
    getCoordsFromId: (outer) => vector(outerCellIds.getX(outer), outerCellIds.getY(outer)),
    getCellCenterFromId: (outer) =>
      vector(outerCellIds.getX(outer) + 0.5, outerCellIds.getY(outer) + 0.5),
    getSide: (outer) => outerCellIds.getSideFromCoords(outerCellIds.getCoordsFromId(outer)),
    getAllAttributes: (outer) =>
      ({ ...outerCellIds.getCoordsFromId(outer), side: outerCellIds.getSide(outer) }),
    getSideFromCoords({ x, y }) {
      const across = x < 0 ? "Left" : x >= width ? "Right" : "";
      const along = y < 0 ? "Top" : y >= height ? "Bottom" : "";
      return OuterPosition[along + across || "Left"];
    },
  };
  const sides = [[-1, 0], [0, -1], [1, 0], [0, 1]];
  const corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
  const knights = [[-1, -2], [1, -2], [-2, -1], [2, -1], [-2, 1], [2, 1], [-1, 2], [1, 2]];
  const wide = () => IterationUtils.getRange(0, width), high = () => IterationUtils.getRange(0, height);
  const geometry = {
    spec, width, height,
    *getAdjacentCells(cell, diagonally = false) {
      yield* around(cell, sides);
      if (diagonally) yield* around(cell, corners);
    },
    *getOrthogonallyAdjacentCells(cell) { yield* around(cell, sides); },
    *getDiagonallyAdjacentCells(cell) { yield* around(cell, corners); },
    *getCellsInRow(row) { for (const x of wide()) yield x + row * width; },
    *getCellsInColumn(column) { for (const y of high()) yield column + y * width; },
    getCellsInRowOfCell: (cell) => geometry.getCellsInRow(cellIds.getY(cell)),
    getCellsInColumnOfCell: (cell) => geometry.getCellsInColumn(cellIds.getX(cell)),
    *getCellsKnightsMoveAwayFromCell(cell) { yield* around(cell, knights); },
    *getCoordsInDiagonal(type, start) {
      const step = type === DiagonalType.NegativeDiagonal ? 1 : -1;
      let x = start ?? (step === 1 ? 0 : width - 1);
      for (let y = 0; y < height && x >= 0 && x < width; y++, x += step) yield { x, y };
    },
    *getCellsInDiagonal(type, start) {
      for (const place of geometry.getCoordsInDiagonal(type, start)) yield cellIds.getIdFromCoords(place);
    },
    *getAllRows() { for (const y of high()) yield [...geometry.getCellsInRow(y)]; },
    *getAllColumns() { for (const x of wide()) yield [...geometry.getCellsInColumn(x)]; },
    *getAllPairsWithOffset(dx, dy) {
      for (const y of high()) {
        for (const x of wide()) {
          const other = at(x + dx, y + dy);
          if (other !== undefined) yield [at(x, y), other];
        }
      }
    },
    *getAllPairsWithOffsets(steps) {
      for (const step of steps) yield* geometry.getAllPairsWithOffset(...step);
    },
    getAllDominoes: () => geometry.getAllPairsWithOffsets([[1, 0], [0, 1]]),
    getAllDiagonallyAdjacentPairs: () => geometry.getAllPairsWithOffsets([[1, -1], [1, 1]]),
    getAllKingsMovePairs: () => geometry.getAllPairsWithOffsets([[1, 0], [0, 1], [1, -1], [1, 1]]),
    getAllKnightMovePairs: () => geometry.getAllPairsWithOffsets([[1, -2], [1, 2], [2, -1], [2, 1]]),
    *getAllQuadruples() {
      for (let y = 0; y < height - 1; y++) {
        for (let x = 0; x < width - 1; x++) yield [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
      }
    },
    *getCellsTouchingCorner(corner) {
      const { x, y } = cornerIds.getCoordsFromId(corner);
      yield* existing([at(x - 1, y - 1), at(x, y - 1), at(x - 1, y), at(x, y)]);
    },
    getCellsTouchingEdge(edge) {
      const { x, y } = edgeIds.getCoordsFromId(edge);
      return [[Math.floor, Math.floor], [Math.ceil, Math.ceil]].map(([across, down]) =>
        cellIds.getIdFromCoords({ x: across(x - 0.5), y: down(y - 0.5) }));
    },
    *getCoordsPointedAtByOuterClue(outer, diagonal) {
      const { x, y, side } = outerCellIds.getAllAttributes(outer);
      const short = Math.min(width, height);
      const straight = {
        Top: [x, 0, 0, 1, height], Bottom: [x, height - 1, 0, -1, height],
        Left: [0, y, 1, 0, width], Right: [width - 1, y, -1, 0, width],
        TopLeft: [0, 0, 1, 1, short], TopRight: [width - 1, 0, -1, 1, short],
        // SudokuMaker has these two the other way round, and puzzles were made with that.
        BottomRight: [0, height - 1, 1, -1, short], BottomLeft: [width - 1, height - 1, -1, -1, short],
      };
      const slanted = {
        "Top,-1": [1, 1], "Left,-1": [1, 1], "TopLeft,-1": [1, 1],
        "Top,1": [-1, 1], "Right,1": [-1, 1], "TopRight,1": [-1, 1],
        "Bottom,-1": [-1, -1], "Right,-1": [-1, -1], "BottomRight,-1": [-1, -1],
        "Bottom,1": [1, -1], "Left,1": [1, -1], "BottomLeft,1": [1, -1],
      };
      const name = OuterPosition[side];
      if (diagonal === undefined) {
        const [fromX, fromY, dx, dy, length] = straight[name];
        for (let n = 0; n < length; n++) yield { x: fromX + n * dx, y: fromY + n * dy };
        return;
      }
      const step = slanted[`${name},${diagonal}`];
      if (step === undefined) return;
      for (let n = 1; inside({ x: x + n * step[0], y: y + n * step[1] }); n++) {
        yield { x: x + n * step[0], y: y + n * step[1] };
      }
    },
    *getCellsPointedAtByOuterClue(outer, diagonal) {
      for (const place of geometry.getCoordsPointedAtByOuterClue(outer, diagonal)) {
        yield cellIds.getIdFromCoords(place);
      }
    },
    getManhattanDistanceBetweenCells: (a, b) =>
      Vector2Funcs.getManhattanDistance(cellIds.getCoordsFromId(a), cellIds.getCoordsFromId(b)),
    getCellsAreKingsMoveApart: (a, b) => a !== b && Math.max(
      Math.abs(cellIds.getX(a) - cellIds.getX(b)), Math.abs(cellIds.getY(a) - cellIds.getY(b)),
    ) < 2,
    getSubsetsPerRegion(cells) {
      const parts = new Map();
      for (const cell of new Set(cells)) {
        const region = regions[cell] ?? -1;
        parts.set(region, [...(parts.get(region) ?? []), cell]);
      }
      return parts;
    },
  };
  const { minDigit, maxDigit } = spec;
  const chosen = (holds) =>
    SudokuDigitSet.from([...IterationUtils.getRangeInclusive(minDigit, maxDigit)].filter(holds));
  const digits = {
    minDigit, maxDigit,
    allDigitsMask: 2 ** (maxDigit + 1) - 2 ** minDigit,
    createFullDigitSet: () => chosen(() => true),
    createEvensDigitSet: () => chosen((digit) => digit % 2 === 0),
    createOddsDigitSet: () => chosen((digit) => digit % 2 === 1),
    createModuloDigitSet: (divisor, rest) => chosen((digit) => digit % divisor === rest),
    createFilteredDigitSet: (holds) => chosen((digit) => holds(digit)),
  };
  const sums = {
    minDigit, maxDigit,
    getCombinationsForSumWithoutRepeat: (sum, count) =>
      [...CombinatoricUtils.getCombinationsForSum(digits.createFullDigitSet(), sum, count, count)],
    getCombinationsForSumsWithoutRepeat: (totals, count) =>
      [...totals].flatMap((sum) => sums.getCombinationsForSumWithoutRepeat(sum, count)),
  };
  const named = (cell) => `R${cellIds.getY(cell) + 1}C${cellIds.getX(cell) + 1}`;
  const naming = new Proxy({
    getCellName: named,
    getRowName: (row) => `R${row + 1}`,
    getColumnName: (column) => `C${column + 1}`,
    getCellsDescription: (cells) => [...cells].map(named).join(", ") || "???",
    getBranchingLineName: (name, cells) => `the ${name} containing ${named(cells[0])}`,
    getCageName: (name, cells) => `the ${name} at ${named(Math.min(...cells))}`,
    getLineName: (name, cells) => `the ${name} from ${named(cells[0])} to ${named(cells.at(-1))}`,
  }, {
    // Other names only label components.
    get: (known, key) => known[key] ?? ((name) => String(name)),
  });
  const lines = {
    getLineEnds: (line) => [line[0], line.at(-1)],
    getCellsBetweenLineEnds: (line) => line.slice(1, -1),
    *getAllPairsAlongLines(all) {
      for (const line of all) for (let n = 1; n < line.length; n++) yield [line[n - 1], line[n]];
    },
  };
  const connectivity = {
    spec,
    *getOrthogonallyConnectedGroups(cells) {
      const graph = new CellGraph(), all = new Set(cells);
      graph.addPoints(all);
      for (const cell of all) {
        for (const other of around(cell, sides)) if (all.has(other)) graph.addEdge(cell, other);
      }
      yield* graph.getAllComponents();
    },
  };
  const misc = {
    spec,
    *getEdgesForNegativeConstraint(clues) {
      const marked = new Set([...clues].map((clue) => clue.edge));
      for (const y of high()) {
        for (const x of wide()) {
          const right = edgeIds.getIdFromCoords({ x: x + 1, y: y + 0.5 });
          const below = edgeIds.getIdFromCoords({ x: x + 0.5, y: y + 1 });
          if (x < width - 1 && !marked.has(right)) yield right;
          if (y < height - 1 && !marked.has(below)) yield below;
        }
      }
    },
    getCellGroupsFromLines: (all) =>
      [...new CellGraph(all).getAllComponents()].map((part) => part.getPoints()),
  };
  return { cellIds, cornerIds, edgeIds, outerCellIds, geometry, digits, sums, naming, lines, connectivity, misc };
}

function gridOf(spec, regions, houses, helpers) {
  const { width, height } = spec.size;
  const { cellIds, geometry } = helpers;
  const seen = (cell) => new Set(houses.filter((one) => one.includes(cell)).flat());
  const grid = {
    spec, helpers, width, height,
    size: Math.max(width, height),
    puzzleType: spec.type,
    minDigit: spec.minDigit, maxDigit: spec.maxDigit, digitCount: spec.digitCount,
    getX: cellIds.getX, getY: cellIds.getY, getColumn: cellIds.getX, getRow: cellIds.getY,
    getCellAt: (x, y) => cellIds.getIdFromCoordsSafe({ x, y }),
    unsafeGetCellAt: (x, y) => cellIds.getIdFromCoords({ x, y }),
    hasRegions: () => regions.some((one) => one >= 0),
    getRegion: (cell) => regions[cell] ?? -1,
    getRegionAt: (x, y) => regions[cellIds.getIdFromCoordsSafe({ x, y })] ?? -1,
    getRegionCells: (region) => cellIds.getAllCellIds().filter((cell) => regions[cell] === region),
    getRegions: () => [...new Set(regions.filter((one) => one >= 0))].sort((a, b) => a - b)
      .map((region) => grid.getRegionCells(region)),
    getCellsOrthogonallyAdjacentToCell: geometry.getOrthogonallyAdjacentCells,
    getCellsDiagonallyAdjacentToCell: geometry.getDiagonallyAdjacentCells,
    getCellsOrthogonallyAdjacentToCoords: (x, y) =>
      geometry.getOrthogonallyAdjacentCells(cellIds.getIdFromCoords({ x, y })),
    getCellsDiagonallyAdjacentToCoords: (x, y) =>
      geometry.getDiagonallyAdjacentCells(cellIds.getIdFromCoords({ x, y })),
    getCellsSeenByCell: (cell) => SetUtils.deleteAll(seen(cell), [cell]),
    getCellsSeeEachOther: (cells) =>
      [...IterationUtils.getCombinations(cells, 2)].every(([a, b]) => seen(a).has(b)),
    getCellsCanHaveRepeats: (cells) =>
      ArrayUtils.hasDuplicates([...cells]) || !grid.getCellsSeeEachOther(cells),
    getFriendlyDigitsForCell: (cell) => SudokuDigitSet.from(
      [cellIds.getX(cell) + 1, cellIds.getY(cell) + 1, (regions[cell] ?? -1) + 1]
        .filter((digit) => digit >= spec.minDigit && digit <= spec.maxDigit)),
  };
  grid.getOrthogonallyAdjacentToCoords = grid.getCellsOrthogonallyAdjacentToCoords;
  return grid;
}

// Components ----------------------------------------------------------------------------------

const STANDARD = [
  "AsymmetricalPair", "Between", "ConsecutiveDigits", "ConsecutiveDigitsSet", "CountDigit",
  "CountDigits", "Difference", "DifferentCombinations", "DifferentDigits", "DifferentGroups",
  "DiverseGroups", "ExactDigitCount", "ForbiddenCandidates", "GreaterThan", "GreaterThanOrEquals",
  "House", "Index", "LessThan", "MaxDigitCount", "MaximumDifference", "MinimumDifference",
  "NegativeBetween", "NegativeDifference", "NegativeIndex", "NegativeRatio", "NegativeSum", "Pair",
  "PredefinedCandidates", "Product", "Ratio", "RequiredDigits", "RequiredGroups", "SameDigit",
  "SameGroup", "SameSum", "SandwichSum", "SelfCounting", "Sequence", "Skyscraper", "Sum", "WeakLink",
  "WeakLinks", "WeightedSum", "XSum",
];

class Component {
  constructor(name, ...rest) {
    this.name = name;
    this.rest = rest;
  }
}

/** Return a value as JSON can hold it: sets as lists of their members, maps as lists of pairs. */
function plain(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value[Symbol.iterator] === "function") return [...value].map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

class Unreadable extends Error {}

/** A program looks at a cell that it does not name as one that it affects. */
class OtherCell extends Error {
  constructor(cell) {
    super("it looks at a cell that is not in the grid");
    this.cell = cell;
  }
}

/** Return the filter or the mapping of a pair as a list of the pairs of digits that it allows. */
function allowedPairs(filter, spec) {
  const digits = [...IterationUtils.getRangeInclusive(spec.minDigit, spec.maxDigit)];
  const holds = typeof filter === "function"
    ? filter
    : (a, b) => filter[a] !== undefined && new SmallNumberSet(filter[a]).has(b);
  return digits.flatMap((a) => digits.filter((b) => holds(a, b)).map((b) => [a, b]));
}

/** Return what a component finds while some of its cells have a digit, and the others any. */
function partlyFilled(grid, digitOf, self) {
  const { helpers } = grid;
  const read = (cell) => {
    if (!digitOf.has(cell)) throw new OtherCell(cell);
    return digitOf.get(cell);
  };
  const left = (cell) => {
    const digit = read(cell);
    return digit === undefined ? helpers.digits.createFullDigitSet() : SudokuDigitSet.from([digit]);
  };
  const listed = (given) => (typeof given === "number" ? [given] : [...given]);
  const kept = (mask, given) => ({ broken: listed(given).some((cell) => left(cell).isDisjointFrom(mask)) });
  const without = (mask, given) => kept(~+mask, given);
  return {
    ...grid,
    instance: self,
    hasValue: (cell) => read(cell) !== undefined,
    getValue: read,
    getCandidates: left,
    getCandidatesBitMask: (cell) => +left(cell),
    getFriendlyCandidates: (cell) => left(cell).intersect(grid.getFriendlyDigitsForCell(cell)),
    getCellsAreFilled: (given) => listed(given).every((cell) => read(cell) !== undefined),
    removeCandidateFromCell: (digit, cell) => without(1 << digit, cell),
    removeCandidateFromCells: (digit, cells) => without(1 << digit, cells),
    removeCandidatesFromCell: without,
    removeCandidatesFromCells: without,
    filterCandidatesInCell: kept,
    filterCandidatesInCells: kept,
    removeComponent: () => ({ done: true }),
    replaceComponent: () => { throw new Unreadable("it replaces itself by another component"); },
    stop: () => ({ broken: true }),
  };
}

const HOOKS = ["getAffectedCells", "setParams", "initialize", "onValueSet", "update", "validate"];

/**
 * Return the fillings of cells that a component allows, in which cells that see each other differ.
 * Cells are filled one after the other, and what is broken with the first of them goes no further.
 */
function allowedFillings(cells, digits, grid, allows, most) {
  const seen = cells.map((cell, n) =>
    cells.flatMap((other, m) => (m < n && grid.getCellsSeenByCell(cell).has(other) ? [m] : [])));
  const rows = [];
  let tried = 0;
  function extend(chosen) {
    if (chosen.length === cells.length) { rows.push(chosen); return; }
    for (const digit of digits) {
      if (seen[chosen.length].some((m) => chosen[m] === digit)) continue;
      tried += 1;
      if (tried > most) {
        throw new Unreadable(`its ${cells.length} cells have more than ${most.toLocaleString("en")} `
          + "fillings, too many to ask its program about each");
      }
      if (allows([...chosen, digit])) extend([...chosen, digit]);
    }
  }
  extend([]);
  return rows;
}

/** Return a class of components of the setter's own, from the code of its functions. */
function ownComponent(name, code, world, digits, most) {
  const { helpers } = world;
  const listed = HOOKS.map((hook) => `${hook}: typeof ${hook} === "function" ? ${hook} : undefined`);
  const body = `${code}\n;return { ${listed.join(", ")} };`;
  const hooks = new Function(...Object.keys(world), body)(...Object.values(world));

  function made(label, rest) {
    const cells = hooks.getAffectedCells ? [...hooks.getAffectedCells(...rest)] : rest[0];
    const self = { name: label, cells, cellIds: cells };
    if (hooks.setParams) hooks.setParams(self, ...rest);
    return self;
  }

  /** Return whether the first cells may have these digits, as far as the component says so. */
  function allows(label, rest, grid, cells, filling) {
    const self = made(label, rest);
    const filled = partlyFilled(grid, new Map(cells.map((cell, n) => [cell, filling[n]])), self);
    for (const hook of [hooks.initialize, hooks.update]) {
      for (const change of hook?.(self, filled) ?? []) {
        if (change?.broken) return false;
        if (change?.done) return true;
      }
    }
    return hooks.validate ? Boolean(hooks.validate(self, filled)) : true;
  }

  return class extends Component {
    constructor(label, ...rest) {
      super(label, ...rest);
      this.own = name;
      this.cells = made(label, rest).cells;
    }

    /** Return the cells, each once, and their fillings that the component allows; null for all. */
    fillings(grid) {
      const cells = [...new Set(this.cells)];
      if (!(hooks.initialize || hooks.update || hooks.validate)) return { cells, rows: null };
      const asked = (filling) => allows(this.name, this.rest, grid, cells, filling);
      for (;;) {
        try {
          return { cells, rows: allowedFillings(cells, digits, grid, asked, most) };
        } catch (error) {
          if (!(error instanceof OtherCell && helpers.cellIds.getAllCellIds().includes(error.cell))) throw error;
          cells.push(error.cell); // the rule is about that cell as well
        }
      }
    }
  };
}

// Running the code of a constraint --------------------------------------------------------------

/** Return a component as JSON can hold it; what cannot be told by its fields says why. */
function told(component, spec, grid) {
  const { name, rest } = component;
  if (component.own === undefined) {
    const [first, ...others] = rest;
    const pair = ["Pair", "AsymmetricalPair"].includes(component.type);
    return { type: component.type, name, rest: plain(pair ? [allowedPairs(first, spec), ...others] : rest) };
  }
  try {
    return { type: component.own, name, ...component.fillings(grid) };
  } catch (error) {
    if (error instanceof Unreadable || error instanceof OtherCell) return { type: component.own, name, unread: error.message };
    throw error;
  }
}

/** Run a custom constraint; return the components that it adds. */
function added({ input, code, components }, { spec, regions, houses, most }) {
  const helpers = helpersOf(spec, regions);
  const grid = gridOf(spec, regions, houses, helpers);
  const found = new Set();
  const digits = [...IterationUtils.getRangeInclusive(spec.minDigit, spec.maxDigit)];
  const puzzle = {
    ...grid,
    addConstraintComponent(component) {
      if (!(component instanceof Component)) throw new Error("what is added is not a component");
      found.add(component);
      if (found.size > most.components) throw new Error(`it adds more than ${most.components} components`);
    },
    removeConstraintComponent: (component) => { found.delete(component); },
  };
  const silent = () => {};
  const world = {
    MathUtils, Vector2Funcs, CombinatoricUtils, ArrayUtils, SetUtils, IterationUtils, SmallNumberSet,
    SudokuDigitSet, DigitSet: SudokuDigitSet, DiagonalType, OuterPosition, helpers,
    env: { verboseSolving: false },
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
  };
  for (const type of STANDARD) {
    world[`${type}Component`] = class extends Component { get type() { return type; } };
  }
  const own = {};
  for (const one of components) {
    const made = ownComponent(one.name, one.code, world, digits, most.fillings);
    own[one.name] = made;
    if (!one.name.endsWith("Component")) own[`${one.name}Component`] = made;
  }
  const names = { ...world, ...own, customComponents: own, puzzle, sudoku: puzzle, input };
  new Function(...Object.keys(names), code)(...Object.values(names));
  return [...found].map((component) => told(component, spec, grid));
}

/** Run custom constraints; return, as JSON, what each adds, or its error. */
function run({ constraints, ...grid }) {
  return JSON.stringify(constraints.map((constraint) => {
    try {
      return { added: added(constraint, grid) };
    } catch (error) {
      return { error: String(error) };
    }
  }));
}
