import Statoscope

/// An observer that records each event of a tree with the states before and after it, for the event maps.
final class EventObserver: TreeObserver {
  /// Indicates whether the events repeat those of another path.
  var isRepeating = false

  /// Indicates whether the plan has run.
  var hasEnded = false

  private weak var root: ScopeNode?
  private var mapsByScope: [String: FlowDocument.Map] = [:]

  /// For each event in progress, innermost last, its scope's state before it; nil for a repeated event.
  private var before: [[String]?] = []

  /// The events since the end of the last step, each with the type of its scope.
  private var recent: [(scope: String, event: String)] = []

  var observedChanges: ObservedChanges { .events }

  /// Begins to observe a tree.
  func observe(_ root: ScopeNode) {
    recordScopes(below: root)
    guard root !== self.root else { return }
    self.root = root
    root.addObserver(self)
  }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    before.append(isRepeating ? nil : StateSummary(scope).lines)
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    guard let last = before.popLast(), let before = last else { return }
    // A scope may receive its first event in the very update that puts it into the tree.
    var map = map(of: scope)
    let event = EventObserver.name(of: when)
    recent.append((map.scope, event))
    if failure != nil { map.insert(changing: event) }
    map.insert(
      FlowDocument.Transition(
        event: event,
        from: map.number(of: before),
        to: map.number(of: StateSummary(scope).lines),
        isRefused: failure != nil
      )
    )
    mapsByScope[map.scope] = map
    if let root { recordScopes(below: root) }
  }

  /// Ends a step; of several events, it is not known which one has changed something.
  func endStep(hasChanged: Bool) {
    if hasChanged { for (scope, event) in recent { mapsByScope[scope]?.insert(changing: event) } }
    recent = []
  }

  /// The recorded maps, sorted so that they are the same in each run.
  var maps: [FlowDocument.Map] {
    mapsByScope.values.sorted { $0.scope < $1.scope }.map(\.sorted)
  }

  /// Records the existing scopes: one that no event ever reached belongs on the map, too.
  private func recordScopes(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      var map = map(of: scope)
      guard map.states.isEmpty else { return }
      _ = map.number(of: StateSummary(scope).lines)
      mapsByScope[map.scope] = map
    }
  }

  private func map(of scope: ScopeNode) -> FlowDocument.Map {
    let type = typeName(type(of: scope))
    return mapsByScope[type] ?? FlowDocument.Map(scope: type, events: EventObserver.eventNames(of: scope))
  }
}

extension EventObserver {
  /// Returns the name of an event: that of its case, without associated values.
  private static func name(of when: Any) -> String {
    let event = ReflectedValue(when)
    return event.kind == .enumCase ? event.payload?.label ?? "\(when)" : typeName(type(of: when))
  }

  /// Returns the names of all events of a scope, if its event type lists them.
  private static func eventNames(of scope: ScopeNode) -> [String]? {
    func names<Subject: ScopeProtocol>(_ scope: Subject) -> [String]? {
      if let listed = Subject.When.self as? any NamedEvents.Type { return listed.eventNames }
      return (Subject.When.self as? any CaseIterable.Type).map { cases(of: $0) }
    }
    func cases<Event: CaseIterable>(of type: Event.Type) -> [String] { type.allCases.map(name) }
    return (scope as? any ScopeProtocol).flatMap { names($0) }
  }
}

/// A scope's own state with one line per property, short enough to distinguish states in a drawing.
///
/// A child is represented by its presence, a list by whether it has elements: their contents would result in
/// too many states.
struct StateSummary {
  private static let longest = 36

  let lines: [String]

  init(_ scope: ScopeNode) {
    lines = ReflectedValue(scope).fields.compactMap { part in
      guard let label = part.label, let text = StateSummary.text(of: part.value) else { return nil }
      return "\(IdentifierText(label).text): \(text)"
    }
  }

  /// Returns nil for a value that does not describe a state: a closure, or another object.
  private static func text(of value: Any) -> String? {
    let reflected = ReflectedValue(value)
    switch reflected.kind {
    case .absent:
      return "none"
    case .list, .set, .dictionary:
      return reflected.isEmpty ? "none" : "some"
    case .object:
      return reflected.value is ScopeNode ? "there" : nil
    default:
      guard !reflected.typeName.contains("->") else { return nil }
      return ValueText(reflected.value).text.shortened(to: longest)
    }
  }
}
