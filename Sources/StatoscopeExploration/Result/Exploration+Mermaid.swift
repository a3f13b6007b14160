import Statoscope
import StatoscopeTesting

extension Exploration {
  /// Returns the states and the transitions between them as a Mermaid diagram.
  ///
  /// A state shows the lines that differ between states. States that were not expanded are marked.
  ///
  /// Complexity: O(states × depth), because the paths are replayed.
  public func mermaid() -> String {
    let texts = stateTexts
    var lines = ["stateDiagram-v2"]
    for (number, text) in texts.enumerated() {
      lines.append("  state \"\(text.map(MermaidText.escaped).joined(separator: "<br/>"))\" as s\(number)")
    }
    lines.append("  [*] --> s0")
    for (index, transition) in graph.transitions.enumerated() {
      let label = MermaidText.escaped(
        replays.label(graph.choice(of: index)) + (transition.isRefused ? " (refused)" : "")
      )
      lines.append("  s\(transition.from) --> s\(transition.to) : \(label)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of each state: those that differ between states, or its number.
  private var stateTexts: [[String]] {
    let all = (0..<graph.count).map { replays.state(graph.way(to: $0), [])?.lines ?? [] }
    var common = Set(all.first ?? [])
    for lines in all.dropFirst() { common.formIntersection(lines) }
    let firstUnexplored = graph.count - unexploredStates
    return all.enumerated().map { number, lines in
      var shown = lines.filter { !common.contains($0) }
      if shown.count > Self.mostLines {
        shown = shown.prefix(Self.mostLines - 1) + ["… and \(shown.count - Self.mostLines + 1) more lines"]
      }
      if shown.isEmpty { shown = ["state \(number)"] }
      let isUnexplored = seed == nil && number >= firstUnexplored
      return shown.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        + (isUnexplored ? ["(not expanded)"] : [])
    }
  }

  private static var mostLines: Int { 8 }
}
