// swift-format-ignore-file
// Written by .ci/page-files; change the files in the folder Files, and run it again.

/// The files that pages are made of.
package enum PageFiles {
  package static let flowsCSS = #"""
/* The page of flow tests: scenarios, their steps and forks, and the names of events. */

#filters { display: flex; flex-wrap: wrap; gap: .8rem 1.6rem; align-items: end; }
#filters .grow { flex: 1 1 16rem; }
#filters fieldset label { margin-right: .9rem; line-height: 2.3; white-space: nowrap; }
.columns { grid-template-columns: 14rem minmax(0, 1fr); }
nav { font-size: .92rem; position: sticky; top: var(--top); align-self: start; max-height: 96vh; overflow: auto; }
nav h2 { font-size: .82rem; color: var(--quiet); font-weight: 600; margin: .6rem 0 .3rem; }
nav ul { list-style: none; margin: 0 0 1.2rem; padding: 0; }
nav li { padding: .18rem 0; }
section { margin-bottom: 2.6rem; }
.nothing { padding: 2rem; text-align: center; color: var(--quiet); }

/* A scenario: its heading opens it */

article { position: relative; margin: 0 0 .8rem; padding: .85rem 1.1rem .8rem; box-shadow: var(--shadow); }
article.failed { border-color: color-mix(in srgb, var(--bad) 55%, var(--line)); }
article:target { outline: 2px solid var(--accent); outline-offset: 1px; }
article h3 { display: flex; gap: .65rem; margin: 0 4rem 0 0; font-size: 1.04rem; color: var(--ink); }
article > details > summary { display: block; }
.title::first-letter { text-transform: uppercase; }
.opener:hover :is(.title, .text) { text-decoration: underline; text-decoration-thickness: 1px; }
.opener::after {
  content: ""; flex: none; width: .42em; height: .42em; margin-left: .2rem; align-self: center;
  border: solid var(--quiet); border-width: 0 2px 2px 0; transform: rotate(45deg) translate(-2px, -2px);
}
[open] > .opener::after { transform: rotate(225deg) translate(-2px, -2px); }
article > details > .opener::after { position: absolute; top: 1.35rem; right: 1.3rem; }
.mark { font-weight: 700; color: var(--good); width: 1em; flex: none; }
.failed .mark, .about strong { color: var(--bad); }
.anchor { position: absolute; top: .85rem; right: 2.6rem; padding: 0 .3rem; color: var(--quiet); }
.anchor, nav a:not(:hover) { text-decoration: none; }
.about { display: block; font-size: .86rem; }
.scenario :is(.about, .body) { margin-left: 1.65rem; }
.body { margin-top: .9rem; }

/* Steps on a line, and forks that leave it */

.steps { list-style: none; margin: 0; padding: 0; }
.steps > li { position: relative; padding: .22rem 0 .22rem 1.5rem; }
.steps > li::before {
  content: ""; position: absolute; left: 5px; top: 0; bottom: 0; border-left: 2px solid var(--line);
}
.steps > li:first-child::before { top: .85rem; }
.steps > li:last-child::before { bottom: auto; height: .85rem; }
.steps > li:first-child:last-child::before { display: none; }
.steps > .step::after {
  content: ""; position: absolute; left: 1px; top: .72rem; width: 10px; height: 10px; border-radius: 50%;
  background: var(--card); border: 2px solid var(--edge);
}
.steps > :is(.event, .given)::after { background: var(--accent); border-color: var(--accent); }
.steps > .step.failed::after { background: var(--bad); border-color: var(--bad); border-radius: 2px; }
.steps > .notRun::after { border-style: dotted; background: var(--card); }
.notRun .sentence { color: var(--quiet); }
.sentence { margin: 0; display: flex; gap: .6rem; align-items: baseline; color: var(--ink); }
.verb { flex: none; width: 4.6rem; color: var(--quiet); font-size: .86rem; }
:is(.event, .given) .verb, .opener .verb { color: var(--accent); font-weight: 650; }
.text { overflow-wrap: anywhere; min-width: 0; }
.target { color: var(--quiet); font-size: .88em; }
.branch {
  position: relative; margin: .25rem 0 .35rem; padding: .5rem .9rem .45rem; background: var(--tint);
  border-radius: 10px;
}
.branch::before {
  content: ""; position: absolute; left: calc(-1.5rem + 5px); top: -.3rem; width: calc(1.5rem - 5px);
  height: 1.45rem; border: 2px solid var(--line); border-width: 0 0 2px 2px; border-bottom-left-radius: 10px;
}
.branch .steps { margin-top: .4rem; }
.changes, .effects, .state { margin: .15rem 0 .2rem 5.2rem; padding: 0; font-size: .86rem; color: var(--quiet); }
.step .failure { margin-left: 5.2rem; }
.changes { list-style: none; }
.changes li, .effects li { overflow-wrap: anywhere; }
.label { margin-right: .4em; }
li > del { text-decoration: line-through; text-decoration-color: color-mix(in srgb, var(--bad) 50%, transparent); }
.changes pre { color: var(--ink); }
.effects { display: flex; gap: .6rem; }
.effects i { flex: none; }
.effects ul { margin: 0; padding: 0; list-style: none; }
.source { margin: 0; font-size: .84rem; color: var(--quiet); overflow-wrap: anywhere; }

/* Events */

.events { padding: .2rem 1rem .6rem; background: var(--tint); border-radius: 8px; margin-bottom: 1rem; }
.events h4 { margin: .6rem 0 .2rem; font-size: .92rem; }
.events ul { margin: 0; padding-left: 1.1rem; columns: 16rem; font-size: .92rem; }
kbd { font-family: var(--mono); padding: 0 .35em; border: 1px solid var(--line); border-radius: 4px; }

@media (max-width: 60rem) {
  nav { position: static; max-height: none; }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1.1rem; margin-bottom: .4rem; }
  nav h2 { margin-top: .2rem; }
}
@media (max-width: 34rem) {
  article { padding-left: .8rem; padding-right: .8rem; }
  .scenario :is(.about, .body) { margin-left: 0; }
  .sentence { flex-wrap: wrap; gap: 0 .5rem; }
  .verb { width: auto; }
  .text { flex: 1 1 80%; }
  .changes, .effects, .state, .step .failure { margin-left: 0; }
  .branch { padding-left: .7rem; padding-right: .6rem; }
  .steps > li { padding-left: 1.2rem; }
  .branch::before { left: calc(-1.2rem + 5px); width: calc(1.2rem - 5px); }
}
@media print {
  nav, .anchor, .opener::after { display: none; }
  article.scenario { break-inside: auto; }
}
@media (forced-colors: active) {
  .steps > .event::after { background: CanvasText; }
}
"""#

  package static let flowsHTML = #"""
<div class="bar live" hidden>
<form role="search" id="filters" class="inner">
<p class="grow"><label for="search">Search</label>
<input type="search" id="search" autocomplete="off" placeholder="text of a scenario or a step"></p>
<p><label for="scope">About</label>
<select id="scope"><option value="">everything</option>{{scopes}}</select></p>
<fieldset><legend>Result</legend>
<label><input type="radio" name="result" value="" checked> all</label>
<label><input type="radio" name="result" value="passed"> <span aria-hidden="true">✓</span> passed</label>
<label><input type="radio" name="result" value="failed"> <span aria-hidden="true">✗</span> failed</label>
</fieldset>
<p><label><input type="checkbox" id="unchecked"> with unchecked changes</label></p>
<p class="tools"><button type="button" id="open-all" aria-pressed="false">Open all</button></p>
</form>
</div>
<div class="columns">
<nav aria-label="Contents">
<h2>Scenarios</h2>
<ul>
{{groups}}
</ul>
{{links}}
</nav>
<main id="main" tabindex="-1">
<p id="nothing" class="nothing" hidden>No scenario matches.</p>
{{scenarios}}
{{events}}
{{explorations}}
</main>
</div>
"""#

  package static let flowsJS = #"""
// The page of flow tests: filters scenarios, and opens what is looked for.

const openers = all("article > details, .branch");

const openAll = byId("open-all");
openAll.addEventListener("click", () => {
  const isOpen = openAll.getAttribute("aria-pressed") !== "true";
  openAll.setAttribute("aria-pressed", isOpen);
  openAll.textContent = isOpen ? "Close all" : "Open all";
  for (const opener of openers) opener.open = isOpen;
});

const fits = (value, wanted) => wanted === "" || wanted === value;

filterItems(all(".scenario"), "scenario", ({ dataset }) => {
  return fits(dataset.scope, byId("scope").value)
    && fits(dataset.result, document.querySelector("input[name=result]:checked").value)
    && !(byId("unchecked").checked && dataset.unchecked === "0");
}, () => {
  for (const events of all(".events")) events.hidden = !fits(events.dataset.scope, byId("scope").value);
  const isEmpty = (section) => !section.querySelector("[data-scope]:not([hidden])");
  for (const section of all("section:has([data-scope])")) section.hidden = isEmpty(section);
});

followAddress(all("article"), (article) => {
  article.querySelector("details").open = true;
  article.hidden = false;
  article.closest("section").hidden = false;
  article.scrollIntoView();
});
"""#

  package static let graphCSS = #"""
/* The page of an exploration: the graph, its states, and one of them. */

:root { --wide: 96rem; }
.kinds { max-height: 8.4rem; overflow: auto; }
.kinds label { display: inline-block; margin-right: 1.1rem; line-height: 2; overflow-wrap: anywhere; }
#search { max-width: 27rem; }
.columns { grid-template-columns: minmax(0, 1fr) minmax(17rem, 27rem); }
.columns > :is(.graph, .rest) { grid-column: 1; }
.columns > .panel { grid-column: 2; grid-row: 1 / span 2; }
.columns > main:not(.panel) { grid-column: 1 / -1; }
.exits, .path { padding-left: 1.3rem; overflow-wrap: anywhere; }
.path:empty::after { content: "The initial state."; color: var(--quiet); margin-left: -1.3rem; }

/* The drawing */

.drawing { overflow: auto; max-height: 70vh; }
.drawing svg { display: block; }
.box { cursor: pointer; outline-offset: 3px; }
.box rect { fill: var(--card); stroke: var(--edge); stroke-width: 1.2; }
.box text { font: 12px var(--mono); fill: var(--ink); }
.box .number { font: 600 11px var(--sans); fill: var(--quiet); }
.box .inside { fill: none; }
.box.open .outside { stroke-dasharray: 7 4; }
.box.unreached .outside { stroke-dasharray: 1.5 3.5; }
.box.unreached text { fill: var(--quiet); }
.box.path .outside { stroke: var(--accent); stroke-width: 2.6; }
.box[aria-selected="true"] .outside { stroke: var(--accent); stroke-width: 4; fill: var(--tint); }
.line path { fill: none; stroke: var(--quiet); stroke-width: 1.1; opacity: .5; }
.line .arrow { fill: var(--quiet); stroke: none; }
.line.back path:first-child { stroke-dasharray: 5 4; }
.line.near path { opacity: 1; stroke: var(--ink); stroke-width: 1.5; }
.line.near .arrow { fill: var(--ink); }
.line.path path { opacity: 1; stroke: var(--accent); stroke-width: 3.2; }
.line.path .arrow { fill: var(--accent); }
.label {
  font: 11px var(--sans); fill: var(--ink); stroke: var(--card); stroke-width: 4px; paint-order: stroke;
  pointer-events: none;
}
@media print {
  .drawing { max-height: none; border: 0; }
  .drawing svg { max-width: 100%; height: auto; }
}
@media (forced-colors: active) {
  .box rect, .line path { stroke: CanvasText; }
  .box[aria-selected="true"] .outside { stroke: Highlight; }
}
"""#

  package static let graphHTML = #"""
<div id="bar" class="bar live" hidden>
<form id="filters" class="inner">
<fieldset class="kinds"><legend>Events and ends of effects</legend>
{{kinds}}
</fieldset>
<p class="tools"><button type="button" id="all">All</button> <button type="button" id="none">None</button>
<output id="reached" class="quiet"></output></p>
<p><label for="search">Search</label>
<input type="search" id="search" autocomplete="off" placeholder="text of a state"></p>
</form>
</div>
<div class="columns">
<section id="graph" class="graph live" aria-labelledby="graph-title" hidden>
<h2 id="graph-title">The graph</h2>
<p class="tools"><button type="button" id="smaller" aria-label="Smaller"><span aria-hidden="true">−</span></button>
<button type="button" id="larger" aria-label="Larger"><span aria-hidden="true">+</span></button>
<button type="button" id="fit">Fit</button>
<span class="quiet">The arrow keys go from state to state. A dashed line leads back, a thick line is on the path,
a dotted box is not reached, a double line is the start.</span></p>
<div id="drawing" class="drawing"></div>
</section>
<main id="main" class="panel live" tabindex="-1" hidden>
<h2 id="heading"></h2>
<div id="detail"></div>
<h3>The shortest path</h3>
<ol id="path" class="path"></ol>
<details><summary>As a flow test</summary><pre id="flow" tabindex="0"></pre></details>
</main>
<div class="rest">
{{findings}}
<nav aria-label="States">
<h2>States</h2>
<p id="nothing" class="quiet" hidden>No state matches.</p>
<ol id="states" class="states">
{{states}}
</ol>
</nav>
</div>
</div>
"""#

  package static let graphJS = #"""
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
"""#

  package static let kitCSS = #"""
/* What the pages of flows, recordings and explorations share. */

:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #23262b; --quiet: #5d636d; --line: #e3e0da; --tint: #f3f1ec;
  --accent: #2f5bb0; --good: #1d6b45; --good-tint: #e6f3ec; --bad: #a5281f; --bad-tint: #fbeae8;
  --edge: color-mix(in srgb, var(--quiet) 55%, var(--line));
  --shadow: 0 1px 2px rgb(40 36 28 / 6%), 0 4px 16px rgb(40 36 28 / 4%);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --wide: 78rem;
  --top: 1rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --card: #1d2025; --ink: #e4e5e7; --quiet: #9da3ad; --line: #32363d; --tint: #24282e;
    --accent: #8fb2f5; --good: #7fcfa4; --good-tint: #1b3227; --bad: #f29a92; --bad-tint: #3d2321;
    --shadow: none;
  }
}

/* Text */

* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: calc(var(--top) + 4rem); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 1.8rem; margin: 0 0 .3rem; letter-spacing: -.015em; }
h2 { font-size: 1.15rem; margin: 0 0 .6rem; }
h3 { font-size: .86rem; color: var(--quiet); font-weight: 600; margin: 1.4rem 0 .4rem; }
a { color: var(--accent); text-underline-offset: .15em; }
code, pre, del, ins { font-family: var(--mono); font-size: .86em; }
pre {
  margin: .3rem 0; padding: .6rem .8rem; overflow: auto; max-height: 26rem; background: var(--tint);
  border-radius: 8px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere;
}
pre del, pre ins { font-size: 1em; }
del, ins { text-decoration: none; }
del { color: var(--bad); }
ins { color: var(--good); font-weight: 600; }
pre:has(del, ins), .quiet, .summary, footer, legend, summary { color: var(--quiet); }
.summary { margin: 0; }
summary { cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.seen-by-readers {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.skip { position: absolute; left: -999px; top: 0; padding: .6rem 1rem; background: var(--card); z-index: 9; }
.skip:focus { left: 0; }

/* Results: a sign and a word, besides the color */

.badge {
  display: inline-block; padding: 0 .55em; border-radius: 1em; background: var(--tint); color: var(--quiet);
  font-size: .84em; font-weight: 600; white-space: nowrap;
}
.badge.passed { background: var(--good-tint); color: var(--good); }
.badge.failed { background: var(--bad-tint); color: var(--bad); }
.failure {
  margin: .4rem 0 .5rem; padding: .6rem .9rem; border-left: 4px solid var(--bad); border-radius: 4px 8px 8px 4px;
  background: var(--bad-tint); overflow-wrap: anywhere;
}
.failure strong { color: var(--bad); }
.failure pre { background: none; padding: 0; }

/* The frame */

header, .bar { background: var(--card); }
.bar { border-bottom: 1px solid var(--line); }
.inner, .columns, footer { max-width: var(--wide); margin: 0 auto; padding: 0 1.5rem; }
header .inner { padding-top: 2rem; padding-bottom: .9rem; }
.bar .inner { padding-bottom: .8rem; }
.columns { display: grid; gap: 1.6rem 2.4rem; padding-top: 1.6rem; }
.columns > * { min-width: 0; }
main { outline: none; }
footer { padding-top: 2rem; padding-bottom: 2rem; font-size: .86rem; }
.panel, .drawing, article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.panel {
  position: sticky; top: var(--top); align-self: start; max-height: calc(100vh - var(--top) - 1rem); overflow: auto;
  box-shadow: var(--shadow); padding: 1.2rem 1.4rem;
}
.panel pre:not(.whole) { max-height: none; }
table { border-collapse: collapse; font-size: .9rem; margin: 0 0 1.6rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem 1.2rem .3rem 0; border-top: 1px solid var(--line); }
thead th { border: 0; color: var(--quiet); }
th { font-weight: 600; overflow-wrap: anywhere; }
td { font-variant-numeric: tabular-nums; }

/* What is pressed, and typed into */

button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
button:disabled { color: var(--quiet); cursor: default; opacity: .6; }
.tools { margin: .4rem 0; font-size: .86rem; }
.tools button, select, input[type="search"] {
  min-width: 2.4rem; min-height: 2.4rem; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: 8px;
  background: var(--paper);
}
select, input[type="search"] { width: 100%; border-color: var(--edge); }
fieldset { border: 0; margin: 0; padding: 0; }
legend, form p > label:first-child { display: block; padding: 0; font-size: .82rem; color: var(--quiet); }
form p { margin: 0; }

/* A list whose buttons show what stands behind them in the panel */

.moments, .states { list-style: none; margin: 0; padding: 0; }
:is(.moments, .states) button {
  display: block; width: 100%; text-align: left; border: 0; border-left: 3px solid transparent; background: none;
  padding: .36rem .7rem; border-radius: 0 8px 8px 0; overflow-wrap: anywhere;
}
:is(.moments, .states) button:is(:hover, [aria-current]) { background: var(--tint); }
:is(.moments, .states) [aria-current] { border-left-color: var(--accent); font-weight: 600; }
:is(.moments, .states) :is(b, i, small) { font: inherit; }
:is(.moments, .states) :is(i, small) { color: var(--quiet); font-size: .8rem; font-weight: 400; }
:is(.moments, .states) small { display: block; }
:is(.moments, .states) i { float: right; margin-left: .8rem; }
:is(.moments, .states) button ~ * { margin-left: .8rem; }
@media screen {
  .panel.live:not([hidden]) ~ * :is(.moments, .states) button ~ * { display: none; }
}

@media (max-width: 60rem) {
  .columns { display: block; }
  .panel { position: static; max-height: none; margin-bottom: 1.6rem; padding: 1rem; }
}
@media (max-width: 34rem) {
  .inner, .columns, footer { padding-left: 1rem; padding-right: 1rem; }
  h1 { font-size: 1.5rem; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --shadow: none; }
  .bar, .tools, .skip, .panel.live, footer { display: none !important; }
  .columns { display: block; }
  details::details-content { content-visibility: visible; block-size: auto; }
  pre { max-height: none; }
  li, article { break-inside: avoid-page; }
  h2, h3 { break-after: avoid; }
}
"""#

  package static let kitJS = #"""
// What the scripts of all pages share. They insert all content of the app as text, never as markup.

const byId = (id) => document.getElementById(id);
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
const make = (name, text, className) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  return element;
};
const counted = (count, thing) => count + " " + thing + (count === 1 ? "" : "s");

// The data of the page, if it has some.
const data = JSON.parse(byId("data")?.textContent ?? "null");

// What only a script brings to life is shown when there is one.
for (const part of all(".live")) part.hidden = false;

// Whether the panel stands beside the list; see the style sheet.
const isWide = () => window.matchMedia("(min-width: 60.01rem)").matches;

// Has a screen reader say a text.
const say = (text) => { byId("said").textContent = text; };

// Hides the items that do not fit the form of the page: each word of its search, and what else it asks for.
const filterItems = (items, thing, fits = () => true, then = () => {}) => {
  const search = byId("search"), plain = (text) => text.toLowerCase().replace(/\s+/g, " ").trim();
  let texts;
  const apply = (event) => {
    const words = plain(search.value).split(" ");
    if (search.value) texts ??= items.map((item) => plain(item.textContent));
    items.forEach((item, index) => {
      item.hidden = !(fits(item) && (!search.value || words.every((word) => texts[index].includes(word))));
    });
    const shown = items.filter((item) => !item.hidden).length;
    byId("nothing").hidden = shown > 0 || items.length === 0;
    then();
    if (event) say(counted(shown, thing));
  };
  const form = byId("filters");
  form.addEventListener("input", apply);
  // Some ways of choosing from a list do not fire an input event.
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    search.focus();
  });
  apply();
};

// Shows an item of a list in the panel: what stands behind its button.
const showItem = (items, item, title) => {
  for (const other of items) other.firstElementChild.ariaCurrent = other === item ? "true" : null;
  byId("heading").textContent = title;
  byId("detail").replaceChildren(...[...item?.children ?? []].slice(1).map((part) => part.cloneNode(true)));
};

// Calls a function with the item that the address names, now and whenever it changes.
const followAddress = (items, show) => {
  const follow = () => {
    let name = "";
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
    const item = items.find((item) => item.id === name);
    if (item) show(item);
  };
  window.addEventListener("hashchange", follow);
  follow();
};
"""#

  package static let pageHTML = #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'">
<link rel="icon" href="data:,">
<title>{{title}}</title>
<style>
{{style}}
</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="inner">
<h1>{{title}}</h1>
<p class="summary">{{summary}}</p>
</div>
</header>
{{body}}
<p class="seen-by-readers" role="status" id="said"></p>
<footer><p>{{footer}}</p></footer>
{{data}}
{{script}}
</body>
</html>
"""#

  package static let timelineCSS = #"""
/* The page of a recording: a list of moments, and the tree at one of them. */

:root { --top: 5rem; }
.bar { position: sticky; top: 0; z-index: 3; box-shadow: var(--shadow); }
.bar .inner {
  display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .8rem; margin: 0 auto; padding-top: .5rem; padding-bottom: .5rem;
}
#slider { flex: 1 1 12rem; min-width: 8rem; height: 2.6rem; accent-color: var(--accent); }
#where { min-width: 11rem; color: var(--quiet); font-variant-numeric: tabular-nums; }
.columns { grid-template-columns: minmax(17rem, 25rem) minmax(0, 1fr); }
.columns > nav { grid-column: 1; grid-row: 1; }
.columns > main { grid-column: 2; grid-row: 1; }
form { margin-bottom: .8rem; }
.depth-1 { margin-left: 1rem; } .depth-2 { margin-left: 2rem; } .depth-3 { margin-left: 3rem; }
.depth-4 { margin-left: 4rem; } .depth-5 { margin-left: 5rem; } .depth-6 { margin-left: 6rem; }
.whole { max-height: 12rem; }
.effects { list-style: none; margin: .3rem 0; padding: 0; overflow-wrap: anywhere; }
.tree, .tree ul { list-style: none; margin: 0; padding: 0; }
.tree ul { padding-left: 1.1rem; border-left: 1px solid var(--line); margin-left: .3rem; }
.tree li { margin: .5rem 0; }
.scope { font-weight: 650; overflow-wrap: anywhere; }
.scope code { font-weight: 400; color: var(--quiet); }
.tree :is(pre, summary) { margin: 0; padding: .05rem .5rem; border-left: 3px solid transparent; border-radius: 0; }
.tree pre { background: none; max-height: none; line-height: 1.55; }
.tree .changed { background: var(--good-tint); border-left-color: var(--good); border-radius: 0 6px 6px 0; }
.tree summary { font-family: var(--mono); font-size: .86em; color: var(--ink); }
.mark { color: var(--good); font-size: .8rem; font-weight: 600; }
@media (max-width: 60rem) {
  #where { flex-basis: 100%; order: 3; }
}
@media print {
  form { display: none; }
}
"""#

  package static let timelineHTML = #"""
<div id="bar" class="bar live" role="group" aria-label="Select a moment" hidden>
<div class="inner tools">
<button type="button" id="back" aria-label="Moment before"><span aria-hidden="true">←</span></button>
<label for="slider" class="seen-by-readers">Moment</label>
<input type="range" id="slider" min="0" max="{{count}}" value="0" step="1">
<button type="button" id="on" aria-label="Next moment"><span aria-hidden="true">→</span></button>
<output id="where" for="slider"></output>
</div>
</div>
<div class="columns">
<main id="main" class="panel live" tabindex="-1" hidden>
<h2 id="heading"></h2>
<div id="detail"></div>
<h3>Effects in flight</h3>
<ul id="effects" class="effects"></ul>
<h3>The tree</h3>
<p id="hidden" class="quiet" hidden></p>
<ul id="tree" class="tree"></ul>
</main>
<nav aria-label="Moments">
<h2>Moments</h2>
<form role="search" id="filters" class="live" hidden>
<p><label for="search">Search</label>
<input type="search" id="search" autocomplete="off" placeholder="text of a moment"></p>
</form>
<p id="nothing" class="quiet" hidden>No moment matches.</p>
{{moments}}
</nav>
</div>
"""#

  package static let timelineJS = #"""
// The page of a recording: goes from moment to moment.

const items = all("#moments > li");
const { moments, scopes } = data;

const edit = (lists, { list, start, removed, added }) => {
  while (lists.length <= list) lists.push([]);
  const former = lists[list];
  lists[list] = former.slice(0, start).concat(added, former.slice(start + removed));
};

// The scopes as a list, parents first, each once: a scope of a broken recording may be below itself.
const treeOf = (states) => {
  const tree = [], seen = new Set(), waiting = scopes.slice(0, 1).map(({ id }) => ({ scope: id, depth: 0 }));
  while (waiting.length) {
    const node = waiting.pop(), below = [];
    if (!states.has(node.scope) || seen.has(node.scope)) continue;
    seen.add(node.scope);
    tree.push(node);
    for (const list of states.get(node.scope).children)
      list.forEach(({ scope, segment }, index) => below.push({ scope, segment, index, depth: node.depth + 1 }));
    while (below.length) waiting.push(below.pop());
  }
  return tree;
};

// The tree, its states and the effects in flight once so many moments have passed.
const stateAt = (position) => {
  const states = new Map(scopes.map(({ id, fields, children }) =>
    [id, { fields: fields.slice(), children: children.slice() }]));
  const effects = new Map();
  for (const moment of moments.slice(0, position)) {
    for (const change of moment.fields) edit(states.get(moment.scope).fields, change);
    for (const change of moment.children) edit(states.get(change.scope).children, change.edit);
    for (const effect of moment.effects) {
      if (effect.result === undefined) effects.set(effect.number, effect); else effects.delete(effect.number);
    }
  }
  return { states, effects, tree: treeOf(states) };
};

// -- the tree

const mostScopes = 400, deepest = 32, mostLines = 8;
const open = new Set();

const field = (lines, key, isChanged) => {
  const mark = isChanged ? "changed" : "";
  if (lines.length <= mostLines) return make("pre", lines.join("\n"), mark);
  const details = make("details", undefined, mark), summary = make("summary", lines[0] + " … ");
  summary.append(make("span", lines.length + " lines", "quiet"));
  details.open = open.has(key);
  details.addEventListener("toggle", () => details.open ? open.add(key) : open.delete(key));
  details.append(summary, make("pre", lines.slice(1).join("\n")));
  return details;
};

const drawTree = ({ tree, states }, moment) => {
  const types = new Map(scopes.map((scope) => [scope.id, scope.type]));
  const top = byId("tree"), lists = [top];
  top.replaceChildren();
  // The part of a large tree around what happened: a browser cannot show all of it in bearable time.
  const here = moment ? tree.findIndex((place) => place.scope === moment.scope) : 0;
  const first = Math.max(0, Math.min(here - mostScopes / 2, tree.length - mostScopes));
  byId("hidden").hidden = tree.length <= mostScopes;
  byId("hidden").textContent = "Only " + mostScopes + " of the " + tree.length
    + " scopes are drawn, those nearest to the moment's scope.";
  for (const { scope, depth, segment, index } of tree.slice(first, first + mostScopes)) {
    const level = Math.min(depth, deepest);
    const item = make("li"), title = make("div", types.get(scope) + " ", "scope");
    if (depth > 0) title.append(make("code", "\\." + segment.replace(/\?$/, "").replace(/\[\]$/, "[" + index + "]")));
    if (depth > deepest) title.append(" (level " + depth + ")");
    const isHere = moment?.scope === scope;
    const changed = new Set(isHere ? moment.fields.map((change) => change.list) : []);
    if (isHere) title.append(" ", make("span", changed.size ? "● changed" : "● here", "mark"));
    item.append(title);
    states.get(scope).fields.forEach((lines, index) => {
      if (lines.length) item.append(field(lines, scope + "/" + index, changed.has(index)));
    });
    const inner = make("ul");
    (lists[level] ?? top).append(item);
    lists[level + 1] = inner;
    lists.length = level + 2;
    item.append(inner);
  }
  all("ul:empty", top).forEach((list) => list.remove());
};

const drawEffects = (effects) => {
  const items = [...effects.values()].map(({ number, effect }) => {
    const item = make("li", "effect " + number + " ");
    item.append(make("code", effect));
    return item;
  });
  byId("effects").replaceChildren(...(items.length ? items : [make("li", "none", "quiet")]));
};

// -- one moment at a time

const slider = byId("slider");
let position = 0;

const show = (next, scrolls = true) => {
  position = Math.max(0, Math.min(items.length, next));
  const item = items[position - 1], moment = moments[position - 1];
  const title = item ? item.querySelector("b").textContent : "The beginning";
  slider.value = position;
  slider.setAttribute("aria-valuetext", "Moment " + position + " of " + items.length + ": " + title);
  byId("back").disabled = position === 0;
  byId("on").disabled = position === items.length;
  byId("where").textContent = position + " of " + items.length
    + (item ? ", after " + item.querySelector("i").textContent : "");
  showItem(items, item, title);
  if (!item) byId("detail").append(make("p", "Before the first moment."));
  if (item && scrolls && isWide()) item.scrollIntoView({ block: "nearest" });
  say(title);
  const state = stateAt(position);
  drawEffects(state.effects);
  drawTree(state, moment);
};

slider.addEventListener("input", () => show(Number(slider.value)));
byId("back").addEventListener("click", () => show(position - 1));
byId("on").addEventListener("click", () => show(position + 1));
items.forEach((item, index) => item.firstElementChild.addEventListener("click", () => show(index + 1)));
filterItems(items, "moment");
show(items.length, false);
followAddress(items, (item) => show(items.indexOf(item) + 1));
"""#
}
