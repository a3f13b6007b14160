import Statoscope

/// The page for product owners: every scenario, step by step, with its result.
///
/// It is self-contained: it makes no network requests, and forbids them to the browser.
struct FlowPage {
  let text: String

  init(_ catalogue: FlowCatalogue) {
    text = """
      \(PageHead(title: "What the app promises", style: FlowPage.style).text)
      <body>
      <a class="skip" href="#scenarios">Skip to the scenarios</a>
      \(FlowPage.header(catalogue))
      <div class="columns">
      \(FlowPage.contents(catalogue))
      <main id="scenarios" tabindex="-1">
      <p id="nothing" class="nothing" hidden>No scenario matches.</p>
      \(catalogue.groups.enumerated().map { FlowPage.section($1, number: $0) }.joined(separator: "\n"))
      \(FlowPage.section(of: catalogue.maps))
      \(FlowPage.section(of: catalogue.explorations))
      </main>
      </div>
      <footer><p>Made by Statoscope from the flow tests. Press <kbd>/</kbd> to search.</p></footer>
      <script>
      \(FlowPage.script)
      </script>
      </body>
      </html>

      """
  }

  private static func header(_ catalogue: FlowCatalogue) -> String {
    let count = catalogue.scenarios.count
    let broken = catalogue.broken
    let scopes = catalogue.scopes.map { scope in
      "<option value=\"\(PageText.escaped(scope))\">\(PageText.escaped(IdentifierWords(typeName: scope).title))</option>"
    }
    return """
      <header>
      <div class="inner">
      <h1>What the app promises</h1>
      <p class="summary">\(counted(count, "scenario")):
      <span class="badge kept"><span aria-hidden="true">✓</span> \(count - broken) kept</span>
      <span class="badge broken\(broken == 0 ? " none" : "")"><span aria-hidden="true">✗</span> \(broken) broken</span>
      </p>
      \(catalogue.changes.text.map { "<p class=\"summary\">\($0)</p>" } ?? "")
      <form role="search" id="filters">
      <p><label for="search">Search</label>
      <input type="search" id="search" autocomplete="off" placeholder="text of a scenario or a step"></p>
      <p><label for="scope">About</label>
      <select id="scope"><option value="">everything</option>\(scopes.joined())</select></p>
      <fieldset><legend>Result</legend>
      <label><input type="radio" name="result" value="" checked> all</label>
      <label><input type="radio" name="result" value="kept"> <span aria-hidden="true">✓</span> kept</label>
      <label><input type="radio" name="result" value="broken"> <span aria-hidden="true">✗</span> broken</label>
      </fieldset>
      <p><label><input type="checkbox" id="unchecked"> with unchecked changes</label></p>
      <p class="tools"><button type="button" id="open-all" aria-pressed="false">Open all</button></p>
      </form>
      <p class="seen-by-readers" role="status" id="count"></p>
      </div>
      </header>
      """
  }

  private static func contents(_ catalogue: FlowCatalogue) -> String {
    let groups = catalogue.groups.enumerated().map { number, group in
      let broken = group.scenarios.count { $0.document.outcome == .broken }
      let note = broken == 0 ? "" : " <span class=\"badge broken\">✗ \(broken) broken</span>"
      return """
        <li><a href="#group-\(number + 1)">\(PageText.escaped(group.title))</a>
        <span class="quiet">\(group.scenarios.count)</span>\(note)</li>
        """
    }
    let links = catalogue.maps.map { map in
      "<li><a href=\"#\(anchor(of: map))\">\(PageText.escaped(map.title))</a></li>"
    }
    return """
      <nav aria-label="Contents">
      <h2>Scenarios</h2>
      <ul>
      \(groups.joined(separator: "\n"))
      </ul>
      \(links.isEmpty ? "" : "<h2>Events</h2>\n<ul>\n\(links.joined(separator: "\n"))\n</ul>")
      \(catalogue.explorations.isEmpty ? "" : "<h2><a href=\"#explorations\">Explorations</a></h2>")
      </nav>
      """
  }

  private static func section(_ group: FlowCatalogue.Group, number: Int) -> String {
    """
    <section class="group" aria-labelledby="group-\(number + 1)">
    <h2 id="group-\(number + 1)">\(PageText.escaped(group.title))</h2>
    \(group.scenarios.map(article).joined(separator: "\n"))
    </section>
    """
  }

  static func anchor(of map: EventMap) -> String {
    "events-" + String(map.scope.map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}
