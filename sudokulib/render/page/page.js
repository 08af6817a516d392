"use strict";
(() => {
  const FULL = 3;
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const contents = byId("contents");
  const picture = document.querySelector("#picture svg");
  const count = data.steps.length;
  const given = new Map(data.givens);
  let now = 0;
  let timer = 0;

  // The boards: before each step, and after the last one.
  const boards = [{ left: data.start.left.map((cell) => new Set(cell)), solved: new Set(data.start.solved) }];
  for (const step of data.steps) {
    const before = boards[boards.length - 1];
    const left = before.left.slice();
    for (const [cell, value] of step.gone) {
      if (left[cell] === before.left[cell]) left[cell] = new Set(left[cell]);
      left[cell].delete(value);
    }
    boards.push({ left, solved: new Set([...before.solved, ...step.placed]) });
  }

  const { write, pencil, mark } = drawingOn(data, contents);

  const inksOf = (step, depth) => {
    const inks = new Map();
    if (!step || depth < 2) return inks;
    for (const [cell, value, ink] of step.inks) {
      if (depth === FULL || (ink !== "target" && ink !== "placed")) inks.set(`${cell},${value}`, ink);
    }
    return inks;
  };

  const paint = (board, step, depth, marks) => {
    contents.replaceChildren();
    if (step && depth >= 2) step.frames.forEach(mark);
    const inks = inksOf(step, depth);
    const concerned = new Set([...inks.keys()].map((key) => Number(key.split(",")[0])));
    board.left.forEach((left, cell) => {
      if (given.has(cell) || board.solved.has(cell)) {
        const [x, y, size] = data.places[cell];
        const value = given.has(cell) ? given.get(cell) : [...left][0];
        write(x, y, size, given.has(cell) ? "given" : "solved", data.symbols[value]);
        return;
      }
      if (!concerned.has(cell) && (!marks || left.size === data.full[cell].length)) return;
      for (const value of left) {
        const ink = inks.get(`${cell},${value}`);
        if (marks || ink) pencil(cell, value, ink);
      }
    });
    if (step && depth === FULL) step.links.forEach(mark);
    const xs = [...concerned].map((cell) => data.places[cell][0]);
    const room = picture.parentElement;
    if (xs.length && room.scrollWidth > room.clientWidth) {
      const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
      room.scrollLeft = (middle / picture.viewBox.baseVal.width) * room.scrollWidth - room.clientWidth / 2;
    }
    const open = board.left.length - board.solved.size;
    picture.setAttribute("aria-label", `${board.solved.size} cells filled, ${open} open`);
  };

  const paragraphs = (lines) => {
    byId("text").replaceChildren(...lines.map(([depth, text]) => {
      const line = document.createElement("p");
      line.textContent = text;
      line.style.marginLeft = `${1.2 * depth}rem`;
      return line;
    }));
  };

  const show = () => {
    const step = data.steps[now];
    const depth = Number(byId("depth").value);
    paint(boards[now], step, depth, byId("pencil").checked);
    byId("count").textContent = step
      ? `step ${now + 1} of ${count}${depth > 0 ? ` · ${step.title}${step.rating ? ` · ${step.rating.toFixed(1)}` : ""}` : ""}${step.unique ? " · if there is one solution only" : ""}`
      : boards[now].solved.size === boards[now].left.length ? "solved" : "no step goes further";
    const ending = data.ending ? `${data.ending[0].toUpperCase()}${data.ending.slice(1)}.` : "This is where the steps lead.";
    paragraphs(!step ? [[0, count || data.ending ? ending : "There are no steps."]]
      : depth === FULL ? step.lines : [[0, step.hints[depth]]]);
    byId("notation").textContent = step && depth === FULL ? step.notation : "";
    byId("slider").value = now;
    byId("slider").setAttribute("aria-valuetext", byId("count").textContent);
    for (const id of ["first", "back"]) byId(id).disabled = now === 0;
    for (const id of ["next", "last"]) byId(id).disabled = now === count;
    document.querySelectorAll("#steps button").forEach((button, number) => {
      if (number === now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = document.querySelector("#steps [aria-current]");
    const list = byId("steps");
    if (current && list.scrollHeight > list.clientHeight) {
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  };

  const go = (to) => {
    now = Math.max(0, Math.min(count, to));
    // A page inside a notebook has no address of its own; to give it one is an error.
    if (location.protocol !== "about:") history.replaceState(null, "", `#step=${now + 1}`);
    show();
    if (now === count) pause();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
    byId("play").textContent = "▶ play";
    byId("play").setAttribute("aria-label", "play");
  };
  const play = () => {
    if (timer) return pause();
    if (now === count) go(0);
    timer = setInterval(() => go(now + 1), Number(byId("speed").value));
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").textContent = "⏸ pause";
    byId("play").setAttribute("aria-label", "pause");
  };
  const linked = () => {
    const found = /^#step=(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) - 1 : 0;
  };

  data.steps.forEach((step, number) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const parts = [["number", String(number + 1)], ["title", step.title], ["rating", step.rating ? step.rating.toFixed(1) : ""]];
    for (const [style, text] of parts) {
      const part = document.createElement("span");
      part.className = style;
      part.textContent = text;
      button.append(part);
    }
    button.addEventListener("click", () => { pause(); go(number); });
    const told = document.createElement("div");
    told.className = "told";
    told.textContent = step.hints[FULL];
    item.append(button, told);
    byId("steps").append(item);
  });

  byId("slider").max = count;
  byId("slider").addEventListener("input", (event) => { pause(); go(Number(event.target.value)); });
  byId("first").addEventListener("click", () => { pause(); go(0); });
  byId("back").addEventListener("click", () => { pause(); go(now - 1); });
  byId("next").addEventListener("click", () => { pause(); go(now + 1); });
  byId("last").addEventListener("click", () => { pause(); go(count); });
  byId("play").addEventListener("click", play);
  byId("print").addEventListener("click", () => window.print());
  for (const id of ["depth", "pencil"]) byId(id).addEventListener("change", show);
  byId("speed").addEventListener("change", () => { if (timer) { pause(); play(); } });
  window.addEventListener("hashchange", () => { pause(); go(linked()); });

  const keys = {
    ArrowLeft: () => { pause(); go(now - 1); },
    ArrowRight: () => { pause(); go(now + 1); },
    Home: () => { pause(); go(0); },
    End: () => { pause(); go(count); },
    " ": play,
    p: () => byId("pencil").click(),
    h: () => { const depth = byId("depth"); depth.value = (Number(depth.value) + 1) % (FULL + 1); show(); },
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select") || (event.key === " " && event.target.matches("button"));
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  go(linked());
})();
