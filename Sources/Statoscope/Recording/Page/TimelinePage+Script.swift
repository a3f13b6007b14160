extension TimelinePage {
  /// Goes through time; all that the app wrote goes into the page as text, never as markup.
  static let script = #"""
    "use strict";
    (() => {
      const recording = JSON.parse(document.getElementById("recording").textContent);
      const byId = (id) => document.getElementById(id);
      const slider = byId("slider"), count = recording.moments.length;
      const buttons = [...document.querySelectorAll(".moment")];
      const open = new Set();
      let position = 0;

      const make = (name, text, className) => {
        const element = document.createElement(name);
        if (text !== undefined) element.textContent = text;
        if (className) element.className = className;
        return element;
      };

      // The tree, its states and the effects under way once so many moments have passed.
      const stateAt = (position) => {
        const states = new Map(recording.scopes.map((scope) => [scope.id, scope.fields.slice()]));
        const effects = new Map();
        let tree = recording.tree;
        recording.moments.slice(0, position).forEach((moment) => {
          for (const change of moment.fields) states.get(moment.scope)[change.field] = change.lines;
          for (const news of moment.effects) {
            if (news.end === undefined) effects.set(news.number, news); else effects.delete(news.number);
          }
          if (moment.tree) tree = moment.tree;
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
        for (const place of now.tree) {
          const item = make("li"), title = make("div", types.get(place.scope) + " ", "scope");
          if (place.depth > 0) title.append(make("code", place.path));
          const isHere = moment !== undefined && moment.scope === place.scope;
          const changed = new Set(isHere ? moment.fields.map((change) => change.field) : []);
          if (isHere) title.append(" ", make("span", changed.size ? "● changed" : "● here", "mark"));
          item.append(title);
          now.states.get(place.scope).forEach((lines, index) => {
            if (lines.length) item.append(field(lines, place.scope + "/" + index, changed.has(index)));
          });
          const inner = make("ul");
          (lists[place.depth] || top).append(item);
          lists[place.depth + 1] = inner;
          lists.length = place.depth + 2;
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
        const detail = button ? button.nextElementSibling.cloneNode(true) : make("p", "Before all that is listed.");
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
