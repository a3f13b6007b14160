import Statoscope

/// The page for product owners: every scenario, step by step, with its result.
struct FlowPage {
  /// The maximum number of lines of a diff that is shown as a whole.
  private static let longestDiff = 8

  let text: String

  init(_ catalogue: FlowCatalogue) {
    let body = HTML(
      PageFiles.flowsHTML,
      [
        "scopes": FlowPage.scopes(catalogue).joined,
        "groups": "\(catalogue.groups.enumerated().map(FlowPage.link))",
        "links": FlowPage.links(catalogue),
        "scenarios": "\(catalogue.groups.enumerated().map(FlowPage.section))",
        "events": "\(FlowPage.section(of: catalogue.events))",
        "explorations": "\(FlowPage.section(of: catalogue.explorations))",
      ]
    )
    text =
      Page(
        title: FlowCatalogue.title,
        summary: FlowPage.summary(catalogue),
        style: PageFiles.flowsCSS,
        body: body,
        footer: "Made by Statoscope from the flow tests. Press <kbd>/</kbd> to search.",
        script: PageFiles.flowsJS
      ).text
  }

  private static func summary(_ catalogue: FlowCatalogue) -> HTML {
    let (count, failed) = (catalogue.scenarios.count, catalogue.failed)
    let changes = catalogue.changes.text.map { "<br>\($0)" as HTML }
    let unseen: HTML? = catalogue.unseenText.map { "<br>\($0)" }
    return """
      \(counted(count, "scenario")): \(HTML.passed(catalogue.passedText))
      \(failed == 0 ? "<span class=\"badge\">none failed</span>" : HTML.failed("\(failed) failed"))\(changes)\(unseen)
      """
  }

  // MARK: Contents

  private static func scopes(_ catalogue: FlowCatalogue) -> [HTML] {
    catalogue.scopes.map { "<option value=\"\($0)\">\(IdentifierText(typeName: $0).title)</option>" }
  }

  private static func link(_ number: Int, _ group: FlowCatalogue.Group) -> HTML {
    let failed = group.scenarios.count { $0.document.result == .failed }
    return """
      <li><a href="#group-\(number + 1)">\(group.title)</a>
      <span class="quiet">\(group.scenarios.count)</span> \(failed == 0 ? nil : HTML.failed("\(failed) failed"))</li>
      """
  }

  private static func links(_ catalogue: FlowCatalogue) -> HTML {
    let events: HTML? = catalogue.events.isEmpty ? nil : "<h2><a href=\"#events\">Events</a></h2>\n"
    let explorations: HTML? =
      catalogue.explorations.isEmpty ? nil : "<h2><a href=\"#explorations\">Explorations</a></h2>"
    return "\(events)\(explorations)"
  }

  // MARK: Scenarios

  private static func section(_ number: Int, _ group: FlowCatalogue.Group) -> HTML {
    """
    <section aria-labelledby="group-\(number + 1)">
    <h2 id="group-\(number + 1)">\(group.title)</h2>
    \(group.scenarios.map(article))
    </section>
    """
  }

  /// Returns a scenario, which its heading opens.
  private static func article(_ scenario: FlowCatalogue.Scenario) -> HTML {
    let document = scenario.document
    let hasFailed = document.result == .failed
    let changes = document.changeCount()
    let count = changes.unchecked > 0 ? changes.text.map { " · \($0)" } : nil
    let isKnown = document.result == .knownIssue
    let failed: HTML? = hasFailed ? "<strong>Failed</strong> · " : isKnown ? "Known issue · " : nil
    let body: [HTML?] = [
      "<ol class=\"steps\">\n\(items(document.steps))\n</ol>",
      details("Unchecked changes", document.uncheckedChanges.map { "\($0.text)" }, kind: "unchecked"),
      details(
        "Values that differ when the same steps are repeated",
        document.unstable.map { "<code>\($0)</code>" },
        kind: "unstable"
      ),
    ]
    return """
      <article id="\(scenario.anchor)" class="scenario \(document.result.rawValue)" data-scope="\(document.scope)"
      data-result="\(hasFailed ? "failed" : "passed")" data-unchecked="\(changes.unchecked)">
      <details\(hasFailed ? " open" : "")><summary class="opener"><h3>\
      <span class="mark" aria-hidden="true">\(hasFailed ? "✗" : "✓")</span>\
      <span class="seen-by-readers">\(hasFailed ? "Failed: " : "Passed: ")</span>\
      <span class="title">\(scenario.title)</span></h3>
      <span class="about">\(failed)\(IdentifierText(typeName: document.scope).title) · \
      <span class="file">\(document.file)</span>\(count ?? "")</span></summary>
      <div class="body">
      \(body.compactMap(\.self))
      </div></details>
      <a class="anchor" href="#\(scenario.anchor)" aria-label="Link to: \(scenario.title)">#</a>
      </article>
      """
  }

  private static func details(_ title: String, _ items: [HTML], kind: String) -> HTML? {
    HTML.list(items).map { list in
      "<details class=\"\(kind)\"><summary>\(title): \(items.count)</summary>\n\(list)</details>"
    }
  }

  private static func items(_ steps: some Sequence<FlowDocument.Line>) -> [HTML] {
    steps.map { $0.kind == .fork ? fork($0) : item($0, sentence: sentence($0)) }
  }

  /// Returns a branch: its first step is the heading.
  private static func fork(_ fork: FlowDocument.Line) -> HTML {
    let first = fork.steps.first ?? fork
    let hasDetails = !(first.changes.isEmpty && first.effects.isEmpty && first.failures.isEmpty)
    let items = (hasDetails ? [item(first, sentence: nil)] : []) + items(fork.steps.dropFirst())
    return """
      <li class="fork \(fork.result.rawValue)">
      <details class="branch"\(fork.result == .failed ? " open" : "")><summary class="opener sentence">\(text(of: first))\
      \(badge(fork.result))<span class="seen-by-readers"> (another path from here)</span></summary>
      <ol class="steps">
      \(items)
      </ol></details>
      </li>
      """
  }

  private static func item(_ step: FlowDocument.Line, sentence: HTML?) -> HTML {
    let parts = [sentence, changes(of: step), effects(of: step)] + failures(of: step)
    return """
      <li class="step \(step.kind.rawValue) \(step.result.rawValue)" title="\(step.source)">
      \(parts.compactMap(\.self))
      </li>
      """
  }

  private static func sentence(_ step: FlowDocument.Line) -> HTML {
    "<p class=\"sentence\">\(text(of: step))\(badge(step.result))</p>"
  }

  private static func text(of step: FlowDocument.Line) -> HTML {
    "<span class=\"verb\">\(step.verb)</span> <span class=\"text\">\(step.text)\(label(of: step.target))</span>"
  }

  private static func label(of target: String?) -> HTML? {
    target.map { " <span class=\"target\">in \($0)</span>" }
  }

  private static func badge(_ result: FlowDocument.Result) -> HTML? {
    switch result {
    case .passed: nil
    case .failed: " \(HTML.failed("failed"))"
    case .knownIssue: " <span class=\"badge\">known issue</span>"
    case .notRun: " <span class=\"badge\">not run</span>"
    }
  }

  private static func changes(of step: FlowDocument.Line) -> HTML? {
    guard !step.changes.isEmpty else { return nil }
    if step.kind == .given {
      let state = step.changes.flatMap(\.diff).joined(separator: "\n")
      return """
        <details class="state"><summary>initial state</summary>
        <pre tabindex="0">\(state)</pre></details>
        """
    }
    let items = step.changes.map { change -> HTML in
      let mark: HTML? = change.isUnchecked ? " <span class=\"quiet\">(unchecked)</span>" : nil
      let label: HTML = "<span class=\"label\">\(change.label)</span>\(mark)"
      guard let before = change.before, let after = change.after else { return "\(label)\(diff(change))" }
      return """
        \(label) <del>\(before)</del> <span aria-hidden="true">→</span>\
        <span class="seen-by-readers">is now</span> <ins>\(after)</ins>
        """
    }
    return HTML.list(items, kind: "changes")
  }

  private static func diff(_ change: FlowDocument.Change) -> HTML {
    let whole: HTML = "<pre tabindex=\"0\">\(HTML.diff(change.diff))</pre>"
    guard change.diff.count > longestDiff else { return whole }
    // An added or removed value shows its first line; the rest can be expanded.
    let ends = ["- ", "+ "].compactMap { mark in change.diff.first { $0.hasPrefix(mark) } }
    return """
      <details><summary>\(HTML.diff(ends)) (\(change.diff.count) lines)</summary>\(whole)</details>
      """
  }

  private static func effects(of step: FlowDocument.Line) -> HTML? {
    let items = step.effects.map { effect -> HTML in
      let waits = effect.isWaiting ? ", waiting for its turn" : ""
      return "<span title=\"\(effect.source)\">\(effect.text)\(label(of: effect.owner))\(waits)</span>"
    }
    return HTML.list(items).map { "<div class=\"effects\"><i>In flight</i>\n\($0)</div>" }
  }

  private static func failures(of step: FlowDocument.Line) -> [HTML?] {
    step.failures.map { failure in
      """
      <div class="failure"><strong><span aria-hidden="true">✗</span> Failed here</strong>
      <pre tabindex="0">\(failure)</pre>
      <p class="source"><code>\(step.source)</code> \(step.file), line \(step.line)</p>
      </div>
      """
    }
  }

  // MARK: Events

  private static func section(of events: [FlowCatalogue.Events]) -> HTML? {
    guard !events.isEmpty else { return nil }
    return """
      <section aria-labelledby="events">
      <h2 id="events">Events</h2>
      <p class="quiet">The events of each part of the app, in all scenarios together.</p>
      \(events.map(lists))
      </section>
      """
  }

  private static func lists(_ events: FlowCatalogue.Events) -> HTML {
    let unknown: HTML? =
      events.neverSent != nil
      ? nil
      : """
      <p class="quiet">The unsent events are unknown: <code>\(events.scope).When</code> does not list its events.</p>
      """
    let parts: [HTML?] = [
      events.changes.text.map { "<p class=\"quiet\">\($0)</p>" },
      events.warning.map { "<p><strong>\($0)</strong></p>" },
      unknown,
      list(of: events.neverSent ?? [], "Never sent by any flow"),
      list(of: events.neverChanging, "Never changed anything"),
      events.neverSent == [] ? "<p class=\"quiet\">Every event was sent.</p>" : nil,
    ]
    return """
      <div class="events" data-scope="\(events.scope)">
      <h3>\(IdentifierText(typeName: events.scope).title)</h3>
      \(parts.compactMap(\.self))
      </div>
      """
  }

  /// Returns nil if there are no events.
  private static func list(of events: [String], _ title: String) -> HTML? {
    HTML.list(events.map { "\(IdentifierText($0).text)" }).map { "<h4>\(title)</h4>\n\($0)" }
  }

  // MARK: Explorations

  /// Returns the explorations, each with a link to its page in the same folder.
  private static func section(of explorations: [FlowCatalogue.ExplorationLink]) -> HTML? {
    let items = explorations.map { exploration -> HTML in
      let document = exploration.document
      let mark: HTML? =
        switch document.result {
        case .failed: "\(HTML.failed("failed")) "
        case .knownIssue: "<span class=\"badge\">known issue</span> "
        case .passed, .notRun: nil
        }
      return """
        \(mark)<a href="\(exploration.page)">\(document.title)</a>
        <span class="quiet">\(document.summary)</span>
        """
    }
    return HTML.list(items).map { list in
      """
      <section class="explorations" aria-labelledby="explorations">
      <h2 id="explorations">Explorations</h2>
      <p class="quiet">The reachable states of parts of the app. Each page draws the states.</p>
      \(list)
      </section>
      """
    }
  }
}
