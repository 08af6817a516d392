"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const text = byId("text");
  const picture = byId("picture");
  const QUIET = 60; // ms after the last key until the picture is asked for
  const SVG = "http://www.w3.org/2000/svg";

  let socket = null;
  let name = data.name;
  let numbers = 0;
  let board = null; // what the picture shows; that of the last text without problems
  let shown = ""; // the text of that board
  let chosen = new Set();
  let cursor = 0;
  let trail = [];
  let tool = null; // a kind to draw; null: digits
  let candidates = null;
  let borders = [];
  let others = null; // two solutions
  let pencil = false;
  let job = 0;
  let jobName = "";
  let since = 0;
  let savedText = null;
  let walk = null; // the steps of a text: { of, boards, steps, now }; now: -1 if none is shown
  const answers = new Map();

  const element = (kind, content, attributes = {}) => {
    const made = document.createElement(kind);
    made.textContent = content;
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const tell = (said) => { byId("status").textContent = said; };

  // The socket: a message is answered by one with its id; all else comes by itself.
  const tabName = (given) => {
    if (given) sessionStorage.setItem("tab", given);
    if (!sessionStorage.getItem("tab")) {
      sessionStorage.setItem("tab", [...crypto.getRandomValues(new Uint8Array(8))].map((one) => one.toString(16).padStart(2, "0")).join(""));
    }
    return sessionStorage.getItem("tab");
  };
  const ask = (message) => new Promise((resolve) => {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const id = (numbers += 1);
    answers.set(id, resolve);
    socket.send(JSON.stringify({ ...message, id }));
  });
  const connect = () => {
    socket = new WebSocket(`ws://${location.host}${location.pathname}tab`);
    socket.addEventListener("open", () => open(sessionStorage.getItem("name") || name, text.value));
    socket.addEventListener("message", (event) => {
      const said = JSON.parse(event.data);
      if (said.is === "error") tell(said.message);
      if (answers.has(said.id)) {
        answers.get(said.id)(said);
        answers.delete(said.id);
      } else (heard[said.is] || (() => {}))(said);
    });
    socket.addEventListener("close", () => {
      answers.clear();
      job = 0;
      editing = Promise.resolve();
      byId("saved").textContent = "no server; what is written stays here";
      document.body.dataset.connected = "false";
      setTimeout(connect, 1000);
    });
  };
  window.addEventListener("pagehide", () => { keepHistory(); if (socket) socket.close(); });

  // The text, its history and what is written of it.
  let past = [];
  let future = [];
  let typedAt = 0;
  let current = "";
  let sent = ""; // the last text that the server is known to have
  const setText = (next, at) => {
    if (next === current) return;
    past.push({ text: current, at: text.selectionStart });
    future = [];
    typedAt = 0;
    put(next, at);
    look(0);
  };
  const put = (next, at) => {
    const { scrollTop, scrollLeft } = text;
    current = next;
    text.value = next;
    if (at !== undefined) text.setSelectionRange(at, at);
    [text.scrollTop, text.scrollLeft] = [scrollTop, scrollLeft];
    gutter();
    mark();
  };
  const travel = (from, to) => {
    if (!from.length) return;
    to.push({ text: current, at: text.selectionStart });
    const { text: next, at } = from.pop();
    put(next, at);
    look(0);
  };
  const undo = () => travel(past, future);
  const redo = () => travel(future, past);
  text.addEventListener("input", () => {
    const now = Date.now();
    if (now - typedAt > 700) past.push({ text: current, at: text.selectionStart });
    typedAt = now;
    future = [];
    current = text.value;
    gutter();
    mark();
    look();
    complete(false);
  });
  const mark = () => {
    byId("saved").textContent = current === savedText ? "saved" : "not saved; kept as a draft";
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
    document.title = `${current === savedText ? "" : "• "}${name} – studio`;
    clearTimeout(keepTimer);
    keepTimer = setTimeout(keepHistory, 300);
  };

  // The history of each file is kept in the tab, for a page that is loaded again.
  const MOST_KEPT = 1_000_000; // characters; browsers keep some five millions
  let keepTimer = 0;
  const keepHistory = () => {
    let room = MOST_KEPT;
    const fits = (one) => (room -= one.text.length) > 0;
    const latest = [...past].reverse();
    const end = latest.findIndex((one) => !fits(one));
    const kept = { current, unsent: current !== sent, past: (end < 0 ? latest : latest.slice(0, end)).reverse(), future: future.filter(fits) };
    try { sessionStorage.setItem(`history ${name}`, JSON.stringify(kept)); } catch { /* the tab's store is full */ }
  };
  const keptHistory = (content) => {
    const kept = JSON.parse(sessionStorage.getItem(`history ${name}`) || "null");
    if (!kept) return { content, past: [], future: [] };
    if (kept.unsent || kept.current === content) return { ...kept, content: kept.current };
    return { content, past: [...kept.past, { text: kept.current, at: 0 }], future: [] }; // changed elsewhere
  };

  // Line numbers, and problems at their lines.
  let problems = [];
  const gutter = () => {
    const bad = new Set(problems.map((one) => one.line));
    const lines = current.split("\n").length;
    byId("gutter").replaceChildren(...Array.from({ length: lines }, (_, at) => {
      const line = element("div", bad.has(at + 1) ? `● ${at + 1}` : String(at + 1));
      if (bad.has(at + 1)) line.className = "bad";
      return line;
    }));
    byId("gutter").scrollTop = text.scrollTop;
  };
  text.addEventListener("scroll", () => { byId("gutter").scrollTop = text.scrollTop; });
  const goTo = (line, column = 1) => {
    const lines = current.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(at, at + Math.max(1, (lines[line - 1] || "").length - column + 1));
    const height = text.scrollHeight / Math.max(1, lines.length);
    text.scrollTop = Math.max(0, height * (line - 4));
  };
  const showProblems = (found) => {
    problems = found;
    text.setAttribute("aria-invalid", String(found.length > 0));
    byId("problems").replaceChildren(...found.map((one) => {
      const button = element("button", `line ${one.line}: ${one.message}${one.value ? ` (${one.value})` : ""}`);
      if (one.fix) button.append(element("small", one.fix));
      button.addEventListener("click", () => goTo(one.line, one.column));
      return button;
    }));
    gutter();
  };

  // Looking: the picture of the latest text; after a while what is known of it.
  let lookTimer = 0;
  const look = (quiet = QUIET) => {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(async () => {
      const asked = current;
      const said = await ask({ do: "text", text: asked, drawing: board ? board.drawing : 0 });
      if (said.is === "shown" || said.is === "skipped") sent = asked;
      if (asked === current) showBoard(said, asked);
    }, quiet);
  };
  const showBoard = (said, asked) => {
    if (said.is !== "shown") return;
    showProblems(said.problems);
    picture.classList.toggle("old", !said.board);
    if (!said.board) return;
    if (!said.board.svg && said.board.drawing !== board.drawing) { look(0); return; } // another came between
    if (shown !== asked) [candidates, others] = [null, null];
    shown = asked;
    if (said.board.svg) drawBoard(said.board);
    else Object.assign(board, said.board); // only digits have changed, or lines of the text
    showStep(isCurrent() ? walk.now : -1);
    wantFacts();
  };
  let editing = Promise.resolve(); // edits one after the other, each on the text of the one before
  const edit = (change) => {
    editing = editing.then(async () => {
      const asked = current;
      const said = await ask({ do: "edit", text: asked, edit: change, drawing: board ? board.drawing : 0 });
      if (said.is === "shown") sent = said.text;
      if (said.is !== "shown" || asked !== current) return;
      past.push({ text: asked, at: text.selectionStart });
      future = [];
      typedAt = 0;
      put(said.text);
      showBoard(said, said.text);
    });
    return editing;
  };

  // The picture.
  let cells = [];
  let pen = null;
  const drawBoard = (next) => {
    const was = board;
    const same = was && was.names.length === next.names.length;
    board = next;
    picture.innerHTML = board.svg;
    picture.querySelector("svg").setAttribute("aria-hidden", "true");
    pen = drawingOn(board, picture.querySelector("#contents"));
    const layer = picture.querySelector("#cells");
    cells = board.outlines.map((d, cell) => {
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", "cell");
      path.setAttribute("d", d);
      path.dataset.cell = cell;
      layer.append(path);
      return path;
    });
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", "trail");
    layer.append(line);
    if (!same) [chosen, cursor, trail] = [new Set(), 0, []];
    if (!was || was.rules !== board.rules) byId("rules").innerHTML = board.rules; // what is folded stays so
    keypad();
  };
  const paint = () => {
    if (!board) return;
    cells.forEach((path, cell) => path.classList.toggle("chosen", chosen.has(cell)));
    const points = trail.map((cell) => board.middles[cell].join(" "));
    const line = picture.querySelector(".trail");
    if (line) line.setAttribute("d", points.length ? `M${points.join("L")}${points.length === 1 ? "h0.1" : ""}` : "");
    showShapes();
    if (walk && walk.of === shown && walk.now >= 0) pen.position(walk.boards[walk.now], walk.steps[walk.now], ALL, true);
    else paintCells();
  };
  const paintCells = () => {
    const given = new Map(board.givens);
    picture.querySelector("#contents").replaceChildren();
    const valueAt = (cell) => (given.has(cell) ? given.get(cell) : pencil && candidates && candidates[cell].length === 1 ? candidates[cell][0] : -1);
    pen.knownLayers(valueAt);
    if (pencil && candidates) borders.forEach(pen.mark);
    const written = pencil && candidates ? (legend(new Set(), false), new Set()) : paintDifferences();
    board.places.forEach(([x, y, size], cell) => {
      if (valueAt(cell) >= 0) return cell in board.layers ? undefined : pen.known(cell, valueAt(cell));
      if (pencil && candidates) {
        const left = candidates[cell];
        for (const value of left) if (board.full[cell].includes(value)) pen.pencil(cell, value);
        return undefined;
      }
      if (written.has(cell)) pen.write(x, y, size * 0.55, "other", others.map((one) => pen.textOf(cell, one[cell])).join(" "));
      return undefined;
    });
  };
  // Where two solutions differ in lines, shades and borders: full what only the first has, dashed what only
  // the second has. Returns the other cells in which they differ, for two symbols each.
  const ABSENT = new Set(["shaft", "dot-white"]); // crosses and dots: signs of what is not there
  const LOOKS = { lines: ["full lines", "dashed lines"], borders: ["full borders", "dashed borders"], shades: ["filled cells", "cells with a dashed outline"] };
  const paintDifferences = () => {
    const cellsLeft = new Set();
    const looks = new Set();
    if (others && others.length > 1 && others.every((one) => one.length >= board.places.length)) {
      const [one, other] = others;
      board.places.forEach((_, cell) => { if (one[cell] !== other[cell]) cellsLeft.add(cell); });
      const parted = board.walls.filter(([a, b]) => (one[a] === one[b]) !== (other[a] === other[b]));
      for (const [a, b, border] of parted) differing(border, one[a] !== one[b], looks);
      if (parted.length) for (const [a, b] of board.walls) for (const cell of [a, b]) if (cell in board.layers) cellsLeft.delete(cell);
      for (const cell of [...cellsLeft].filter((one) => one in board.layers)) {
        const [first, second] = others.map((held) => board.layers[cell][board.full[cell].indexOf(held[cell])][1].filter(([ink]) => !ABSENT.has(ink)));
        if (!first.length === !second.length) continue;
        cellsLeft.delete(cell);
        for (const item of first.length ? first : second) differing(item, first.length > 0, looks);
      }
    }
    legend(looks, cellsLeft.size > 0);
    return cellsLeft;
  };
  const differing = ([ink, path], first, looks) => {
    if (ink === "path-middle") return void pen.mark([ink, path]); // between the two strokes of a double line
    const look = ink.startsWith("fill-") ? "shades" : ink === "thick" ? "borders" : "lines";
    looks.add(look);
    pen.draw("path", { class: `${ink} ${look}-in-${first ? "first" : "second"}`, d: path });
  };
  const legend = (looks, symbols) => {
    const of = (number) => Object.keys(LOOKS).filter((look) => looks.has(look)).map((look) => LOOKS[look][number]).join(" and ");
    const parts = looks.size ? [`${of(0)} are only in the first, ${of(1)} only in the second`] : [];
    if (symbols) parts.push("of two symbols in a cell, the first solution has the left one");
    byId("legend").textContent = parts.length ? `Where two solutions differ: ${parts.join("; ")}.` : "";
  };
  const showShapes = () => {
    const here = board.shapes.filter((shape) => shape.cells.some((cell) => chosen.has(cell)));
    byId("shapes").replaceChildren(...here.slice(0, 20).map((shape) => {
      const item = element("li", "");
      const where = element("button", shape.name, { title: `Go to line ${shape.line}` });
      where.addEventListener("click", () => goTo(shape.line));
      const gone = element("button", "remove", { "aria-label": `remove ${shape.name}` });
      gone.addEventListener("click", () => edit({ what: "remove", number: shape.number }));
      item.append(where, " ", gone);
      return item;
    }));
  };
  const spoken = (cell) => {
    const given = new Map(board.givens);
    const held = given.has(cell) ? `given ${board.symbols[given.get(cell)]}` : candidates ? candidates[cell].map((value) => board.symbols[value]).join(" ") : "empty";
    return `${board.names[cell]}: ${held}`;
  };
  const choose = (cell, more) => {
    if (!more) chosen = new Set();
    chosen.add(cell);
    cursor = cell;
    paint();
    tell(chosen.size > 1 ? `${chosen.size} cells` : spoken(cell));
    picture.focus({ preventScroll: true });
  };

  // Steps: found one after the other, each drawn on the board before it when it is chosen.
  const isCurrent = () => walk && walk.of === shown;
  const showStep = (number) => {
    const there = isCurrent() && number >= 0 && number < walk.steps.length;
    if (walk) walk.now = there ? number : -1;
    paragraphsIn(byId("told"), there ? walk.steps[number].lines : []);
    byId("told").hidden = !there;
    byId("count").textContent = !walk ? "" : there ? `${number + 1} of ${walk.steps.length}` : isCurrent() ? `${walk.steps.length}` : "of an earlier text";
    byId("back").disabled = !there;
    byId("next").disabled = !isCurrent() || number + 1 >= walk.steps.length;
    const list = byId("walkthrough");
    list.hidden = !isCurrent() || !walk.steps.length;
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const item = there ? list.children[number] : null;
    if (item) {
      item.firstChild.setAttribute("aria-current", "step");
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    if (board) paint();
  };
  const addStep = (step) => {
    const number = walk.steps.length;
    walk.steps.push(step);
    walk.boards.push(boardAfter(walk.boards[number], step));
    const item = element("li", "");
    const button = element("button", "");
    for (const [style, said] of [["number", number + 1], ["title", step.title], ["rating", step.rating ? step.rating.toFixed(1) : ""]]) button.append(element("span", said, { class: style }));
    button.addEventListener("click", () => showStep(walk.now === number ? -1 : number));
    item.append(button);
    byId("walkthrough").append(item);
    showStep(walk.now);
  };

  // Dragging: chooses cells, or draws a shape.
  let dragging = false;
  picture.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || event.button) return;
    event.preventDefault();
    dragging = Boolean(tool) || event.pointerType !== "touch";
    if (tool) { trail = [cell]; chosen = new Set(); }
    choose(cell, Boolean(tool) || event.shiftKey || event.ctrlKey || event.metaKey);
  });
  picture.addEventListener("pointermove", (event) => {
    const cell = dragging ? cellAt(event) : -1;
    if (cell < 0 || (tool ? trail.includes(cell) : chosen.has(cell))) return;
    if (tool) trail.push(cell);
    choose(cell, true);
  });
  window.addEventListener("pointerup", () => {
    if (dragging && tool && trail.length) finish();
    dragging = false;
  });
  window.addEventListener("pointercancel", () => { dragging = false; trail = []; paint(); });
  const finish = () => {
    const names = trail.map((cell) => board.names[cell]);
    trail = [];
    const fields = { kind: tool.kind };
    const clue = byId("clue").value.trim();
    if (tool.clues[0] === "circle") {
      fields.circle = names[0];
      fields[tool.cells] = names.join(" ");
    } else {
      fields[tool.cells] = names.join(" ");
      if (clue) fields[tool.clues[0]] = clue;
      else if (tool.required) return void (paint(), tell(`write the ${tool.clues[0]} of the ${tool.kind} first`), byId("clue").focus());
    }
    paint();
    edit({ what: "shape", fields });
  };
  const symbol = (value) => {
    const given = new Map(board.givens);
    const all = value >= 0 && [...chosen].every((cell) => given.get(cell) === value);
    const fitting = [...chosen].filter((cell) => value < 0 || board.full[cell].includes(value));
    if (!fitting.length) return;
    // It is seen at once; the server answers with the text.
    board.givens = [...board.givens.filter(([cell]) => !fitting.includes(cell)), ...(value < 0 || all ? [] : fitting.map((cell) => [cell, value]))];
    paint();
    tell(fitting.length > 1 ? `${fitting.length} cells` : spoken(fitting[0]));
    edit({ what: "given", cells: fitting, symbol: value < 0 || all ? "" : board.symbols[value] });
  };
  const keypad = () => {
    const symbols = board.symbols.join("\n");
    if (byId("keypad").dataset.symbols === symbols) return;
    byId("keypad").dataset.symbols = symbols;
    byId("keypad").replaceChildren(...board.symbols.map((one, value) => {
      const button = element("button", one, { "data-value": value });
      button.addEventListener("click", () => symbol(value));
      return button;
    }));
  };
  const move = (dx, dy, more) => {
    const next = nextCell(board.places, board.radii, cursor, dx, dy, (cell) => cell in board.layers === cursor in board.layers);
    if (next >= 0) choose(next, more);
  };
  const keys = {
    ArrowLeft: (event) => move(-1, 0, event.shiftKey || trail.length),
    ArrowRight: (event) => move(1, 0, event.shiftKey || trail.length),
    ArrowUp: (event) => move(0, -1, event.shiftKey || trail.length),
    ArrowDown: (event) => move(0, 1, event.shiftKey || trail.length),
    l: () => {
      const next = nearestOther(board.places, board.layers, cursor);
      if (next >= 0) choose(next, trail.length);
    },
    Delete: () => symbol(-1),
    Backspace: () => symbol(-1),
    Escape: () => { [chosen, trail] = [new Set(), []]; showStep(-1); },
    ",": () => { if (walk) showStep(Math.max(0, walk.now - 1)); },
    ".": () => { if (walk) showStep(Math.min(walk.steps.length - 1, walk.now + 1)); },
    " ": () => { if (tool && !trail.includes(cursor)) { trail.push(cursor); choose(cursor, trail.length > 1); } },
    Enter: () => { if (tool && trail.length) finish(); },
  };
  picture.addEventListener("keydown", (event) => {
    if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
    const typed = /^Digit\d$/.test(event.code) && event.shiftKey ? event.code.slice(-1) : event.key;
    const value = tool ? -1 : board.symbols.findIndex((one) => one.toLowerCase() === typed.toLowerCase());
    if (value >= 0 && chosen.size) symbol(value);
    else if (event.key in keys) keys[event.key](event);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const action = { z: event.shiftKey ? redo : undo, y: redo, s: () => save() }[event.key.toLowerCase()];
    if (!action || event.target.matches("input")) return;
    event.preventDefault();
    action();
  });

  // Completion.
  const list = byId("completions");
  let options = { start: 0, found: [], at: 0 };
  const closeList = () => {
    list.hidden = true;
    text.removeAttribute("aria-activedescendant");
  };
  const complete = async (wanted) => {
    const [asked, at] = [current, text.selectionStart];
    const before = asked.slice(asked.lastIndexOf("\n", at - 1) + 1, at);
    if (!wanted && !/[\w-]$|(geometry|kind|make): $|, $|- $|\{$/.test(before)) return closeList();
    const said = await ask({ do: "complete", text: asked, at });
    if (asked !== current || at !== text.selectionStart || said.is !== "completions" || !said.found.length) return closeList();
    options = { ...said, at: 0 };
    list.replaceChildren(...said.found.map(([word, detail], number) => {
      const item = element("li", word, { role: "option", id: `option-${number}` });
      item.append(" ", element("small", detail));
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); take(number); });
      return item;
    }));
    list.hidden = false;
    const style = getComputedStyle(text);
    const height = parseFloat(style.lineHeight);
    const column = said.start - asked.lastIndexOf("\n", said.start - 1) - 1;
    const row = asked.slice(0, at).split("\n").length;
    const top = row * height + 8 - text.scrollTop;
    const room = byId("editor").clientHeight;
    const high = Math.min(list.scrollHeight, 224);
    list.style.top = `${top + high > room && top - height > high ? top - height - high - 4 : top}px`;
    list.style.left = `${Math.max(0, Math.min(text.offsetLeft + 6 + column * parseFloat(style.fontSize) * 0.6 - text.scrollLeft, byId("editor").clientWidth - list.offsetWidth - 2))}px`;
    point(0);
  };
  const point = (number) => {
    options.at = (number + options.found.length) % options.found.length;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === options.at)));
    const item = list.children[options.at]; // scrollIntoView would move the text as well
    list.scrollTop = Math.min(item.offsetTop, Math.max(list.scrollTop, item.offsetTop + item.offsetHeight - list.clientHeight));
    text.setAttribute("aria-activedescendant", `option-${options.at}`);
  };
  const take = (number) => {
    const at = text.selectionStart;
    const [word] = options.found[number];
    closeList();
    setText(current.slice(0, options.start) + word + current.slice(at), options.start + word.length);
    text.focus();
  };
  text.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) { event.preventDefault(); complete(true); return; }
    if (!list.hidden) {
      const action = { ArrowDown: () => point(options.at + 1), ArrowUp: () => point(options.at - 1), Enter: () => take(options.at), Tab: () => take(options.at), Escape: closeList }[event.key];
      if (action) { event.preventDefault(); action(); return; }
    }
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { // keeps the indent
      const at = text.selectionStart;
      const indent = /^[ ]*/.exec(current.slice(current.lastIndexOf("\n", at - 1) + 1, at))[0];
      if (!indent) return;
      event.preventDefault();
      setText(`${current.slice(0, at)}\n${indent}${current.slice(text.selectionEnd)}`, at + 1 + indent.length);
    }
  });
  text.addEventListener("blur", closeList);
  text.addEventListener("pointerdown", closeList);

  // Long work. Facts are looked for by themselves, but not instead of what somebody has begun.
  let workText = "";
  let factsOf = null; // the text of which they are known, or were stopped
  const wantFacts = () => {
    if (factsOf !== current && shown === current && (!job || jobName === "facts")) begin("facts", {});
  };
  const begin = async (what, more) => {
    const asked = current;
    [job, jobName] = [-1, what]; // at once, so that nothing else begins
    const said = await ask({ do: what, text: asked, ...more });
    if (job === -1 && jobName === what) job = said.is === "started" ? said.job : 0;
    if (said.is !== "started") return;
    workText = asked;
    if (what === "facts") factsOf = null;
    since = Date.now();
    byId("stop").disabled = false;
    document.body.dataset.working = what;
    if (what === "facts") for (const id of ["solutions", "clues", "symmetry"]) byId(id).textContent = "…";
    if (what === "rate") byId("rating").textContent = "…";
    progress("");
  };
  let part = "";
  const progress = (said) => {
    part = said;
    const seconds = Math.floor((Date.now() - since) / 1000);
    byId("progress").textContent = job ? `${part || jobName}${seconds ? ` · ${seconds} s` : ""}` : "";
  };
  setInterval(() => { if (job) progress(part); }, 1000);
  const end = (said) => {
    if (said.job !== job) return;
    job = 0;
    if (jobName === "facts") factsOf = workText;
    wantFacts();
    byId("stop").disabled = true;
    document.body.dataset.working = "";
    progress("");
    for (const id of ["solutions", "clues", "symmetry", "rating"]) if (byId(id).textContent === "…") byId(id).textContent = said.is === "done" ? "–" : said.is;
    if (said.is === "failed") { tell(said.message); byId("result").replaceChildren(element("p", said.message)); }
    if (said.is === "stopped") byId("progress").textContent = "stopped";
  };
  const STATUS = { unique: "one solution", multiple: "several solutions", none: "no solution", unknown: "not known within the time" };
  const fresh = (action) => (said) => { if (said.job === job) action(said); };
  const showFact = (id, content, good) => {
    byId(id).textContent = content;
    byId(id).classList.toggle("good", Boolean(good));
  };
  const heard = {
    progress: fresh((said) => progress(said.part)),
    done: end,
    stopped: end,
    failed: end,
    solutions: fresh((said) => {
      others = said.status === "multiple" ? said.solutions : null;
      const more = said.conflict || (said.differences.length ? `two of them differ in ${said.differences.length} cell${said.differences.length === 1 ? "" : "s"}: ${said.differences.slice(0, 8).join(" ")}${said.differences.length > 8 ? " …" : ""}` : "");
      showFact("solutions", `${STATUS[said.status]}${more ? `; ${more}` : ""}`, said.status === "unique");
      document.body.dataset.solutions = said.status;
      paint();
    }),
    candidates: fresh((said) => { [candidates, borders] = [said.cells, said.borders]; paint(); }),
    clues: fresh((said) => {
      const some = said.redundant.slice(0, 8).join(", ");
      const texts = said.changes.slice(0, 3).join("; ");
      showFact("clues", said.minimal ? "minimal: every clue is needed" : said.redundant.length ? `${said.redundant.length} can go, each by itself: ${some}${said.redundant.length > 8 ? " …" : ""}` : texts ? `one change makes it unique: ${texts}` : said.stopped ? `not all known, out of ${said.stopped}` : "no single change makes it unique", said.minimal);
      showFact("symmetry", Object.entries(said.symmetry).filter(([, names]) => names.length).map(([what, names]) => `${what}: ${names.join(", ")}`).join("; ") || "none");
    }),
    rating: fresh((said) => showFact("rating", `${said.text}${said.stopped ? ", at least; the time was up" : said.solved ? "" : ", not solved by steps"}`)),
    walk: fresh((said) => {
      walk = { of: workText, boards: [firstBoard(said.start)], steps: [], now: -1 };
      byId("walkthrough").replaceChildren();
      showStep(-1);
    }),
    step: fresh(addStep),
    written: fresh((said) => {
      setText(said.text);
      byId("result").replaceChildren(element("p", said.said));
    }),
    link: fresh((said) => {
      const link = element("a", said.text.length > 90 ? `${said.text.slice(0, 90)}…` : said.text, { href: /^https?:/.test(said.text) ? said.text : "#", target: "_blank", rel: "noreferrer noopener", id: "link" });
      const copy = element("button", "copy");
      copy.addEventListener("click", () => navigator.clipboard.writeText(said.text).then(() => tell("copied"), () => tell("the browser does not allow to copy")));
      byId("result").replaceChildren(element("p", ""), ...dropped(said));
      byId("result").firstChild.append(link, " ", copy);
    }),
    file: fresh((said) => {
      const bytes = Uint8Array.from(atob(said.content), (one) => one.charCodeAt(0));
      const link = element("a", said.name, { download: said.name, href: URL.createObjectURL(new Blob([bytes])) });
      byId("result").replaceChildren(element("p", "exported: "), ...dropped(said));
      byId("result").firstChild.append(link);
      link.click();
    }),
    changed: (said) => {
      if (current === savedText || current === said.text) {
        savedText = said.text;
        setText(said.text);
        mark();
        tell(`${name} was changed outside and is read again`);
        return;
      }
      savedText = said.text;
      mark();
      const take = element("button", "take it");
      take.addEventListener("click", () => { setText(said.text); byId("result").replaceChildren(); });
      byId("result").replaceChildren(element("p", `${name} was changed outside, and you have changes too. `), take);
    },
  };
  const dropped = (said) => said.dropped.map((one) => element("p", `not expressed: ${one}`));

  // Files.
  const open = async (wanted, mine) => {
    const said = await ask({ do: "open", name: wanted, tab: tabName() });
    if (said.is !== "opened") return;
    tabName(said.tab);
    const again = name === said.name && mine !== undefined && mine !== "";
    name = said.name;
    sessionStorage.setItem("name", name);
    fill(byId("files"), [...new Set([name, ...said.names])].map((one) => [one, one]).concat([["", "new …"]]), name);
    geometries(said.geometries);
    savedText = said.draft ? null : said.text;
    sent = said.text;
    const kept = again ? { content: mine, past, future } : keptHistory(said.text);
    ({ past, future } = kept);
    typedAt = 0;
    document.body.dataset.connected = "true";
    put(kept.content);
    if (said.draft && !again) {
      const drop = element("button", "take the file instead");
      drop.addEventListener("click", async () => {
        const file = await ask({ do: "revert" });
        savedText = file.text;
        setText(file.text);
        byId("result").replaceChildren();
      });
      byId("result").replaceChildren(element("p", "This is what was not saved last time. "), drop);
    }
    look();
  };
  const geometries = (names) => byId("geometry-list").replaceChildren(...names.map((one) => {
    const button = element("button", "", { "data-name": one });
    button.append(element("img", "", { loading: "lazy", alt: "", src: `geometries/${encodeURIComponent(one)}.svg` }), one);
    button.addEventListener("click", () => {
      dialog.close();
      edit({ what: "geometry", name: one });
    });
    return button;
  }));
  const fill = (select, entries, value) => {
    select.replaceChildren(...entries.map(([key, label]) => element("option", label, { value: key })));
    select.value = value;
  };
  let refused = false;
  const save = async () => {
    const saving = current;
    const said = await ask({ do: "save", text: saving, force: refused });
    refused = said.is === "error";
    if (said.is !== "saved") return;
    savedText = saving;
    mark();
  };
  byId("files").addEventListener("change", async () => {
    const wanted = byId("files").value || prompt("Name of the new file", "puzzle.yaml");
    if (wanted) await open(wanted);
    byId("files").value = name;
  });

  // Buttons.
  fill(byId("kind"), [["", "digits"], ...data.drawables.map((one, number) => [number, one.kind])], "");
  byId("kind").addEventListener("change", () => {
    tool = byId("kind").value === "" ? null : data.drawables[Number(byId("kind").value)];
    picture.classList.toggle("drawing", Boolean(tool));
    const clue = tool && tool.clues[0] !== "circle" ? tool.clues[0] : "";
    byId("clue-label").hidden = !clue;
    byId("clue-name").textContent = clue || "";
    byId("clue").value = "";
    trail = [];
    tell(tool ? tool.detail : "");
  });
  fill(byId("export"), [["", "export …"], ...Object.entries(data.exports)], "");
  byId("export").addEventListener("change", () => {
    begin("export", { to: byId("export").value });
    byId("export").value = "";
  });
  const dialog = byId("geometries");
  byId("gallery").addEventListener("click", () => dialog.showModal());
  byId("geometries-close").addEventListener("click", () => dialog.close());
  byId("geometry-filter").addEventListener("input", () => {
    const wanted = byId("geometry-filter").value.trim().toLowerCase();
    for (const button of byId("geometry-list").children) button.hidden = !button.dataset.name.toLowerCase().includes(wanted);
  });
  byId("back").addEventListener("click", () => showStep(walk.now - 1));
  byId("next").addEventListener("click", () => showStep(walk.now + 1));
  byId("walk").addEventListener("click", () => begin("steps", {}));
  const rating = (id) => (byId(id).value.trim() === "" ? null : Number(byId(id).value));
  byId("generate").addEventListener("click", () => begin("generate", { symmetry: byId("pattern").value, low: rating("low"), high: rating("high") }));
  byId("thin").addEventListener("click", () => begin("thin", { shapes: byId("thin-shapes").checked }));
  for (const what of ["sums", "layout", "rate"]) byId(what).addEventListener("click", () => begin(what, {}));
  byId("stop").addEventListener("click", () => ask({ do: "stop" }));
  byId("play").addEventListener("click", () => window.open(`play/${tabName()}`));
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("save").addEventListener("click", save);
  byId("erase").addEventListener("click", () => symbol(-1));
  byId("pencil").addEventListener("click", () => {
    pencil = !pencil;
    byId("pencil").setAttribute("aria-pressed", String(pencil));
    paint();
  });
  connect();
})();
