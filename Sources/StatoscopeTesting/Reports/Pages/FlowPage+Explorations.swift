import Statoscope

extension FlowPage {
  /// Returns the explorations, each with a link to its page in the same folder.
  static func section(of explorations: [FlowCatalogue.ExplorationLink]) -> String {
    guard !explorations.isEmpty else { return "" }
    return """
      <section class="explorations" aria-labelledby="explorations">
      <h2 id="explorations">Explorations</h2>
      <p class="quiet">The reachable states of parts of the app. Each page draws the states.</p>
      <ul>
      \(explorations.map(item).joined(separator: "\n"))
      </ul>
      </section>
      """
  }

  private static func item(_ exploration: FlowCatalogue.ExplorationLink) -> String {
    let document = exploration.document
    let mark = document.broken == 0 ? "" : "<span class=\"badge broken\">✗ broken</span> "
    return """
      <li>\(mark)<a href="\(PageText.escaped(exploration.page))">\(PageText.escaped(document.title))</a>
      <span class="quiet">\(PageText.escaped(document.summary))</span></li>
      """
  }
}
