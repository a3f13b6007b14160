// The page of an exploration: draws the graph, and goes from state to state.

const { states, transitions, events, steps } = data;
const items = all("#states > li");
const labelOf = ({ event, isRefused }) => events[event].label + (isRefused ? " (refused)" : "");

// -- where each state is drawn: a column for each depth, or several where it has many states

const width = 176, height = 48, gapX = 140, gapY = 16;
const layers = [];
states.forEach((state, number) => (layers[state.depth] ??= []).push(number));
const neighbours = states.map(() => new Set());
for (const { from, to } of transitions) {
  if (from !== to) { neighbours[from].add(to); neighbours[to].add(from); }
}
const rank = states.map(() => 0);
const setRanks = (layer) => layer.forEach((state, index) => { rank[state] = (index + .5) / layer.length; });
layers.forEach(setRanks);
// States are put beside those that they are connected with, from left to right and back, some times.
for (let sweep = 0; sweep < 8; sweep += 1) {
  for (const layer of sweep % 2 ? [...layers].reverse() : layers) {
    const wanted = new Map(layer.map((state) => {
      const near = [...neighbours[state]].filter((other) => states[other].depth !== states[state].depth);
      return [state, near.length ? near.reduce((sum, other) => sum + rank[other], 0) / near.length : rank[state]];
    }));
    layer.sort((one, other) => wanted.get(one) - wanted.get(other) || one - other);
    setRanks(layer);
  }
}
const tallest = Math.max(8, Math.ceil(1.6 * Math.sqrt(states.length)));
const columns = [];
for (const layer of layers) {
  const parts = Math.ceil(layer.length / tallest), size = Math.ceil(layer.length / parts);
  for (let part = 0; part < parts; part += 1) columns.push(layer.slice(part * size, (part + 1) * size));
}
const rows = Math.max(...columns.map((column) => column.length));
const boardWidth = columns.length * (width + gapX) - gapX + 80, boardHeight = rows * (height + gapY) - gapY + 40;
const positions = [];
columns.forEach((column, x) => column.forEach((state, y) => {
  const top = (rows - column.length) * (height + gapY) / 2;
  positions[state] = { x: 30 + x * (width + gapX), y: 20 + top + y * (height + gapY), column: x, row: y };
}));

// -- the drawing

const draw = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};

const svg = draw("svg", {
  viewBox: `0 0 ${boardWidth} ${boardHeight}`, role: "listbox", "aria-label": "States of the graph",
});
const lineLayer = draw("g", { "aria-hidden": "true" }), labelLayer = draw("g", { "aria-hidden": "true" });
const shortened = (text, most) => text.length > most ? text.slice(0, most - 1) + "…" : text;
const lines = new Map();
transitions.forEach((transition) => {
  const { from, to } = transition;
  if (from === to) return;
  const key = from + " " + to, known = lines.get(key);
  if (known) { known.transitions.push(transition); return; }
  const a = positions[from], b = positions[to], group = draw("g", { class: "line" });
  let curve, end;
  if (b.column > a.column) {
    const x = a.x + width, y = a.y + height / 2 - 5, x2 = b.x, y2 = b.y + height / 2 - 5;
    const pull = Math.max(40, (x2 - x) / 2.4);
    curve = `M${x} ${y}C${x + pull} ${y} ${x2 - pull} ${y2} ${x2} ${y2}`;
    end = { x: x2, y: y2, side: -1 };
  } else if (b.column < a.column) {
    const x = a.x, y = a.y + height / 2 + 9, x2 = b.x + width, y2 = b.y + height / 2 + 9;
    const pull = Math.max(40, (x - x2) / 2.4);
    curve = `M${x} ${y}C${x - pull} ${y} ${x2 + pull} ${y2} ${x2} ${y2}`;
    end = { x: x2, y: y2, side: 1 };
    group.classList.add("back");
  } else {
    const x = a.x + width, y = a.y + height / 2 + 2, y2 = b.y + height / 2 + (b.y > a.y ? -12 : 14);
    curve = `M${x} ${y}C${x + 46} ${y} ${x + 46} ${y2} ${x} ${y2}`;
    end = { x, y: y2, side: 1 };
  }
  group.append(
    draw("path", { d: curve }),
    draw("path", { class: "arrow", d: `M${end.x} ${end.y}l${8 * end.side} -4.5v9z` }),
  );
  lineLayer.append(group);
  lines.set(key, { group, end, from, to, transitions: [transition] });
});
const boxes = states.map((state, number) => {
  const { x, y } = positions[number];
  const box = draw("g", {
    id: "box-" + number, class: "box" + (state.isOpen ? " open" : ""), role: "option", tabindex: "-1",
    transform: `translate(${x} ${y})`,
  });
  box.append(draw("rect", { class: "outside", width, height, rx: 8 }));
  if (number === 0) {
    box.append(draw("rect", { class: "inside", x: 3.5, y: 3.5, width: width - 7, height: height - 7, rx: 5 }));
  }
  state.label.forEach((line, index) => box.append(
    draw("text", { x: 12, y: (state.label.length > 1 ? 20 : 28) + 16 * index }, shortened(line, 19)),
  ));
  box.append(draw("text", { class: "number", x: width - 10, y: 18, "text-anchor": "end" }, String(number)));
  box.append(draw("title", {}, "State " + number + "\n" + state.label.join("\n")));
  box.addEventListener("click", () => select(number, { focus: true }));
  return box;
});
svg.append(lineLayer, ...boxes, labelLayer);
byId("drawing").append(svg);

let zoom = 1;
const setZoom = (next) => {
  zoom = Math.max(.15, Math.min(2, next));
  svg.setAttribute("width", Math.round(boardWidth * zoom));
  svg.setAttribute("height", Math.round(boardHeight * zoom));
};
const fitting = () => {
  const room = byId("drawing");
  return Math.min((room.clientWidth - 4) / boardWidth, .7 * window.innerHeight / boardHeight, 1.2);
};
byId("smaller").addEventListener("click", () => setZoom(zoom / 1.3));
byId("larger").addEventListener("click", () => setZoom(zoom * 1.3));
byId("fit").addEventListener("click", () => setZoom(fitting()));
setZoom(Math.max(.6, fitting()));

// -- what is reached by the events that are chosen, each state by its shortest path

const checks = all("#filters input[type=checkbox]");
let selected = 0, origin = [], order = [];
const findPaths = () => {
  const chosen = checks.map((check) => check.checked);
  const isChosen = (transition) => chosen[events[transition.event].kind];
  const outgoing = states.map(() => []);
  for (const transition of transitions) if (isChosen(transition)) outgoing[transition.from].push(transition);
  origin = states.map(() => undefined);
  order = [0];
  const found = new Set(order);
  for (let next = 0; next < order.length; next += 1) {
    for (const transition of outgoing[order[next]]) {
      if (found.has(transition.to)) continue;
      found.add(transition.to);
      origin[transition.to] = transition;
      order.push(transition.to);
    }
  }
  for (const line of lines.values()) {
    line.shown = line.transitions.filter(isChosen);
    line.group.style.display = line.shown.length ? "" : "none";
  }
  states.forEach((state, number) => {
    boxes[number].classList.toggle("unreached", !found.has(number));
    boxes[number].setAttribute("aria-label", "State " + number + ": " + state.label.join(", ")
      + (state.isOpen ? ", not expanded" : "")
      + (found.has(number) ? "" : ", not reached with these events"));
  });
  byId("reached").textContent = order.length === states.length
    ? "All states are reached." : order.length + " of " + states.length + " states are reached with these events.";
  select(selected);
};

const pathTo = (number) => {
  const path = [];
  for (let state = number; origin[state]; state = origin[state].from) path.unshift(origin[state]);
  return path;
};

// -- one state at a time

const showPath = (path) => {
  const isReached = selected === 0 || path.length > 0;
  const stepItems = path.map((transition) => {
    const item = make("li"), link = make("a", "state " + transition.to);
    link.href = "#state-" + transition.to;
    item.append(make("code", labelOf(transition)), " → ", link);
    return item;
  });
  byId("path").replaceChildren(
    ...(isReached ? stepItems : [make("li", "No path leads here with the selected events.")]),
  );
  const taken = path.map((transition) => "  " + steps[transition.step].replaceAll("\n", "\n  "));
  byId("flow").textContent = isReached ? [data.given, ...taken, "  .runTest()"].join("\n") : "";
  const isOnPath = new Set(path.map(({ from, to }) => from + " " + to));
  const visited = new Set(path.flatMap(({ from, to }) => [from, to]));
  for (const [key, { group, from, to }] of lines) {
    group.classList.toggle("path", isOnPath.has(key));
    group.classList.toggle("near", from === selected || to === selected);
  }
  boxes.forEach((box, number) => box.classList.toggle("path", visited.has(number)));
};

const showLabels = () => {
  labelLayer.replaceChildren();
  for (const { from, end, shown } of lines.values()) {
    if (from !== selected || !shown.length) continue;
    const more = shown.length > 1 ? " and " + (shown.length - 1) + " more" : "";
    labelLayer.append(draw("text", {
      class: "label", x: end.x + 11 * end.side, y: end.y - 5, "text-anchor": end.side < 0 ? "end" : "start",
    }, shortened(labelOf(shown[0]), 34) + more));
  }
};

const reveal = (number) => {
  const room = byId("drawing"), { x, y } = positions[number], margin = 30;
  const side = (start, size, before, length) => start * zoom - margin < before ? start * zoom - margin
    : (start + size) * zoom + margin > before + length ? (start + size) * zoom + margin - length : before;
  room.scrollLeft = side(x, width, room.scrollLeft, room.clientWidth);
  room.scrollTop = side(y, height, room.scrollTop, room.clientHeight);
};

function select(number, options = {}) {
  selected = number;
  boxes.forEach((box, index) => {
    box.setAttribute("aria-selected", index === number ? "true" : "false");
    box.setAttribute("tabindex", index === number ? "0" : "-1");
  });
  showItem(items, items[number], "State " + number);
  showPath(pathTo(number));
  showLabels();
  reveal(number);
  say(boxes[number].getAttribute("aria-label"));
  // Where the page is one column, the state is not beside the list.
  if (options.shows && !isWide()) byId("main").scrollIntoView();
  if (options.focus) boxes[number].focus({ preventScroll: true });
}

items.forEach((item, number) => {
  item.firstElementChild.addEventListener("click", () => select(number, { shows: true }));
});
// A link to a state shows it, and does not scroll to the list.
document.addEventListener("click", (event) => {
  const address = event.target.closest("a")?.getAttribute("href");
  const number = items.findIndex((item) => "#" + item.id === address);
  if (number < 0) return;
  event.preventDefault();
  select(number, { shows: true });
});
svg.addEventListener("keydown", (event) => {
  const here = positions[selected], column = columns[here.column];
  const exits = [...lines.values()].filter((line) => line.from === selected && line.shown.length);
  const onward = exits.find((line) => positions[line.to].column > here.column) ?? exits[0];
  const next = {
    ArrowRight: () => onward?.to,
    ArrowLeft: () => origin[selected]?.from,
    ArrowUp: () => column[here.row - 1],
    ArrowDown: () => column[here.row + 1],
    Home: () => 0,
    End: () => states.length - 1,
  }[event.key];
  if (!next) return;
  event.preventDefault();
  const number = next();
  if (number !== undefined) select(number, { focus: true });
});

const setAll = (isChecked) => {
  for (const check of checks) check.checked = isChecked;
  findPaths();
};
byId("all").addEventListener("click", () => setAll(true));
byId("none").addEventListener("click", () => setAll(false));
filterItems(items, "state", undefined, findPaths);
followAddress(items, (item) => select(items.indexOf(item)));
