import Statoscope
import StatoscopeTesting

/// The page that shows an exploration: the drawn graph, or a summary of one that is too large.
struct GraphPage {
  /// The size of the largest graph that the page draws.
  private static let mostStates = 400
  private static let mostTransitions = 4_000
  /// The maximum number of rows of a table.
  private static let mostRows = 40

  let text: String

  init(_ found: Exploration, title: String) {
    let isDrawn = found.states <= GraphPage.mostStates && found.transitions <= GraphPage.mostTransitions
    let graph = isDrawn ? DrawnGraph(found) : nil
    let findings = GraphPage.findings(of: found)
    text =
      Page(
        title: title,
        summary: GraphPage.summary(of: found),
        style: PageFiles.graphCSS,
        body: graph.map { GraphPage.drawn($0, findings) } ?? GraphPage.summarized(found, findings),
        footer: "Made by Statoscope from an exploration.",
        data: graph.map { Page.data($0) },
        script: isDrawn ? PageFiles.graphJS : nil
      ).text
  }

  private static func summary(of found: Exploration) -> HTML {
    let size = [
      counted(found.states, "state"), counted(found.transitions, "transition"), "depth \(found.depth)",
    ].joined(separator: ", ")
    let extent = found.reasonForMissing.map { "not all of it: \($0)" }
    let violated = found.counterexamples.count
    let badge: HTML? = violated == 0 ? nil : " \(HTML.failed("\(violated) violated"))"
    return "\(size): \(extent ?? "everything was explored").\(badge)"
  }

  /// Returns the counterexamples, and the other findings of the exploration.
  private static func findings(of found: Exploration) -> HTML {
    let flows = found.counterexamples.map { flow -> HTML in
      "<pre class=\"failure\" tabindex=\"0\">\(flow.source.withoutAddresses)</pre>"
    }
    let lines = found.findings.map { "\($0.withoutAddresses)" as HTML }
    let parts: [HTML?] = [
      flows.isEmpty ? nil : "<h2>Violated properties</h2>\n\(flows)",
      HTML.list(lines).map { "<h2>Findings</h2>\n\($0)" },
    ]
    return "\(parts.compactMap(\.self))"
  }

  // MARK: A graph that is drawn

  private static func drawn(_ graph: DrawnGraph, _ findings: HTML) -> HTML {
    let kinds = graph.kinds.enumerated().map { number, kind -> HTML in
      """
      <label><input type="checkbox" name="kind" value="\(number)" checked> \(kind.name) \
      <span class="quiet">\(kind.transitions)</span></label>
      """
    }
    let states = graph.states.map { item($0, of: graph) }
    return HTML(
      PageFiles.graphHTML,
      ["kinds": "\(kinds)", "findings": findings, "states": "\(states)"]
    )
  }

  private static func item(_ state: DrawnGraph.State, of graph: DrawnGraph) -> HTML {
    let parts: [HTML?] = [
      origin(of: state, in: graph), note(on: state, in: graph), exits(from: state, in: graph),
    ]
    return """
      <li id="state-\(state.number)"><button type="button"><i>\(counted(state.depth, "step"))</i> \
      <b>State \(state.number)</b> <code>\(state.label.joined(separator: " · "))</code></button>
      \(parts.compactMap(\.self))
      <details><summary>State \(state.number) in full</summary><pre>\(state.text)</pre></details></li>
      """
  }

  private static func origin(of state: DrawnGraph.State, in graph: DrawnGraph) -> HTML {
    guard let origin = state.origin else { return "<p>The initial state.</p>" }
    let transition = graph.transitions[origin]
    let diff: HTML =
      state.changes.isEmpty
      ? "<p>Its text has not changed.</p>" : "<pre>\(HTML.diff(state.changes))</pre>"
    return """
      <p>Changes since <a href="#state-\(transition.from)">state \(transition.from)</a>, from which \
      <code>\(graph.events[transition.event].label)</code> first led here:</p>
      \(diff)
      """
  }

  private static func note(on state: DrawnGraph.State, in graph: DrawnGraph) -> HTML? {
    if state.isOpen { return "<p><strong>Not expanded: not all of its events were tried.</strong></p>" }
    let isLeft = graph.transitions.contains { $0.from == state.number && $0.to != state.number }
    return isLeft ? nil : "<p><strong>No transition leaves this state.</strong></p>"
  }

  private static func exits(from state: DrawnGraph.State, in graph: DrawnGraph) -> HTML? {
    let exits = graph.transitions.filter { $0.from == state.number }.map { transition -> HTML in
      let end: HTML =
        transition.to == state.number
        ? "stays here" : "leads to <a href=\"#state-\(transition.to)\">state \(transition.to)</a>"
      let event = graph.events[transition.event].label
      return "<code>\(event)</code>\(transition.isRefused ? " (refused)" : "") \(end)"
    }
    let refusals = state.refusals.map { "<code>\($0)</code> is refused" as HTML }
    return HTML.list(exits + refusals, kind: "exits")
  }

  // MARK: A graph that is too large

  private static func summarized(_ found: Exploration, _ findings: HTML) -> HTML {
    """
    <div class="columns">
    <main id="main">
    <p id="too-large"><strong>The graph is too large to be drawn.</strong> It has \(counted(found.states, "state")) and \
    \(counted(found.transitions, "transition")); a page draws up to \(mostStates) states and \(mostTransitions) \
    transitions. To see one, explore fewer steps with <code>run(depth:)</code>, list fewer events, or let \
    <code>STATE</code> leave out what makes no difference.</p>
    <h2>States at each depth</h2>
    \(table("Steps from the start", "States", depths(of: found)))
    <h2>Events and ends of effects</h2>
    \(table("Event", "Transitions", kinds(of: found)))
    \(findings)
    </main>
    </div>
    """
  }

  private static func table(_ name: String, _ number: String, _ rows: [(String, Int)]) -> HTML {
    HTML.table([name, number], rows.map { ["\($0)", "\($1)"] })
  }

  /// Returns the number of states at each distance from the start.
  private static func depths(of found: Exploration) -> [(String, Int)] {
    var counts = [Int](repeating: 0, count: found.depth + 1)
    for state in 0..<found.states { counts[found.graph.depth(of: state)] += 1 }
    let step = (counts.count + mostRows - 1) / mostRows
    return stride(from: 0, to: counts.count, by: step).map { first in
      let last = min(first + step, counts.count) - 1
      return (first == last ? "\(first)" : "\(first) to \(last)", counts[first...last].reduce(0, +))
    }
  }

  /// Returns the number of transitions of the events that differ in values and key paths only.
  private static func kinds(of found: Exploration) -> [(String, Int)] {
    var counts: [Choice: Int] = [:]
    for transition in found.graph.transitions.indices {
      counts[found.graph.choice(of: transition), default: 0] += 1
    }
    let kinds = Dictionary(counts.map { (found.replays.kind($0.key), $0.value) }, uniquingKeysWith: +)
    let rows = kinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    guard rows.count > mostRows else { return rows }
    let rest = rows[(mostRows - 1)...]
    return rows.prefix(mostRows - 1) + [("\(rest.count) more", rest.reduce(0) { $0 + $1.1 })]
  }
}
