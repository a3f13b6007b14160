import Statoscope

extension TimelinePage {
  /// The script that selects a moment; it inserts all content of the app as text, never as markup.
  static let script = #"""
    "use strict";
    (() => {
      const recording = JSON.parse(document.getElementById("recording").textContent);
      const byId = (id) => document.getElementById(id);
      const slider = byId("slider"), count = recording.moments.length;
      const make = (name, text, className) => {
        const element = document.createElement(name);
        if (text !== undefined) element.textContent = text;
        if (className) element.className = className;
        return element;
      };
      // The list is as short as a list can be; what only the script needs is added here.
      const buttons = [...document.querySelectorAll("#moments button")];
      buttons.forEach((button, index) => {
        button.className = "moment";
        button.dataset.position = index + 1;
        button.querySelector("b").className = "what";
        button.querySelector("i").className = "when";
        const detail = document.createElement("div");
        detail.className = "detail";
        while (button.nextSibling) detail.append(button.nextSibling);
        button.after(detail);
        const moment = recording.moments[index];
        if (moment.event && !moment.fields.length) detail.append(make("p", "Its state did not change.", "quiet"));
      });
      const open = new Set();
      const mostScopes = 400, deepest = 32;
      let position = 0;

      // Not with splice(...nodes): a call has room for so many arguments only.
      const edit = (tree, change) => {
        const rest = tree.splice(change.start).slice(change.removed);
        for (const nodes of [change.nodes, rest]) for (const node of nodes) tree.push(node);
      };

      // The tree, its states and the effects in flight once so many moments have passed.
      const stateAt = (position) => {
        const states = new Map(recording.scopes.map((scope) => [scope.id, scope.fields.slice()]));
        const effects = new Map();
        const tree = recording.tree.slice();
        recording.moments.slice(0, position).forEach((moment, index) => {
          for (const { field, lines } of moment.fields) states.get(moment.scope)[field] = lines;
          for (const change of moment.effects) {
            if (change.result === undefined) effects.set(change.number, change); else effects.delete(change.number);
          }
          if (recording.edits[index]) edit(tree, recording.edits[index]);
        });
        return { states, effects, tree };
      };

      const field = (lines, key, changed) => {
        const mark = changed ? "changed" : "";
        if (lines.length <= 8) return make("pre", lines.join("\n"), mark);
        const details = make("details", undefined, mark), summary = make("summary", lines[0] + " … ");
        summary.append(make("span", lines.length + " lines", "quiet"));
        details.open = open.has(key);
        details.addEventListener("toggle", () => details.open ? open.add(key) : open.delete(key));
        details.append(summary, make("pre", lines.slice(1).join("\n")));
        return details;
      };

      const drawTree = (now, moment) => {
        const types = new Map(recording.scopes.map((scope) => [scope.id, scope.type]));
        const top = byId("tree"), lists = [top];
        top.replaceChildren();
        // The part of a large tree around what happened: a browser cannot show all of it in bearable time.
        const here = moment ? now.tree.findIndex((place) => place.scope === moment.scope) : 0;
        const first = Math.max(0, Math.min(here - mostScopes / 2, now.tree.length - mostScopes));
        const hidden = now.tree.length - Math.min(mostScopes, now.tree.length);
        byId("hidden").textContent = hidden
          ? "Only " + mostScopes + " of the " + now.tree.length + " scopes are drawn, those nearest to the moment's scope."
          : "";
        byId("hidden").hidden = !hidden;
        for (const place of now.tree.slice(first, first + mostScopes)) {
          const level = Math.min(place.depth, deepest), step = "\\." + place.segment.replace(/\?$/, "");
          const item = make("li"), title = make("div", types.get(place.scope) + " ", "scope");
          if (place.depth > 0) title.append(make("code", step));
          if (place.depth > deepest) title.append(" (level " + place.depth + ")");
          const isHere = moment !== undefined && moment.scope === place.scope;
          const changed = new Set(isHere ? moment.fields.map((change) => change.field) : []);
          if (isHere) title.append(" ", make("span", changed.size ? "● changed" : "● here", "mark"));
          item.append(title);
          now.states.get(place.scope).forEach((lines, index) => {
            if (lines.length) item.append(field(lines, place.scope + "/" + index, changed.has(index)));
          });
          const inner = make("ul");
          (lists[level] || top).append(item);
          lists[level + 1] = inner;
          lists.length = level + 2;
          item.append(inner);
        }
        top.querySelectorAll("ul:empty").forEach((list) => list.remove());
      };

      const drawEffects = (effects) => {
        const items = [...effects.values()].map((news) => {
          const item = make("li", "effect " + news.number + " ");
          item.append(make("code", news.effect));
          return item;
        });
        byId("effects").replaceChildren(...(items.length ? items : [make("li", "none", "quiet")]));
      };

      const show = (next, scrolls = true) => {
        position = Math.max(0, Math.min(count, next));
        const moment = recording.moments[position - 1], button = buttons[position - 1];
        const now = stateAt(position);
        const words = moment ? button.querySelector(".what").textContent : "The beginning";
        slider.value = position;
        slider.setAttribute("aria-valuetext", "Moment " + position + " of " + count + ": " + words);
        byId("back").disabled = position === 0;
        byId("on").disabled = position === count;
        byId("where").textContent = position + " of " + count
          + (moment ? ", after " + button.querySelector(".when").textContent : "");
        byId("heading").textContent = words;
        const detail = button ? button.nextElementSibling.cloneNode(true) : make("p", "Before the first moment.");
        byId("detail").replaceChildren(...(button ? detail.childNodes : [detail]));
        byId("said").textContent = words;
        for (const other of buttons) other.removeAttribute("aria-current");
        if (button) {
          button.setAttribute("aria-current", "step");
          if (scrolls && window.matchMedia("(min-width: 50.01rem)").matches) button.scrollIntoView({ block: "nearest" });
        }
        drawEffects(now.effects);
        drawTree(now, moment);
      };

      const followLink = () => {
        const item = /^#moment-\d+$/.test(location.hash) && byId(location.hash.slice(1));
        if (item) show(Number(item.querySelector(".moment").dataset.position));
        return Boolean(item);
      };

      document.body.classList.add("walking");
      byId("bar").hidden = false;
      byId("now").hidden = false;
      slider.addEventListener("input", () => show(Number(slider.value)));
      byId("back").addEventListener("click", () => show(position - 1));
      byId("on").addEventListener("click", () => show(position + 1));
      buttons.forEach((button, index) => button.addEventListener("click", () => show(index + 1)));
      window.addEventListener("hashchange", followLink);
      if (!followLink()) show(count, false);
    })();
    """#
}
