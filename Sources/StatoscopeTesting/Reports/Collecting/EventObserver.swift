import Statoscope

/// An observer that records each event of a tree with the states before and after it, for the event maps.
final class EventObserver: TreeObserver {
  /// Indicates whether the events repeat those of another path.
  var isRepeating = false

  /// Indicates whether the plan has run.
  var hasEnded = false

  private weak var root: ScopeNode?
  private var maps: [String: Notes] = [:]

  /// For each event in progress, innermost last, its scope's state before it; nil for a repeated event.
  private var before: [[String]?] = []

  private struct Notes {
    let events: [String]?
    var states: [[String]] = []
    var transitions: Set<FlowDocument.Transition> = []

    init(of scope: ScopeNode) {
      events = (scope as? any ScopeProtocol).flatMap { EventName.all(of: $0) }
    }

    mutating func number(of state: [String]) -> Int {
      if let known = states.firstIndex(of: state) { return known }
      states.append(state)
      return states.count - 1
    }
  }

  /// Begins to observe a tree.
  func observe(_ root: ScopeNode) {
    noteScopes(below: root)
    guard root !== self.root else { return }
    self.root = root
    root.addObserver(self)
  }

  var interests: TreeInterests { .events }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    before.append(isRepeating ? nil : StateSummary(scope).lines)
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    guard let last = before.popLast(), let before = last else { return }
    note(when, of: scope, from: before, to: StateSummary(scope).lines, isRefused: failure != nil)
    if let root { noteScopes(below: root) }
  }

  /// The recorded maps, sorted so that they are the same in each run.
  var documents: [FlowDocument.Map] {
    maps.sorted { $0.key < $1.key }.map { scope, notes in
      FlowDocument.Map(
        scope: scope,
        events: notes.events,
        states: notes.states,
        transitions: notes.transitions.sorted {
          ($0.from, $0.event, $0.to, $0.isRefused ? 1 : 0) < ($1.from, $1.event, $1.to, $1.isRefused ? 1 : 0)
        }
      )
    }
  }

  private func note(
    _ when: any Sendable,
    of scope: ScopeNode,
    from before: [String],
    to after: [String],
    isRefused: Bool
  ) {
    let type = EventObserver.name(of: scope)
    // A scope may receive its first event in the very update that puts it into the tree.
    var notes = maps[type] ?? Notes(of: scope)
    let transition = FlowDocument.Transition(
      event: EventName(when).text,
      from: notes.number(of: before),
      to: notes.number(of: after),
      isRefused: isRefused
    )
    notes.transitions.insert(transition)
    maps[type] = notes
  }

  /// Records the existing scopes: one that no event ever reached belongs on the map, too.
  private func noteScopes(below root: ScopeNode) {
    root.forEachInSubtree { scope in
      let type = EventObserver.name(of: scope)
      guard maps[type] == nil else { return }
      var notes = Notes(of: scope)
      _ = notes.number(of: StateSummary(scope).lines)
      maps[type] = notes
    }
  }

  private static func name(of scope: ScopeNode) -> String { typeName(type(of: scope)) }
}

/// The name of an event: that of its case, without associated values.
struct EventName {
  let text: String

  init(_ when: Any) {
    let event = ReflectedValue(when)
    text = event.kind == .enumCase ? event.payload?.label ?? "\(when)" : typeName(type(of: when))
  }

  /// Returns the names of all events of a scope, if its event type lists them.
  static func all<Subject: ScopeProtocol>(of scope: Subject) -> [String]? {
    if let listed = Subject.When.self as? any ListedEvents.Type { return listed.eventNames }
    return (Subject.When.self as? any CaseIterable.Type).map { names(of: $0) }
  }

  private static func names<Event: CaseIterable>(of type: Event.Type) -> [String] {
    type.allCases.map { EventName($0).text }
  }
}
