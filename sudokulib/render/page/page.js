"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const contents = byId("contents");
  const picture = document.querySelector("#picture svg");
  const count = data.steps.length;
  let now = 0;
  let timer = 0;

  // The boards: before each step, and after the last one.
  const boards = [firstBoard(data.start)];
  for (const step of data.steps) boards.push(boardAfter(boards[boards.length - 1], step));

  const { position } = drawingOn(data, contents);

  const paint = (board, step, depth, marks) => {
    const concerned = position(board, step, depth, marks);
    const xs = [...concerned].map((cell) => data.places[cell][0]);
    const room = picture.parentElement;
    if (xs.length && room.scrollWidth > room.clientWidth) {
      const middle = (Math.min(...xs) + Math.max(...xs)) / 2;
      room.scrollLeft = (middle / picture.viewBox.baseVal.width) * room.scrollWidth - room.clientWidth / 2;
    }
    const open = board.left.length - board.solved.size;
    picture.setAttribute("aria-label", `${board.solved.size} cells filled, ${open} open`);
  };

  const show = () => {
    const step = data.steps[now];
    const depth = Number(byId("depth").value);
    paint(boards[now], step, depth, byId("pencil").checked);
    byId("count").textContent = step
      ? `step ${now + 1} of ${count}${depth > 0 ? ` · ${step.title}${step.rating ? ` · ${step.rating.toFixed(1)}` : ""}` : ""}${step.unique ? " · if there is one solution only" : ""}`
      : boards[now].solved.size === boards[now].left.length ? "solved" : "no step goes further";
    const ending = data.ending ? `${data.ending[0].toUpperCase()}${data.ending.slice(1)}.` : "This is where the steps lead.";
    paragraphsIn(byId("text"), !step ? [[0, count || data.ending ? ending : "There are no steps."]]
      : depth === ALL ? step.lines : [[0, step.hints[depth]]]);
    byId("notation").textContent = step && depth === ALL ? step.notation : "";
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
    told.textContent = step.hints[ALL];
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
    h: () => { const depth = byId("depth"); depth.value = (Number(depth.value) + 1) % (ALL + 1); show(); },
  };
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches("input, select") || (event.key === " " && event.target.matches("button, summary"));
    if (typing || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  go(linked());
})();
