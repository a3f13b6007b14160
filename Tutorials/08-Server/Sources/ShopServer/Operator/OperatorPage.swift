/// What an operator sees.
enum OperatorPage {
  static let list = page(
    "The shop’s sessions",
    """
    <table><thead><tr><th scope="col">Session</th><th scope="col">Windows</th><th scope="col">In the cart</th>
    <th scope="col">Checkout</th><th scope="col">Orders</th></tr></thead><tbody id="sessions"></tbody></table>
    <p><a href="/metrics">Metrics</a></p>
    """
  )

  static func session(_ number: Int) -> String {
    page(
      "Session \(number)",
      """
      <p><a href="/">All sessions</a> · <a href="/sessions/\(number)/timeline" target="_blank">Go through time</a></p>
      <p id="link" role="status"></p>
      <div class="columns">
      <section aria-labelledby="tree-title"><h2 id="tree-title">The tree, and the effects in flight</h2>
      <pre id="state" tabindex="0"></pre></section>
      <section aria-labelledby="moments-title"><h2 id="moments-title">What happens</h2>
      <ol id="moments" data-session="\(number)" reversed></ol></section>
      </div>
      """
    )
  }

  private static func page(_ title: String, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title)</title>
    <link rel="stylesheet" href="/operator.css"><script src="/operator.js" defer></script></head>
    <body><main><h1>\(title)</h1>
    \(body)
    </main></body></html>

    """
  }

  static let script = """
    "use strict";
    const element = (name, text, className = "") => Object.assign(document.createElement(name), { textContent: text, className });

    const list = document.querySelector("#sessions");
    let shown = "";
    async function showSessions() {
      const text = await (await fetch("/sessions")).text();
      if (text === shown) return;
      shown = text;
      const focused = document.activeElement?.id;
      list.replaceChildren(...JSON.parse(text).map(({ number, windows, products, stage, orders }) => {
        const row = document.createElement("tr"), head = document.createElement("th");
        const link = Object.assign(element("a", `Session ${number}`), { href: `/sessions/${number}`, id: `session-${number}` });
        head.append(link);
        row.append(head, ...[windows, products, stage ?? "", orders].map((value) => element("td", String(value))));
        return row;
      }));
      if (focused) document.getElementById(focused)?.focus();
    }
    if (list) {
      showSessions();
      setInterval(showSessions, 2000);
    }

    const moments = document.querySelector("#moments");
    function showMoment({ number, time, scope, event, cause, failure, change, effects }) {
      const item = element("li", "");
      item.value = number;
      item.append(element("code", event ?? "changed without an event"), element("small", ` ${time} · ${scope} ${cause ?? ""}`));
      if (failure) item.append(element("p", `✗ ${failure}`, "failure"));
      if (change.length) {
        const lines = element("pre", "");
        for (const line of change)
          lines.append(element("span", line + "\\n", line.startsWith("- ") ? "was" : line.startsWith("+ ") ? "is" : ""));
        item.append(lines);
      }
      for (const effect of effects) item.append(element("p", effect, "effect"));
      moments.prepend(item);
      while (moments.childElementCount > 500) moments.lastElementChild.remove();
    }
    if (moments) {
      const events = new EventSource(`/sessions/${moments.dataset.session}/moments`);
      const link = document.querySelector("#link");
      events.onopen = () => { link.textContent = ""; };
      events.onerror = () => { link.textContent = "The session has ended, or the shop is not there."; };
      events.onmessage = ({ data }) => {
        const { state, moment } = JSON.parse(data);
        document.querySelector("#state").textContent = state;
        if (moment) showMoment(moment);
      };
    }

    """

  static let style = """
    :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
    body { margin: 0; padding: 1rem; }
    .columns { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
    table { border-collapse: collapse; }
    th, td { border-bottom: 1px solid #8888; padding: 0.3rem 0.8rem; text-align: left; }
    pre { margin: 0.3rem 0; overflow-x: auto; }
    li { border-bottom: 1px solid #8888; padding: 0.3rem 0; }
    .was { color: #c5221f; } .is { color: #188038; } .failure { color: #c5221f; }
    .effect { margin: 0; }
    @media (prefers-color-scheme: dark) { .was, .failure { color: #f28b82; } .is { color: #81c995; } }
    :focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px; }

    """
}
