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
