"use strict";
// Cells chosen by pointer and by keys, on a page to play on and in the studio.

// The cell under a pointer; -1 if there is none.
const cellAt = (event) => {
  const found = document.elementFromPoint(event.clientX, event.clientY);
  return found && found.dataset && found.dataset.cell !== undefined ? Number(found.dataset.cell) : -1;
};

// The nearest cell of the other sort: of the grid, or of layers that are drawn on it; -1 if there is none.
const nearestOther = (places, layers, from) => {
  const [x, y] = places[from];
  let best = -1;
  let least = Infinity;
  places.forEach(([u, v], cell) => {
    const far = Math.hypot(u - x, v - y);
    if (cell in layers !== from in layers && far < least) [best, least] = [cell, far];
  });
  return best;
};

// The nearest cell in a direction, on any board, among those that fit; -1 if there is none.
const nextCell = (places, radii, from, dx, dy, among = () => true) => {
  const [x, y] = places[from];
  let best = -1;
  let least = Infinity;
  places.forEach(([u, v], cell) => {
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    if (along < 0.4 * radii[from] || aside > along || !among(cell)) return;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [cell, far];
  });
  return best;
};
