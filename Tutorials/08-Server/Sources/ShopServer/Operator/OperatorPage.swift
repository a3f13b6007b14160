import Statoscope
import StatoscopeRecording

/// The operator's pages: the live sessions, and one of them with the parts of a recording's page.
enum OperatorPage {
  static let list = page(
    "The shop’s sessions",
    """
    <main class="inner"><table><thead><tr><th scope="col">Session</th><th scope="col">Windows</th>
    <th scope="col">In the cart</th><th scope="col">Checkout</th><th scope="col">Orders</th></tr></thead>
    <tbody id="sessions"></tbody></table>
    <p><a href="/metrics">Metrics</a></p></main>
    """
  )

  static func session(_ number: Int) -> String {
    page(
      "Session \(number)",
      """
      <div class="columns">
      <main class="panel"><h2 id="tree-title">The tree, and the effects in flight</h2>
      <p><a href="/">All sessions</a> · <a href="/sessions/\(number)/timeline" target="_blank">Go through time</a></p>
      <p id="link" role="status"></p>
      <pre id="state" tabindex="0" aria-labelledby="tree-title"></pre></main>
      <nav aria-label="Moments"><h2>What happens</h2>
      <ol id="moments" class="moments" data-session="\(number)"></ol></nav>
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
    <body><header><div class="inner"><h1>\(title)</h1></div></header>
    \(body)
    </body></html>

    """
  }

  static let script = """
    "use strict";
    const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

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
    function showMoment(html) {
      moments.insertAdjacentHTML("afterbegin", html);
      moments.querySelector("button").setAttribute("aria-expanded", "true");
      while (moments.childElementCount > 500) moments.lastElementChild.remove();
    }
    function toggleDetail(button) {
      const isOpen = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!isOpen));
      for (let part = button.nextElementSibling; part; part = part.nextElementSibling) part.hidden = isOpen;
    }
    if (moments) {
      moments.addEventListener("click", ({ target }) => {
        const button = target.closest("button");
        if (button) toggleDetail(button);
      });
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
    \(ScopeRecording.styleSheet)
    table { border-collapse: collapse; }
    th, td { border-bottom: 1px solid var(--line); padding: .3rem .8rem; text-align: left; }

    """
}
