"use strict";
// Symbols, pencil marks and steps on the picture of a puzzle; both pages draw with these.
const drawingOn = (data, contents) => {
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    contents.append(element);
    return element;
  };
  const write = (x, y, size, style, text) =>
    draw("text", { class: style, x, y: y + 0.355 * size, "font-size": size, "text-anchor": "middle" }, text);
  const stretch = (points) => `M${points.map((point) => point.join(" ")).join("L")}Z`;

  const ground = (x, y, room, ink) => {
    const r = 0.95 * room;
    const style = `role-${ink}`;
    if (ink === "second") draw("rect", { class: style, x: x - 0.92 * r, y: y - 0.92 * r, width: 1.84 * r, height: 1.84 * r });
    else if (ink === "placed") draw("path", { class: style, d: stretch([[x, y - 1.2 * r], [x + 1.2 * r, y], [x, y + 1.2 * r], [x - 1.2 * r, y]]) });
    else draw("circle", { class: style, cx: x, cy: y, r });
  };

  // The sign of a value: cells of layers that stand on others have their own.
  const textOf = (cell, value) => (data.layers[cell] ? data.layers[cell][data.full[cell].indexOf(value)][0] : data.symbols[value]);

  // The studio replaces the givens.
  let [givens, given] = [null, null];
  const isGiven = (cell) => {
    if (givens !== data.givens) [givens, given] = [data.givens, new Set(data.givens.map(([one]) => one))];
    return given.has(cell);
  };
  const plain = new Set(data.plain);

  // A known value as a symbol; not where no other was possible and none is given.
  const known = (cell, value) => {
    const [x, y, size] = data.places[cell];
    if (isGiven(cell) || !plain.has(cell)) write(x, y, size, isGiven(cell) ? "given" : "solved", textOf(cell, value));
  };

  // What is known in layers, below symbols: lines and shades, and borders between different regions.
  const knownLayers = (valueAt) => {
    for (const cell of Object.keys(data.layers).map(Number)) {
      const value = valueAt(cell);
      if (value < 0) continue;
      const items = data.layers[cell][data.full[cell].indexOf(value)][1];
      if (items.length) items.forEach(mark);
      else known(cell, value);
    }
    for (const [a, b, border] of data.walls) {
      const [one, other] = [valueAt(a), valueAt(b)];
      if (one >= 0 && other >= 0 && one !== other) mark(border);
    }
  };

  const pencil = (cell, value, ink) => {
    const [left, top, arrangement] = data.spots[cell];
    const [right, down, room, size] = data.arrangements[arrangement][data.full[cell].indexOf(value)];
    const [x, y] = [left + right, top + down];
    if (ink) ground(x, y, room, ink);
    write(x, y, size, ink ? "pencil-on" : "pencil", textOf(cell, value));
    if (ink === "placed") draw("circle", { class: "halo", cx: x, cy: y, r: 1.25 * room });
    if (ink === "target") draw("path", { class: "cross", d: `M${x - 0.75 * room} ${y + 0.75 * room}L${x + 0.75 * room} ${y - 0.75 * room}` });
  };

  // A path, a disc or a letter of a step.
  const mark = ([ink, at, y, size, text]) => {
    if (y === undefined) draw("path", { class: ink, d: at });
    else if (text === undefined) draw("circle", { class: ink, cx: at, cy: y, r: size });
    else write(at, y, size, ink, text);
  };

  // A board of a walk, with as much of its step as the depth says; returns the cells of the step.
  const position = (board, step, depth, marks) => {
    const given = new Map(data.givens);
    // In layers, one value left counts as known.
    const valueAt = (cell) => {
      const left = board.left[cell];
      return given.has(cell) ? given.get(cell) : board.solved.has(cell) || (cell in data.layers && left.size === 1) ? [...left][0] : -1;
    };
    contents.replaceChildren();
    knownLayers(valueAt);
    if (step && depth >= 2) step.frames.forEach(mark);
    const inks = inksOf(step, depth);
    const concerned = new Set([...inks.keys()].map((key) => Number(key.split(",")[0])));
    board.left.forEach((left, cell) => {
      if (valueAt(cell) >= 0 && !(cell in data.layers)) return void known(cell, valueAt(cell));
      if (valueAt(cell) >= 0 && !concerned.has(cell)) return;
      if (!concerned.has(cell) && (!marks || left.size === data.full[cell].length)) return;
      for (const value of left) {
        const ink = inks.get(`${cell},${value}`);
        if (marks || ink) pencil(cell, value, ink);
      }
    });
    if (step && depth === ALL) step.links.forEach(mark);
    return concerned;
  };
  return { draw, write, textOf, known, knownLayers, pencil, mark, position };
};

// Steps: each board of a walk from the one before; what a step shows, all of it only at full depth.
const ALL = 3;
const firstBoard = (start) => ({ left: start.left.map((cell) => new Set(cell)), solved: new Set(start.solved) });
const boardAfter = (before, step) => {
  const left = before.left.slice();
  for (const [cell, value] of step.gone) {
    if (left[cell] === before.left[cell]) left[cell] = new Set(left[cell]);
    left[cell].delete(value);
  }
  return { left, solved: new Set([...before.solved, ...step.placed]) };
};
const inksOf = (step, depth) => {
  const inks = new Map();
  if (!step || depth < 2) return inks;
  for (const [cell, value, ink] of step.inks) {
    if (depth === ALL || (ink !== "target" && ink !== "placed")) inks.set(`${cell},${value}`, ink);
  }
  return inks;
};

// Lines of an explanation, each indented as far as it is deep.
const paragraphsIn = (element, lines) => {
  element.replaceChildren(...lines.map(([depth, text]) => {
    const line = document.createElement("p");
    line.textContent = text;
    line.style.marginLeft = `${1.2 * depth}rem`;
    return line;
  }));
};
