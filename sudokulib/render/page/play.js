"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const picture = byId("picture");
  const count = data.places.length;
  const given = new Map(data.givens);
  for (const cell of data.plain) given.set(cell, data.full[cell][0]); // nothing is to be found there
  const cellsLayer = byId("cells");
  const { draw, write, textOf, known, pencil, mark } = drawingOn(data, byId("contents"));
  const onCells = drawingOn(data, byId("found"));
  const colours = drawingOn(data, byId("colours"));
  const lines = drawingOn(data, byId("drawn"));
  const fog = data.fog ? drawingOn(data, byId("fog")) : null;
  const TINTS = ["#ffffff", "#d0d3d8", "#f5b7b1", "#fad7a0", "#f9e79f", "#abebc6", "#a9dfdf", "#aed6f1", "#d2b4de", "#f5c6e0"];
  const TINT_NAMES = ["none", "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"];

  // What the player has written. A note is a sorted list of values; a line joins two cells, "3-4";
  // what hints that were applied have ruled out is not shown.
  const blank = () => ({ value: Array(count).fill(-1), corner: {}, centre: {}, colour: {}, line: {}, ruled: {} });
  let state = blank();
  let past = [];
  let future = [];
  let mode = "value";
  let chosen = new Set();
  let cursor = 0;
  let seconds = 0;
  let solvedAt = 0;
  let hint = null; // { step, depth } or { wrong }

  const valueAt = (cell) => (given.has(cell) ? given.get(cell) : state.value[cell]);
  const nameOf = (cell) => data.names[cell];

  // The address holds all of it, so that a link continues where one is.
  const encode = () => {
    const text = JSON.stringify({ v: state.value.map((value) => (value < 0 ? "" : value)).join(","), c: state.corner, m: state.centre, k: state.colour, l: Object.keys(state.line), r: state.ruled, t: seconds });
    return btoa(unescape(encodeURIComponent(text))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const notesIn = (found) => {
    const notes = {};
    for (const [cell, values] of Object.entries(found || {})) {
      const kept = Array.isArray(values) ? values.filter((value) => data.full[cell] && data.full[cell].includes(value)) : [];
      if (kept.length) notes[cell] = kept;
    }
    return notes;
  };
  const decode = (text) => {
    try {
      const found = JSON.parse(decodeURIComponent(escape(atob(text.replace(/-/g, "+").replace(/_/g, "/")))));
      const values = String(found.v).split(",");
      if (values.length !== count) return false;
      const next = blank();
      values.forEach((value, cell) => {
        if (value !== "" && data.full[cell].includes(Number(value)) && !given.has(cell)) next.value[cell] = Number(value);
      });
      next.corner = notesIn(found.c);
      next.centre = notesIn(found.m);
      next.ruled = notesIn(found.r);
      for (const line of Array.isArray(found.l) ? found.l : []) {
        const ends = /^(\d+)-(\d+)$/.exec(line);
        if (ends && Number(ends[1]) < Number(ends[2]) && Number(ends[2]) < count) next.line[line] = 1;
      }
      for (const [cell, tint] of Object.entries(found.k || {})) {
        if (data.full[cell] && tint > 0 && tint < TINTS.length) next.colour[cell] = tint;
      }
      state = next;
      seconds = Number.isFinite(found.t) && found.t > 0 ? Math.floor(found.t) : 0;
      return true;
    } catch {
      return false; // a link that was cut
    }
  };
  const remember = () => {
    // A page inside a notebook has no address of its own; to give it one is an error.
    if (location.protocol !== "about:") history.replaceState(null, "", `#s=${encode()}`);
  };
  const change = (edit) => {
    const before = JSON.stringify(state);
    edit();
    if (JSON.stringify(state) === before) return;
    past.push(before);
    future = [];
    hint = null;
    if (data.live) data.steps = []; // they were of the state before
    tell(chosen.size === 1 ? spoken([...chosen][0]) : "");
    show();
    remember();
  };
  const travel = (from, to) => {
    if (!from.length) return;
    to.push(JSON.stringify(state));
    state = JSON.parse(from.pop());
    hint = null;
    if (data.live) data.steps = [];
    tell("");
    show();
    remember();
  };

  // Fog: a clue is seen where a cell, or one that touches it, is filled correctly.
  const isRight = (cell) => given.has(cell) || (state.value[cell] >= 0 && (!data.solution.length || state.value[cell] === data.solution[cell]));
  const isFogged = (cell) => data.fog !== null && !data.fog.lit.includes(cell) && !isRight(cell) && !data.fog.near[cell].some(isRight);

  // Conflicts: constraints that no values of the open cells can meet.
  const possible = () => {
    const found = data.domains.map((values) => values);
    for (let cell = 0; cell < count; cell++) if (valueAt(cell) >= 0) found[cell] = [valueAt(cell)];
    return found;
  };
  const broken = (rule, left) => {
    if (rule.sort === "different") {
      const seen = new Map();
      const twice = new Set();
      for (const cell of rule.on) {
        if (left[cell].length > 1) continue;
        if (seen.has(left[cell][0])) twice.add(cell).add(seen.get(left[cell][0]));
        seen.set(left[cell][0], cell);
      }
      return twice.size ? [...twice].sort((a, b) => a - b) : null;
    }
    const met = {
      sum: () => {
        let least = 0;
        let most = 0;
        rule.on.forEach((cell, place) => {
          const terms = left[cell].map((value) => rule.weights[place][value]);
          least += Math.min(...terms);
          most += Math.max(...terms);
        });
        return rule.totals.some((total) => least <= total && total <= most);
      },
      table: () => rule.tuples.some((tuple) => tuple.every((value, place) => left[rule.on[place]].includes(value))),
      word: () => {
        let states = new Set(rule.start);
        for (const cell of rule.on) {
          const next = new Set();
          for (const one of states) for (const value of left[cell]) for (const to of rule.steps[one][value] || []) next.add(to);
          states = next;
        }
        return rule.accept.some((one) => states.has(one));
      },
    }[rule.sort];
    return !met || met() ? null : rule.on.filter((cell) => cell < count && left[cell].length === 1);
  };
  const cases = new Map();
  for (const rule of data.rules) {
    if (rule.sort === "case") cases.set(rule.selector, [...(cases.get(rule.selector) || []), rule]);
  }
  const conflicts = () => {
    const left = possible();
    const found = [];
    const fogged = data.places.map((place, cell) => isFogged(cell));
    for (const rule of data.rules) {
      if (rule.clue && rule.on.some((cell) => fogged[cell])) continue; // to tell would show the clue
      const cells = broken(rule, left);
      if (cells && cells.some((cell) => cell < count)) found.push({ name: rule.name, cells: cells.filter((cell) => cell < count) });
    }
    for (const [selector, rules] of cases) {
      if (rules.some((rule) => rule.clue && [rule, ...rule.then].some((one) => one.on.some((cell) => fogged[cell])))) continue;
      const cells = new Set();
      const open = left[selector].filter((value) => {
        const bad = rules.filter((rule) => rule.case === value).map((rule) => rule.then.map((one) => broken(one, left)).find(Boolean)).find(Boolean);
        for (const cell of bad || []) cells.add(cell);
        return !bad;
      });
      if (!open.length) found.push({ name: rules[0].name, cells: [...cells].filter((cell) => cell < count) });
    }
    return found;
  };

  const tell = (text) => { byId("status").textContent = text; };
  const paragraphs = (lines) => paragraphsIn(byId("text"), lines);

  // The picture.
  const outlines = data.outlines.map((d, cell) => {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("class", "cell");
    path.setAttribute("d", d);
    path.dataset.cell = cell;
    cellsLayer.append(path);
    return path;
  });
  const corners = (cell) => {
    const values = state.corner[cell] || [];
    const [x, y] = data.middles[cell];
    const room = data.radii[cell];
    const first = data.noted.includes(cell) ? 1 : 0; // the first place holds the sum of a cage
    values.forEach((value, place) => {
      const angle = (((place + first) * 360) / Math.max(8, values.length + first) - 135) * (Math.PI / 180);
      const square = 1 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle)));
      const reach = 0.7 * room * Math.min(square, 1.3);
      write(x + reach * Math.cos(angle), y + reach * Math.sin(angle), 0.42 * room, "pencil", textOf(cell, value));
    });
  };
  const middle = (cell) => {
    const text = (state.centre[cell] || []).map((value) => textOf(cell, value)).join("");
    if (!text) return;
    const [x, y] = data.places[cell];
    write(x, y, Math.min(0.55, 2.4 / Math.max(text.length, 1)) * data.radii[cell], "pencil", text);
  };
  const show = () => {
    byId("contents").replaceChildren();
    byId("colours").replaceChildren();
    byId("found").replaceChildren();
    byId("drawn").replaceChildren();
    if (fog) {
      byId("fog").replaceChildren();
      const cells = data.outlines.filter((d, cell) => isFogged(cell));
      for (const d of cells) fog.draw("path", { class: "fogged", d });
      document.body.dataset.fogged = cells.length;
    }
    for (const line of Object.keys(state.line)) {
      const [from, to] = line.split("-").map((cell) => data.middles[cell].join(" "));
      lines.draw("path", { class: "drawn", d: `M${from}L${to}` });
    }
    const found = conflicts();
    const clash = new Set(found.flatMap((one) => one.cells));
    const step = hint && hint.step !== undefined ? data.steps[hint.step] : null;
    const inks = inksOf(step, step ? hint.depth : 0);
    const hinted = new Set([...inks.keys()].map((key) => Number(key.split(",")[0])));
    for (let cell = 0; cell < count; cell++) {
      if (state.colour[cell]) colours.draw("path", { d: data.outlines[cell], fill: TINTS[state.colour[cell]], "fill-opacity": 0.75 });
    }
    onCells.knownLayers(valueAt);
    if (step && hint.depth >= 2) step.frames.forEach(mark);
    for (let cell = 0; cell < count; cell++) {
      const [x, y] = data.places[cell];
      if (clash.has(cell)) draw("circle", { class: "clash", cx: x, cy: y, r: 0.8 * data.radii[cell] });
      if (valueAt(cell) >= 0) {
        if (!(cell in data.layers)) known(cell, valueAt(cell));
      } else if (hinted.has(cell)) {
        for (const value of data.full[cell]) if (inks.has(`${cell},${value}`)) pencil(cell, value, inks.get(`${cell},${value}`));
      } else {
        corners(cell);
        middle(cell);
      }
    }
    if (step && hint.depth === 3) step.links.forEach(mark);
    outlines.forEach((path, cell) => path.classList.toggle("chosen", chosen.has(cell)));
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
    byId("apply").disabled = !(step && hint.depth === 3);
    for (const button of document.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    const filled = data.places.every((place, cell) => valueAt(cell) >= 0);
    const right = filled && data.solution.length > 0 && data.solution.every((value, cell) => valueAt(cell) === value);
    document.body.dataset.conflicts = found.length;
    document.body.dataset.solved = String(right);
    if (found.length) tell(`Conflict in ${found[0].name}: ${found[0].cells.map(nameOf).join(", ")}`);
    else if (right) {
      solvedAt = solvedAt || seconds || 1;
      tell(`Solved in ${clock(solvedAt)}.`);
    }
    if (!hint) paragraphs([]);
  };
  const spoken = (cell) => {
    const value = valueAt(cell);
    const notes = [...(state.centre[cell] || []), ...(state.corner[cell] || [])].map((one) => data.symbols[one]);
    return `${nameOf(cell)}: ${value >= 0 ? `${data.symbols[value]}${given.has(cell) ? ", given" : ""}` : notes.length ? `notes ${notes.join(" ")}` : "empty"}`;
  };

  // Choosing cells.
  const choose = (cell, more) => {
    if (!more) chosen = new Set();
    chosen.add(cell);
    cursor = cell;
    show();
    if (!Number(document.body.dataset.conflicts) && document.body.dataset.solved !== "true") tell(spoken(cell));
    picture.focus({ preventScroll: true });
    reveal();
  };
  // The part of a large board that is seen follows the cursor: by as little as needed, or to its middle.
  const reveal = (middle) => {
    const cell = cellsLayer.querySelector(`[data-cell="${cursor}"]`).getBoundingClientRect();
    const box = picture.getBoundingClientRect();
    const by = (start, end, low, high) => middle ? (start + end - low - high) / 2 : Math.min(0, start - (end - start) - low) || Math.max(0, end + (end - start) - high);
    picture.scrollBy(by(cell.left, cell.right, box.left, box.right), by(cell.top, cell.bottom, box.top, box.bottom));
  };
  const ZOOMS = ["", "large", "whole"];
  const zoom = () => {
    picture.dataset.zoom = ZOOMS[(ZOOMS.indexOf(picture.dataset.zoom || "") + 1) % ZOOMS.length];
    reveal(true);
  };
  // A stroke of the pen draws segments, or rubs them out if the first of them was there.
  let stroke = null;
  const segment = (from, to) => {
    const line = `${Math.min(from, to)}-${Math.max(from, to)}`;
    if (stroke === null) stroke = { rubs: line in state.line };
    change(() => {
      if (stroke.rubs) delete state.line[line];
      else state.line[line] = 1;
    });
  };
  // A press on a cell of a layer with two values, such as an edge of a loop, gives it one, the other, none.
  const turn = (cell) => {
    if (!data.layers[cell] || data.full[cell].length !== 2 || given.has(cell)) return;
    const [last, first] = data.full[cell];
    const now = state.value[cell];
    change(() => { state.value[cell] = now < 0 ? first : now === first ? last : -1; });
  };
  let dragging = false;
  picture.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0) return;
    event.preventDefault();
    stroke = null;
    dragging = mode === "line" || event.pointerType !== "touch"; // a finger scrolls a large board
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    choose(cell, more);
    if (mode === "value" && !more) turn(cell);
    if (event.target.hasPointerCapture && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  picture.addEventListener("pointermove", (event) => {
    const cell = dragging ? cellAt(event) : -1;
    if (cell < 0 || cell === cursor) return;
    if (mode === "line") {
      segment(cursor, cell);
      choose(cell, false);
    } else if (!chosen.has(cell)) choose(cell, true);
  });
  window.addEventListener("pointerup", () => { dragging = false; });
  // Arrows stay on the cells of the grid, or on those of the layers that are drawn on these.
  const isSmall = (cell) => cell in data.layers;
  const otherSort = () => {
    const next = nearestOther(data.places, data.layers, cursor);
    if (next >= 0) choose(next, false);
  };
  const move = (dx, dy, more) => {
    const next = nextCell(data.places, data.radii, cursor, dx, dy, (cell) => isSmall(cell) === isSmall(cursor));
    if (next < 0) return;
    if (mode === "line" && more) {
      stroke = null;
      segment(cursor, next);
      choose(next, false);
    } else choose(next, more);
  };

  // Writing.
  const open = () => [...chosen].filter((cell) => !given.has(cell));
  const put = (value) => change(() => {
    if (mode === "colour") {
      const all = [...chosen].every((cell) => (state.colour[cell] || 0) === value);
      for (const cell of chosen) {
        if (all || !value) delete state.colour[cell];
        else state.colour[cell] = value;
      }
      return;
    }
    const cells = open().filter((cell) => data.full[cell].includes(value));
    if (mode === "value") {
      const all = cells.every((cell) => state.value[cell] === value);
      for (const cell of cells) state.value[cell] = all ? -1 : value;
      return;
    }
    const empty = cells.filter((cell) => state.value[cell] < 0);
    const all = empty.every((cell) => (state[mode][cell] || []).includes(value));
    for (const cell of empty) {
      const rest = (state[mode][cell] || []).filter((one) => one !== value);
      const next = all ? rest : [...rest, value].sort((a, b) => a - b);
      if (next.length) state[mode][cell] = next;
      else delete state[mode][cell];
    }
  });
  const erase = () => change(() => {
    const filled = mode === "line" ? [] : open().filter((cell) => state.value[cell] >= 0);
    for (const cell of filled) state.value[cell] = -1;
    if (filled.length) return;
    if (mode !== "line") for (const cell of chosen) for (const kind of ["corner", "centre", "colour"]) delete state[kind][cell];
    if (mode === "line") for (const line of Object.keys(state.line)) if (line.split("-").some((cell) => chosen.has(Number(cell)))) delete state.line[line];
  });

  // Help.
  const wrong = () => data.solution.flatMap((value, cell) => (state.value[cell] >= 0 && state.value[cell] !== value ? [cell] : []));
  const check = () => {
    if (!data.solution.length) return tell("There is no single solution to compare with.");
    const cells = wrong();
    const left = data.places.filter((place, cell) => valueAt(cell) < 0).length;
    tell(cells.length ? `${cells.length} wrong: ${cells.map(nameOf).join(", ")}` : left ? `All is right so far; ${left} to go.` : "All is right.");
  };
  const isRuledOut = (cell, value) => {
    const notes = state.centre[cell] || [];
    return valueAt(cell) >= 0 || (state.ruled[cell] || []).includes(value) || (notes.length > 0 && !notes.includes(value));
  };
  const isDone = (step) => step.placed.every((cell) => valueAt(cell) >= 0)
    && (step.placed.length > 0 || step.gone.every(([cell, value]) => isRuledOut(cell, value)));
  // A server finds a step of any state; without one, there are those of the path computed before.
  let asking = false;
  const askServer = async () => {
    if (asking) return;
    asking = true;
    byId("hint").disabled = true;
    const marks = {};
    data.full.forEach((values, cell) => {
      const left = values.filter((value) => !isRuledOut(cell, value));
      if (valueAt(cell) < 0 && left.length < values.length) marks[cell] = left;
    });
    const said = { ...data.live, values: data.places.map((place, cell) => valueAt(cell)), marks };
    const before = JSON.stringify(state);
    const answer = await fetch(data.live.address, { method: "POST", body: JSON.stringify(said) }).then((got) => got.json(), () => ({ text: "The server is gone." }));
    asking = false;
    byId("hint").disabled = false;
    if (JSON.stringify(state) !== before) return; // an answer to another state
    data.steps = answer.step ? [answer.step] : [];
    if (answer.step) help();
    else paragraphs([[0, answer.text]]);
  };
  const help = () => {
    const mistakes = wrong();
    if (mistakes.length) {
      const deep = hint && hint.wrong ? 1 : 0;
      hint = { wrong: true };
      show();
      paragraphs([[0, deep ? `Look again at ${mistakes.map(nameOf).join(", ")}.` : "There is a mistake. Another press says where."]]);
      return;
    }
    const next = data.steps.findIndex((step) => !isDone(step));
    if (next < 0 && data.live) return void askServer();
    if (next < 0) return paragraphs([[0, data.steps.length ? "There are no more steps." : "No steps were found for this puzzle."]]);
    const depth = hint && hint.step === next ? Math.min(3, hint.depth + 1) : 0;
    hint = { step: next, depth };
    show();
    const step = data.steps[next];
    paragraphs(depth === 3 ? step.lines : [[0, step.hints[depth]]]);
  };
  const apply = () => {
    if (!hint || hint.step === undefined) return;
    const step = data.steps[hint.step];
    change(() => {
      const kept = new Map(step.inks.filter(([, , ink]) => ink === "placed").map(([cell, value]) => [cell, value]));
      for (const cell of step.placed) {
        const gone = new Set(step.gone.filter(([one]) => one === cell).map(([, value]) => value));
        const value = kept.has(cell) ? kept.get(cell) : data.solution.length ? data.solution[cell] : data.full[cell].find((one) => !gone.has(one));
        if (!given.has(cell)) state.value[cell] = value;
      }
      for (const [cell, value] of step.gone) {
        state.ruled[cell] = [...new Set([...(state.ruled[cell] || []), value])].sort((a, b) => a - b);
        for (const kind of ["corner", "centre"]) {
          const rest = (state[kind][cell] || []).filter((one) => one !== value);
          if (rest.length) state[kind][cell] = rest;
          else delete state[kind][cell];
        }
      }
    });
  };

  // The clock.
  const clock = (time) => {
    const parts = [Math.floor(time / 3600), Math.floor(time / 60) % 60, time % 60];
    const shown = parts[0] ? parts : parts.slice(1);
    return shown.map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
  };
  const paused = () => document.body.classList.contains("paused");
  setInterval(() => {
    if (paused() || solvedAt || document.hidden) return;
    seconds += 1;
    byId("clock").textContent = clock(seconds);
    if (seconds % 10 === 0) remember();
  }, 1000);
  const pause = () => {
    const now = document.body.classList.toggle("paused");
    byId("pause").setAttribute("aria-pressed", String(now));
    byId("pause").textContent = now ? "go on" : "pause";
  };

  // Buttons and keys.
  const keypad = () => {
    const listed = mode === "line" ? [] : mode === "colour" ? TINTS.map((tint, value) => [value, String(value), tint]) : data.symbols.map((symbol, value) => [value, symbol, ""]);
    byId("keypad").replaceChildren(...listed.map(([value, text, tint]) => {
      const button = document.createElement("button");
      button.textContent = text;
      button.dataset.value = value;
      if (tint) {
        button.className = "swatch";
        button.style.background = tint;
        button.setAttribute("aria-label", `${text} ${TINT_NAMES[value]}`);
      }
      button.addEventListener("click", () => put(value));
      return button;
    }));
  };
  const turnTo = (next) => {
    mode = next;
    picture.classList.toggle("drawing", mode === "line");
    keypad();
    show();
  };
  for (const button of document.querySelectorAll("[data-mode]")) button.addEventListener("click", () => turnTo(button.dataset.mode));
  const undo = () => travel(past, future);
  const redo = () => travel(future, past);
  const restart = () => { solvedAt = 0; change(() => { state = blank(); }); };
  for (const [id, action] of Object.entries({ undo, redo, erase, check, hint: help, apply, restart, pause, zoom })) byId(id).addEventListener("click", action);
  const MODES = ["value", "corner", "centre", "colour", "line"];
  const keys = {
    ArrowLeft: (event) => move(-1, 0, event.shiftKey),
    ArrowRight: (event) => move(1, 0, event.shiftKey),
    ArrowUp: (event) => move(0, -1, event.shiftKey),
    ArrowDown: (event) => move(0, 1, event.shiftKey),
    Delete: erase,
    Backspace: erase,
    Escape: () => { chosen = new Set(); show(); },
    "+": zoom,
    " ": () => turnTo(MODES[(MODES.indexOf(mode) + 1) % MODES.length]),
    z: () => turnTo("value"),
    x: () => turnTo("corner"),
    c: () => turnTo("centre"),
    v: () => turnTo("colour"),
    b: () => turnTo("line"),
    h: help,
    l: otherSort,
  };
  document.addEventListener("keydown", (event) => {
    if (event.altKey || paused()) return;
    if (event.ctrlKey || event.metaKey) {
      const action = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
      if (action) { event.preventDefault(); action(); }
      return;
    }
    if (event.target.matches("button, summary") && (event.key === " " || event.key === "Enter")) return;
    const typed = /^Digit\d$/.test(event.code) && event.shiftKey ? event.code.slice(-1) : event.key;
    const symbol = mode === "line" ? -1 : mode === "colour" ? (/^\d$/.test(typed) ? Number(typed) : -1)
      : data.symbols.findIndex((one) => one.toLowerCase() === typed.toLowerCase());
    if (symbol >= 0 && chosen.size) {
      event.preventDefault();
      return put(symbol);
    }
    if (!(event.key in keys)) return;
    event.preventDefault();
    keys[event.key](event);
  });

  const linked = /^#s=([\w-]+)$/.exec(location.hash);
  if (linked && !decode(linked[1])) tell("The link was cut or is of another puzzle; the board is empty.");
  byId("clock").textContent = clock(seconds);
  keypad();
  show();
})();
