import Statoscope
import StatoscopeTesting

extension GraphPage {
  /// Returns the summary of a graph that is too large to be drawn.
  static func summarized(_ found: Exploration, _ title: String) -> String {
    """
    \(header(found, title))
    <div class="columns">
    <main>
    <p id="too-large"><strong>The graph is too large to be drawn.</strong> It has \(counted(found.states, "state")) and \
    \(counted(found.transitions, "transition")); a page draws up to \(mostStates) states and \(mostTransitions) \
    transitions. To see one, explore fewer steps with <code>run(depth:)</code>, list fewer events, or let \
    <code>STATE</code> leave out what makes no difference.</p>
    \(table("States at each depth", ("Steps from the start", "States"), depths(of: found)))
    \(table("Events and ends of effects", ("Event", "Transitions"), kinds(of: found)))
    \(findings(of: found))
    </main>
    </div>
    """
  }

  /// The maximum number of rows of a table.
  private static var mostRows: Int { 40 }

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

  /// Returns the number of transitions of the events that differ in values and places only.
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

  private static func table(_ title: String, _ heads: (String, String), _ rows: [(String, Int)]) -> String {
    """
    <h2>\(title)</h2>
    <table><thead><tr><th scope="col">\(heads.0)</th><th scope="col">\(heads.1)</th></tr></thead>
    <tbody>
    \(rows.map { "<tr><th scope=\"row\">\(PageText.escaped($0.0))</th><td>\($0.1)</td></tr>" }.joined(separator: "\n"))
    </tbody></table>
    """
  }
}
