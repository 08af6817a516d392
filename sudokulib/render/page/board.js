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

  // A known value: a symbol, or what stands for it in a layer, such as a line or a shade.
  const known = (cell, value, style, onto) => {
    if (data.plain.includes(cell)) return;
    const items = data.layers[cell] ? data.layers[cell][data.full[cell].indexOf(value)][1] : [];
    const [x, y, size] = data.places[cell];
    if (items.length) items.forEach(onto);
    else write(x, y, size, style, textOf(cell, value));
  };

  // Borders between cells whose numbers of regions are known, and not the same.
  const walls = (valueAt, onto) => {
    for (const [a, b, border] of data.walls) {
      const [one, other] = [valueAt(a), valueAt(b)];
      if (one >= 0 && other >= 0 && one !== other) onto(border);
    }
  };

  const pencil = (cell, value, ink) => {
    const [x, y, room, size] = data.spots[cell][data.full[cell].indexOf(value)];
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
    const valueAt = (cell) => (given.has(cell) ? given.get(cell) : board.left[cell].size === 1 ? [...board.left[cell]][0] : -1);
    contents.replaceChildren();
    const isDrawn = (cell) => cell in data.layers && (given.has(cell) || board.solved.has(cell));
    for (const cell of board.left.keys()) if (isDrawn(cell)) known(cell, valueAt(cell), given.has(cell) ? "given" : "solved", mark);
    walls(valueAt, mark);
    if (step && depth >= 2) step.frames.forEach(mark);
    const inks = inksOf(step, depth);
    const concerned = new Set([...inks.keys()].map((key) => Number(key.split(",")[0])));
    board.left.forEach((left, cell) => {
      if (isDrawn(cell)) return;
      if (given.has(cell) || board.solved.has(cell)) return void known(cell, valueAt(cell), given.has(cell) ? "given" : "solved", mark);
      if (!concerned.has(cell) && (!marks || left.size === data.full[cell].length)) return;
      for (const value of left) {
        const ink = inks.get(`${cell},${value}`);
        if (marks || ink) pencil(cell, value, ink);
      }
    });
    if (step && depth === ALL) step.links.forEach(mark);
    return concerned;
  };
  return { draw, write, textOf, known, walls, pencil, mark, position };
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
