import Statoscope

extension FlowPage {
  /// Returns one scenario: a heading that opens it, and its steps.
  static func article(_ scenario: FlowCatalogue.Scenario) -> String {
    let document = scenario.document
    let id = PageText.escaped(scenario.anchor)
    let title = PageText.escaped(scenario.title)
    let isBroken = document.outcome == .broken
    let changes = document.changeCount()
    let count = changes.unchecked > 0 ? changes.text.map { " · \($0)" } ?? "" : ""
    return """
      <article class="scenario \(document.outcome.rawValue)" id="\(id)" data-scope="\(PageText.escaped(document.scope))"
      data-outcome="\(document.outcome.rawValue)" data-unchecked="\(changes.unchecked)">
      <h3><button type="button" class="opener" aria-expanded="false" aria-controls="\(id)-steps">\
      <span class="mark" aria-hidden="true">\(isBroken ? "✗" : "✓")</span>\
      <span class="seen-by-readers">\(isBroken ? "Broken: " : "Kept: ")</span>\
      <span class="title">\(title)</span></button>
      <a class="anchor" href="#\(id)" aria-label="Link to: \(title)">#</a></h3>
      <p class="about">\(isBroken ? "<strong>Broken</strong> · " : "")\
      \(PageText.escaped(IdentifierWords(typeName: document.scope).title)) · <span class="file">\(PageText.escaped(document.file))</span>\(count)</p>
      <div class="body" id="\(id)-steps">
      <ol class="steps">
      \(items(document.steps, id).joined(separator: "\n"))
      </ol>
      \(notes(on: document))
      </div>
      </article>
      """
  }

  /// Returns notes besides the steps: unchecked changes, and values that differ in each run.
  private static func notes(on document: FlowDocument) -> String {
    let unchecked = document.uncheckedChanges.map { "<li>\(PageText.escaped($0.text))</li>" }
    let unstable = document.unstable.map { "<li><code>\(PageText.escaped($0))</code></li>" }
    return [
      note("Unchecked changes", "unchecked", unchecked),
      note("Values that differ when the same steps are repeated", "unstable", unstable),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func note(_ title: String, _ kind: String, _ items: [String]) -> String {
    guard !items.isEmpty else { return "" }
    return """
      <details class="\(kind)"><summary>\(title): \(items.count)</summary>
      <ul>
      \(items.joined(separator: "\n"))
      </ul></details>
      """
  }

  private static func items(_ steps: some Sequence<FlowDocument.Line>, _ id: String) -> [String] {
    steps.enumerated().map { number, step in
      step.kind == .fork ? fork(step, "\(id)-\(number + 1)") : item(step, sentence(step))
    }
  }

  /// Returns a branch: its first step is the heading.
  private static func fork(_ fork: FlowDocument.Line, _ id: String) -> String {
    let first = fork.steps.first ?? fork
    let hasDetails = !(first.changes.isEmpty && first.effects.isEmpty && first.failures.isEmpty)
    let items = (hasDetails ? [item(first, "")] : []) + items(fork.steps.dropFirst(), id)
    return """
      <li class="fork \(fork.outcome.rawValue)">
      <div class="branch">
      <p class="sentence"><button type="button" class="opener" aria-expanded="false" aria-controls="\(id)">\
      \(verbAndWords(first))\(note(on: fork.outcome))\
      <span class="seen-by-readers"> (another path from here)</span></button></p>
      <ol class="steps" id="\(id)">
      \(items.joined(separator: "\n"))
      </ol>
      </div>
      </li>
      """
  }

  private static func item(_ step: FlowDocument.Line, _ sentence: String) -> String {
    let parts = [sentence, changes(of: step), effects(of: step), failures(of: step)].filter { !$0.isEmpty }
    return """
      <li class="step \(step.kind.rawValue) \(step.outcome.rawValue)" title="\(PageText.escaped(step.source))">
      \(parts.joined(separator: "\n"))
      </li>
      """
  }

  private static func sentence(_ step: FlowDocument.Line) -> String {
    "<p class=\"sentence\">\(verbAndWords(step))\(note(on: step.outcome))</p>"
  }

  private static func verbAndWords(_ step: FlowDocument.Line) -> String {
    """
    <span class="verb">\(PageText.escaped(step.verb))</span> \
    <span class="words">\(PageText.escaped(step.words))\(note(on: step.place))</span>
    """
  }

  private static func note(on place: String?) -> String {
    place.map { " <span class=\"place\">in \(PageText.escaped($0))</span>" } ?? ""
  }

  private static func note(on outcome: FlowDocument.Outcome) -> String {
    switch outcome {
    case .kept: ""
    case .broken: " <span class=\"badge broken\"><span aria-hidden=\"true\">✗</span> broken</span>"
    case .notRun: " <span class=\"badge\">not run</span>"
    }
  }

  // MARK: Details

  private static func changes(of step: FlowDocument.Line) -> String {
    guard !step.changes.isEmpty else { return "" }
    if step.kind == .given {
      let state = PageText.escaped(step.changes.flatMap(\.diff).joined(separator: "\n"))
      return """
        <details class="state"><summary>initial state</summary>
        <pre tabindex="0">\(state)</pre></details>
        """
    }
    let items = step.changes.map { change in
      let mark = change.isUnchecked ? " <span class=\"quiet\">(unchecked)</span>" : ""
      let place = "<span class=\"where\">\(PageText.escaped(change.words))</span>\(mark)"
      guard let before = change.before, let after = change.after else {
        return "<li>\(place)\(diff(change))</li>"
      }
      return """
        <li>\(place) <del>\(PageText.escaped(before))</del> <span aria-hidden="true">→</span>\
        <span class="seen-by-readers">is now</span> <ins>\(PageText.escaped(after))</ins></li>
        """
    }
    return """
      <ul class="changes" aria-label="What changed">
      \(items.joined(separator: "\n"))
      </ul>
      """
  }

  private static func diff(_ change: FlowDocument.Change) -> String {
    let lines = change.diff.map { line in
      let text = PageText.escaped(line)
      if line.hasPrefix("- ") { return "<del>\(text)</del>" }
      return line.hasPrefix("+ ") ? "<ins>\(text)</ins>" : text
    }
    let whole = "<pre tabindex=\"0\">\(lines.joined(separator: "\n"))</pre>"
    guard lines.count > longestDiff else { return whole }
    // An added or removed value shows its first line; the rest can be expanded.
    let ends = ["<del>", "<ins>"].compactMap { mark in lines.first { $0.hasPrefix(mark) } }
    let summary = "\(ends.joined(separator: " ")) (\(lines.count) lines)"
    return "<details><summary>\(summary)</summary>\(whole)</details>"
  }

  private static let longestDiff = 8

  private static func effects(of step: FlowDocument.Line) -> String {
    guard !step.effects.isEmpty else { return "" }
    let items = step.effects.map { effect in
      let (text, words) = (PageText.escaped(effect.text), PageText.escaped(effect.words))
      let waits = effect.isWaiting ? ", waiting for its turn" : ""
      return "<li title=\"\(text)\">\(words)\(note(on: effect.place))\(waits)</li>"
    }
    return """
      <div class="effects"><span class="label">In flight</span>
      <ul>
      \(items.joined(separator: "\n"))
      </ul></div>
      """
  }

  private static func failures(of step: FlowDocument.Line) -> String {
    step.failures.map { failure in
      """
      <div class="failure"><strong><span aria-hidden="true">✗</span> Broken here</strong>
      <pre tabindex="0">\(PageText.escaped(failure))</pre>
      <p class="source"><code>\(PageText.escaped(step.source))</code> \(PageText.escaped(step.file)), line \(step.line)</p>
      </div>
      """
    }.joined(separator: "\n")
  }
}
