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

  const pencil = (cell, value, ink) => {
    const [x, y, room, size] = data.spots[cell][data.full[cell].indexOf(value)];
    if (ink) ground(x, y, room, ink);
    write(x, y, size, ink ? "pencil-on" : "pencil", data.symbols[value]);
    if (ink === "placed") draw("circle", { class: "halo", cx: x, cy: y, r: 1.25 * room });
    if (ink === "target") draw("path", { class: "cross", d: `M${x - 0.75 * room} ${y + 0.75 * room}L${x + 0.75 * room} ${y - 0.75 * room}` });
  };

  // A path, a disc or a letter of a step.
  const mark = ([ink, at, y, size, text]) => {
    if (y === undefined) draw("path", { class: ink, d: at });
    else if (text === undefined) draw("circle", { class: ink, cx: at, cy: y, r: size });
    else write(at, y, size, ink, text);
  };
  return { draw, write, pencil, mark };
};

// The cell under a pointer; -1 if there is none.
const cellAt = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found && found.dataset && found.dataset.cell !== undefined ? Number(found.dataset.cell) : -1;
};

// The nearest cell in a direction, on any board; -1 if there is none.
const nextCell = (places, radii, from, dx, dy) => {
  const [x, y] = places[from];
  let best = -1;
  let least = Infinity;
  places.forEach(([u, v], cell) => {
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along < 0.4 * radii[from] || aside > along) return;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [cell, far];
  });
  return best;
};
