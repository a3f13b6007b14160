import Statoscope

/// The scenarios as Markdown that reads as acceptance criteria, in a terminal as well as on a web page.
struct FlowMarkdown {
  let text: String

  init(_ catalogue: FlowCatalogue) {
    let (count, failed) = (catalogue.scenarios.count, catalogue.failed)
    var lines = [
      "# \(FlowCatalogue.title)", "",
      "\(counted(count, "scenario")): \(catalogue.passedText), \(failed) failed.", "",
    ]
    if let text = catalogue.changes.text { lines += ["\(text).", ""] }
    if let text = catalogue.unseenText { lines += ["\(FlowMarkdown.escaped(text)).", ""] }
    for group in catalogue.groups {
      lines += ["## \(FlowMarkdown.escaped(group.title))", ""] + group.scenarios.flatMap(FlowMarkdown.lines)
    }
    if !catalogue.events.isEmpty {
      lines += ["## Events", ""] + catalogue.events.flatMap(FlowMarkdown.lines)
    }
    if !catalogue.explorations.isEmpty {
      lines += ["## Explorations", ""] + catalogue.explorations.map(FlowMarkdown.line)
    }
    while lines.last == "" { lines.removeLast() }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func lines(of scenario: FlowCatalogue.Scenario) -> [String] {
    let document = scenario.document
    let mark =
      switch document.result {
      case .failed: "✗ Failed: "
      case .knownIssue: "✓ Passed with a known issue: "
      case .passed, .notRun: "✓ "
      }
    return ["### \(mark)\(escaped(scenario.title))", ""]
      + lines(of: document.steps, level: 0) + [""] + additions(to: document)
  }

  /// Returns what is known besides the steps: unchecked changes, and values that differ in each run.
  private static func additions(to document: FlowDocument) -> [String] {
    var lines: [String] = []
    let unchecked = document.uncheckedChanges
    if let text = document.changeCount().text, !unchecked.isEmpty {
      lines += ["\(text):", ""] + unchecked.map { "- \(escaped($0.text))" } + [""]
    }
    if !document.unstable.isEmpty {
      let paths = document.unstable.map(escaped).joined(separator: ", ")
      lines += ["Values that differ when the same steps are repeated: \(paths).", ""]
    }
    return lines
  }

  private static func lines(of steps: [FlowDocument.Line], level: Int) -> [String] {
    let margin = String(repeating: "  ", count: level)
    return steps.flatMap { step -> [String] in
      // The first step of a branch is its heading, the others follow below it.
      let first = step.steps.first ?? step
      return ["\(margin)- \(sentence(first))"] + failures(of: first, margin: margin)
        + lines(of: Array(step.steps.dropFirst()), level: level + 1)
    }
  }

  private static func sentence(_ step: FlowDocument.Line) -> String {
    let mark =
      switch step.result {
      case .passed: ""
      case .failed: step.failures.isEmpty ? "" : "✗ "
      case .knownIssue: step.failures.isEmpty ? "" : "(known issue) "
      case .notRun: "(not run) "
      }
    let target = step.target.map { " *in \(escaped($0))*" } ?? ""
    return "\(mark)**\(step.verb)** \(escaped(step.text))\(target)"
  }

  private static func failures(of step: FlowDocument.Line, margin: String) -> [String] {
    step.failures.flatMap { failure in
      ["", "\(margin)  ```text"]
        + lines(ofText: failure).map { "\(margin)  \($0)" }
        + ["\(margin)  ```", ""]
    }
  }

  private static func lines(of events: FlowCatalogue.Events) -> [String] {
    var lines = ["### \(escaped(IdentifierText(typeName: events.scope).title))", ""]
    switch events.neverSent {
    case nil:
      lines.append("The unsent events are unknown: `\(events.scope).When` does not list its events.")
    case []: lines.append("Every event was sent.")
    case let names?:
      lines.append("Never sent: \(self.names(names)).")
    }
    if let text = events.changes.text { lines += ["", "\(text)."] }
    if let warning = events.warning { lines += ["", escaped(warning)] }
    if !events.neverChanging.isEmpty {
      lines += ["", "Never changed anything: \(names(events.neverChanging))."]
    }
    return lines + [""]
  }

  private static func names(_ events: [String]) -> String {
    events.map { escaped(IdentifierText($0).text) }.joined(separator: ", ")
  }

  private static func line(of exploration: FlowCatalogue.ExplorationLink) -> String {
    let document = exploration.document
    let mark =
      switch document.result {
      case .failed: "✗ "
      case .knownIssue: "✓ Known issue: "
      case .passed, .notRun: ""
      }
    return "- \(mark)[\(escaped(document.title))](\(exploration.page)), \(escaped(document.summary))"
  }

  /// Returns a text of several lines that cannot end the enclosing block.
  private static func lines(ofText text: String) -> [String] {
    PrintableText.escaped(text, lineBreaks: .kept).replacing("```", with: "'''")
      .split(separator: "\n").map(String.init)
  }

  /// Escapes a text for Markdown.
  private static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    // By scalars: a mark with a combining character behind it is a mark nevertheless.
    for scalar in PrintableText.escaped(text.onOneLine).unicodeScalars {
      if marks.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static let marks = Set("\\`*_[]<>#|".unicodeScalars)
}
