import Statoscope
import StatoscopeTesting

/// The page that shows an exploration.
struct GraphPage {
  /// The size of the largest graph that the page draws.
  static let mostStates = 400
  static let mostTransitions = 4_000

  let text: String

  init(_ found: Exploration, title: String) {
    let isDrawn = found.states <= GraphPage.mostStates && found.transitions <= GraphPage.mostTransitions
    text = """
      \(PageHead(title: title, style: GraphPage.style).text)
      <body>
      \(isDrawn ? GraphPage.drawn(found, title) : GraphPage.summarized(found, title))
      <footer><p>Made by Statoscope from an exploration.</p></footer>
      \(isDrawn ? "<script>\n\(GraphPage.script)\n</script>" : "")
      </body>
      </html>

      """
  }

  private static func drawn(_ found: Exploration, _ title: String) -> String {
    let graph = DrawnGraph(found)
    return """
      <a class="skip" href="#detail">Skip to the state</a>
      \(header(found, title))
      <div id="bar" class="bar" hidden>
      <form id="filters" class="inner">
      <fieldset><legend>Events and ends of effects</legend>
      \(graph.kinds.enumerated().map(filter).joined(separator: "\n"))
      </fieldset>
      <p class="tools"><button type="button" id="all">All</button> <button type="button" id="none">None</button>
      <output id="reached"></output></p>
      </form>
      </div>
      <div class="columns">
      <section id="graph" class="graph" aria-labelledby="graph-title" hidden>
      <h2 id="graph-title">The graph</h2>
      <p class="tools"><button type="button" id="smaller" aria-label="Smaller"><span aria-hidden="true">−</span></button>
      <button type="button" id="larger" aria-label="Larger"><span aria-hidden="true">+</span></button>
      <button type="button" id="fit">Fit</button>
      <span class="quiet">The arrow keys go from state to state. A dashed line leads back, a thick line is on the path,
      a dotted box is not reached, a double line is the start.</span></p>
      <div id="drawing" class="drawing"></div>
      </section>
      <main id="detail" tabindex="-1" hidden>
      <h2 id="heading"></h2>
      <div id="state"></div>
      <h3>The shortest path</h3>
      <ol id="path" class="path"></ol>
      <details><summary>As a flow test</summary><pre id="flow" tabindex="0"></pre></details>
      <p class="seen-by-readers" role="status" id="said"></p>
      </main>
      <div class="rest">
      \(findings(of: found))
      <nav aria-label="States">
      <h2>States</h2>
      <ol id="states" class="states">
      \(graph.states.map { item($0, of: graph) }.joined(separator: "\n"))
      </ol>
      </nav>
      </div>
      </div>
      \(PageData(graph, id: "graph-data").element)
      """
  }

  private static func filter(_ number: Int, _ kind: DrawnGraph.Kind) -> String {
    """
    <label><input type="checkbox" name="kind" value="\(number)" checked> \(PageText.escaped(kind.name)) \
    <span class="quiet">\(kind.transitions)</span></label>
    """
  }

  // MARK: The parts of every page

  static func header(_ found: Exploration, _ title: String) -> String {
    let size = [
      counted(found.states, "state"), counted(found.transitions, "transition"), "depth \(found.depth)",
    ].joined(separator: ", ")
    let extent = found.limit.map { "not all of it: \($0.text(unexplored: found.unexploredStates))" }
    let broken = found.counterexamples.count
    let badge =
      broken == 0
      ? "" : " <span class=\"badge broken\"><span aria-hidden=\"true\">✗</span> \(broken) broken</span>"
    return """
      <header>
      <div class="inner">
      <h1>\(PageText.escaped(title))</h1>
      <p class="summary">\(size): \(extent ?? "everything was explored").\(badge)</p>
      </div>
      </header>
      """
  }

  /// Returns the broken promises, and the other findings of the exploration.
  static func findings(of found: Exploration) -> String {
    let flows = found.counterexamples.map { flow in
      "<pre class=\"broken\" tabindex=\"0\">\(PageText.escaped(flow.source.withoutAddresses))</pre>"
    }
    let lines = found.findings.map { "<li>\(PageText.escaped($0.withoutAddresses))</li>" }
    return (flows.isEmpty ? [] : ["<h2>Broken promises</h2>"] + flows).joined(separator: "\n")
      + (lines.isEmpty ? "" : "\n<h2>Findings</h2>\n<ul>\n\(lines.joined(separator: "\n"))\n</ul>")
  }

  // MARK: The list

  private static func item(_ state: DrawnGraph.State, of graph: DrawnGraph) -> String {
    let name = state.label.joined(separator: " · ")
    return """
      <li id="state-\(state.number)"><button type="button"><b>State \(state.number)</b> \
      <code>\(PageText.escaped(name))</code> <small>\(counted(state.depth, "step"))</small></button>
      \(origin(of: state, in: graph))
      \(notes(on: state, in: graph))
      \(exits(from: state, in: graph))
      <details><summary>State \(state.number) in full</summary><pre>\(PageText.escaped(state.text))</pre></details></li>
      """
  }

  private static func origin(of state: DrawnGraph.State, in graph: DrawnGraph) -> String {
    guard let origin = state.origin else { return "<p>The initial state.</p>" }
    let transition = graph.transitions[origin]
    let lines = state.changes.map { line in
      let name = line.hasPrefix("- ") ? "was" : line.hasPrefix("+ ") ? "is" : "same"
      return "<span class=\"\(name)\">\(PageText.escaped(line))</span>"
    }
    let diff =
      lines.isEmpty
      ? "<p>Its text has not changed.</p>" : "<pre>\(lines.joined(separator: "\n"))</pre>"
    return """
      <p>Changes since <a href="#state-\(transition.from)">state \(transition.from)</a>, from which \
      <code>\(PageText.escaped(graph.events[transition.event].label))</code> first led here:</p>
      \(diff)
      """
  }

  private static func notes(on state: DrawnGraph.State, in graph: DrawnGraph) -> String {
    var notes: [String] = []
    if state.isOpen { notes.append("Not expanded: not all of its events were tried.") }
    if !state.isOpen, !graph.transitions.contains(where: { $0.from == state.number && $0.to != state.number })
    {
      notes.append("No transition leaves this state.")
    }
    return notes.map { "<p><strong>\($0)</strong></p>" }.joined(separator: "\n")
  }

  private static func exits(from state: DrawnGraph.State, in graph: DrawnGraph) -> String {
    let items = graph.transitions.filter { $0.from == state.number }.map { transition in
      let event = PageText.escaped(graph.events[transition.event].label)
      let refused = transition.isRefused ? " (refused)" : ""
      let end =
        transition.to == state.number
        ? "stays here" : "leads to <a href=\"#state-\(transition.to)\">state \(transition.to)</a>"
      return "<li><code>\(event)</code>\(refused) \(end)</li>"
    }
    let refusals = state.refusals.map { "<li><code>\(PageText.escaped($0))</code> is refused</li>" }
    guard !(items + refusals).isEmpty else { return "" }
    return "<ul class=\"exits\">\n\((items + refusals).joined(separator: "\n"))\n</ul>"
  }
}
