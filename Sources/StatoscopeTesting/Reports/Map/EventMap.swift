/// The events of the scopes of one type in all flows: their states, the transitions, and the events never
/// sent.
struct EventMap {
  /// The type, as it is named in source.
  let scope: String
  /// The distinguishing properties of each state, as lines of `name: value`.
  let states: [[String]]
  /// The transitions, in the order of the states they leave.
  let transitions: [FlowDocument.Transition]
  /// The events that no flow sent; nil when the type does not list its events.
  let neverSent: [String]?
  /// The events that flows sent, although the type does not list them: its list is outdated.
  let unlisted: [String]
  /// The changes of scopes of the type, in all scenarios.
  let changes: ChangeCount

  /// Merges the maps that several plans recorded for one type.
  init(scope: String, seen maps: [FlowDocument.Map], changes: ChangeCount) {
    var map = FlowDocument.Map(scope: scope)
    for seen in maps { map.merge(seen) }
    let sent = Set(map.transitions.map(\.event))
    self.scope = scope
    self.changes = changes
    states = EventMap.labels(of: map.states)
    transitions = map.sorted.transitions
    neverSent = map.events?.filter { !sent.contains($0) }
    unlisted = map.events.map { sent.subtracting($0).sorted() } ?? []
  }

  /// A warning about unlisted events; nil when there are none.
  var warning: String? {
    guard !unlisted.isEmpty else { return nil }
    let names = unlisted.joined(separator: ", ")
    return "\(scope).When does not list all of its events: add \(names) to its eventNames."
  }

  /// The title of the type.
  var title: String { IdentifierWords(typeName: scope).title }

  /// Returns the lines that differ between states, the rarest first if there is no room for all; a state
  /// without any is labelled with its number.
  private static func labels(of states: [[String]]) -> [[String]] {
    var common = Set(states.first ?? [])
    for lines in states.dropFirst() { common.formIntersection(lines) }
    let frequency = Dictionary(states.joined().map { ($0, 1) }, uniquingKeysWith: +)
    return states.enumerated().map { number, lines in
      let shown = states.count == 1 ? lines : lines.filter { !common.contains($0) }
      guard shown.count > mostLines else { return shown.isEmpty ? ["state \(number + 1)"] : shown }
      let distinguishing = Set(
        shown.indices.sorted { (frequency[shown[$0]] ?? 0, $0) < (frequency[shown[$1]] ?? 0, $1) }
          .prefix(mostLines - 1)
      )
      return distinguishing.sorted().map { shown[$0] } + ["and \(shown.count - mostLines + 1) more"]
    }
  }

  private static let mostLines = 8

  /// The states as a Mermaid diagram.
  var mermaid: String {
    var lines = ["stateDiagram-v2"]
    for (number, text) in states.enumerated() {
      lines.append("  state \"\(text.map(MermaidText.escaped).joined(separator: "<br/>"))\" as s\(number)")
    }
    for transition in transitions {
      let label = MermaidText.escaped(transition.label)
      lines.append("  s\(transition.from) --> s\(transition.to) : \(label)")
    }
    if let neverSent, !neverSent.isEmpty {
      let names = neverSent.map { MermaidText.escaped(IdentifierWords($0).text) }.joined(separator: "<br/>")
      lines.append("  state \"never sent:<br/>\(names)\" as unsent")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension FlowDocument.Transition {
  /// The label of the event.
  var label: String { IdentifierWords(event).text + (isRefused ? " (refused)" : "") }
}
