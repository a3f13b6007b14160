extension FlowPage {
  /// The script of the page, which folds, filters and searches.
  ///
  /// Without it, everything is shown.
  static let script = """
    "use strict";
    (() => {
      const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
      const openers = all(".opener");
      const bodyOf = (opener) => document.getElementById(opener.getAttribute("aria-controls"));
      const set = (opener, isOpen) => {
        opener.setAttribute("aria-expanded", isOpen ? "true" : "false");
        bodyOf(opener).classList.toggle("closed", !isOpen);
      };
      for (const opener of openers) {
        const isBroken = opener.closest(".broken, .fork.broken") !== null;
        set(opener, isBroken && opener.closest(".scenario.broken") !== null);
        opener.addEventListener("click", () => set(opener, opener.getAttribute("aria-expanded") !== "true"));
      }

      const openAll = document.getElementById("open-all");
      openAll.addEventListener("click", () => {
        const isOpen = openAll.getAttribute("aria-pressed") !== "true";
        openAll.setAttribute("aria-pressed", isOpen ? "true" : "false");
        openAll.textContent = isOpen ? "Close all" : "Open all";
        for (const opener of openers) set(opener, isOpen);
      });

      const search = document.getElementById("search");
      const scope = document.getElementById("scope");
      const unchecked = document.getElementById("unchecked");
      const scenarios = all(".scenario").map((article) => ({
        article, words: article.textContent.toLowerCase().replace(/\\s+/g, " "),
      }));
      const filter = () => {
        const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
        const result = document.querySelector("input[name=result]:checked").value;
        let shown = 0;
        for (const { article, words: text } of scenarios) {
          const fits = words.every((word) => text.includes(word))
            && (scope.value === "" || article.dataset.scope === scope.value)
            && (result === "" || article.dataset.outcome === result)
            && (!unchecked.checked || article.dataset.unchecked !== "0");
          article.hidden = !fits;
          if (fits) shown += 1;
        }
        for (const group of all(".group")) group.hidden = all(".scenario", group).every((article) => article.hidden);
        for (const map of all(".events")) map.hidden = scope.value !== "" && map.dataset.scope !== scope.value;
        for (const maps of all(".maps")) maps.hidden = all(".events", maps).every((map) => map.hidden);
        document.getElementById("nothing").hidden = shown > 0;
        document.getElementById("count").textContent = shown + (shown === 1 ? " scenario" : " scenarios");
      };
      document.getElementById("filters").addEventListener("input", filter);
      // Some ways of choosing from a list do not fire an input event.
      document.getElementById("filters").addEventListener("change", filter);
      document.getElementById("filters").addEventListener("submit", (event) => event.preventDefault());
      filter();

      const openTarget = () => {
        let name = "";
        try { name = decodeURIComponent(location.hash.slice(1)); } catch { return; }
        const target = name === "" ? null : document.getElementById(name);
        const opener = target === null ? null : target.querySelector(".opener");
        if (opener === null) return;
        set(opener, true);
        target.hidden = false;
        const around = target.closest("section");
        if (around !== null) around.hidden = false;
        target.scrollIntoView();
      };
      window.addEventListener("hashchange", openTarget);
      openTarget();

      document.addEventListener("keydown", (event) => {
        if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
          event.preventDefault();
          search.focus();
        }
      });
    })();
    """
}
