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
