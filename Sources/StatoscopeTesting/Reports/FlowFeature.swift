import Statoscope

/// The scenarios as Gherkin 6, for tools.
///
/// A file of Gherkin holds one feature: the group of tests if there is only one, else all groups with one
/// rule each. Every path through the forks of a scenario becomes a separate scenario.
struct FlowFeature {
  let text: String

  init(_ catalogue: FlowCatalogue) {
    let groups = catalogue.groups
    let only = groups.count == 1 ? groups.first : nil
    var lines = ["Feature: \(only.map { FlowFeature.line($0.title) } ?? FlowCatalogue.title)"]
    for group in groups {
      if only == nil { lines += ["", "  Rule: \(FlowFeature.line(group.title))"] }
      let margin = only == nil ? "    " : "  "
      lines += FlowFeature.lines(of: group).map { $0.isEmpty ? "" : margin + $0 }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of group: FlowCatalogue.Group) -> [String] {
    group.scenarios.flatMap { scenario in
      paths(through: scenario.document.steps).flatMap { path -> [String] in
        let forks = path.forks.map { "\($0.verb.lowercased()) \($0.text)" }
        let name = ([scenario.title] + forks).joined(separator: ", ")
        let hasFailed = path.steps.contains { $0.result == .failed && !$0.failures.isEmpty }
        return ["", hasFailed ? "@failed" : "@passed", "Scenario: \(line(name))"]
          + lines(of: path.steps).map { "  " + $0 }
      }
    }
  }

  /// A path through the steps, and the first step of each fork on it.
  private struct Path {
    var steps: [FlowDocument.Line]
    var forks: [FlowDocument.Line]
  }

  /// Returns the paths through some steps: the trunk, unless each of its steps is part of another path, and
  /// those of each fork.
  private static func paths(through steps: [FlowDocument.Line]) -> [Path] {
    let trunk = steps.filter { $0.kind != .fork }
    let forks = steps.indices.filter { steps[$0].kind == .fork && !steps[$0].steps.isEmpty }
    let goesOn = forks.last.map { last in steps[last...].contains { $0.kind != .fork } } ?? true
    let branches = forks.flatMap { index in
      let lead = steps[..<index].filter { $0.kind != .fork }
      return paths(through: steps[index].steps).map { path in
        Path(steps: lead + path.steps, forks: [steps[index].steps[0]] + path.forks)
      }
    }
    return (goesOn ? [Path(steps: trunk, forks: [])] : []) + branches
  }

  private static func lines(of steps: [FlowDocument.Line]) -> [String] {
    var last = ""
    return steps.map { step in
      let keyword = keyword(of: step)
      defer { last = keyword }
      let target = step.target.map { " in \($0)" } ?? ""
      let result = step.result == .notRun ? " (not run)" : ""
      return "\(keyword == last && keyword != "*" ? "And" : keyword) \(line(step.text + target + result))"
    }
  }

  private static func keyword(of step: FlowDocument.Line) -> String {
    switch step.kind {
    case .given: "Given"
    case .event, .fork: "When"
    case .check, .end: "Then"
    case .setting: "*"
    }
  }

  /// Returns a text on a single line.
  private static func line(_ text: String) -> String { PrintableText.escaped(text.onOneLine) }
}
