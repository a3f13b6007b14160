import Statoscope

extension FlowPage {
  /// Returns the event maps, each as a drawing, as a table, and as a Mermaid diagram to copy.
  static func section(of maps: [EventMap]) -> String {
    guard !maps.isEmpty else { return "" }
    return """
      <section class="maps" aria-labelledby="events">
      <h2 id="events">Events</h2>
      <p class="quiet">The events and states of each part of the app, in all scenarios together.</p>
      \(maps.map(article).joined(separator: "\n"))
      </section>
      """
  }

  private static func article(_ map: EventMap) -> String {
    let id = PageText.escaped(anchor(of: map))
    return """
      <article class="events" id="\(id)" data-scope="\(PageText.escaped(map.scope))">
      <h3><button type="button" class="opener" aria-expanded="false" aria-controls="\(id)-body">\
      <span class="title">\(PageText.escaped(map.title))</span></button>
      <a class="anchor" href="#\(id)" aria-label="Link to: \(PageText.escaped(map.title))">#</a></h3>
      <p class="about">\(about(map))</p>
      <div class="body" id="\(id)-body">
      \(map.warning.map { "<p><strong>\(PageText.escaped($0))</strong></p>\n" } ?? "")\(neverSent(map))
      \(map.transitions.isEmpty ? "" : drawing(map) + "\n" + table(map))
      <details><summary>As a Mermaid diagram</summary>
      <pre tabindex="0">\(PageText.escaped(map.mermaid))</pre></details>
      </div>
      </article>
      """
  }

  private static func about(_ map: EventMap) -> String {
    let (states, events) = (map.states.count, Set(map.transitions.map(\.event)).count)
    let never = map.neverSent.map { $0.isEmpty ? ", every event was sent" : ", \($0.count) never sent" } ?? ""
    let unchecked = map.changes.text.map { " · \($0)" } ?? ""
    return "\(counted(states, "state")) · \(counted(events, "event"))\(never)\(unchecked)"
  }

  private static func neverSent(_ map: EventMap) -> String {
    guard let names = map.neverSent else {
      let type = PageText.escaped(map.scope)
      return """
        <p class="quiet">The unsent events are unknown: <code>\(type).When</code> does not list its
        events.</p>
        """
    }
    guard !names.isEmpty else { return "<p class=\"quiet\">Every event was sent.</p>" }
    let items = names.map { "<li>\(PageText.escaped(IdentifierWords($0).text))</li>" }
    return """
      <div class="never"><h4>Never sent by any flow</h4>
      <ul>
      \(items.joined(separator: "\n"))
      </ul></div>
      """
  }

  private static func drawing(_ map: EventMap) -> String {
    let hidden = map.states.count - EventMapDrawing.mostStates
    let note = hidden > 0 ? "\n<p class=\"quiet\">\(hidden) more states are in the table only.</p>" : ""
    return """
      <div class="drawing" tabindex="0" role="group" aria-label="Drawing, may be scrolled">
      \(EventMapDrawing(map).text)
      </div>\(note)
      """
  }

  private static func table(_ map: EventMap) -> String {
    func state(_ number: Int) -> String {
      map.states[number].map(PageText.escaped).joined(separator: "<br>")
    }
    let rows = map.transitions.map { transition in
      let end =
        transition.isRefused ? "refused" : transition.from == transition.to ? "stays" : state(transition.to)
      let event = PageText.escaped(IdentifierWords(transition.event).text)
      return "<tr><td>\(state(transition.from))</td><th scope=\"row\">\(event)</th><td>\(end)</td></tr>"
    }
    return """
      <details><summary>As a table</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="Table, may be scrolled">
      <table><thead><tr><th scope="col">From</th><th scope="col">Event</th><th scope="col">To</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div></details>
      """
  }
}
