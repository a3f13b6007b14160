import Statoscope

/// An observer that records the names of the events of a tree, and which of them change something.
final class EventObserver: TreeObserver {
  /// Indicates whether the events repeat those of another path.
  var isRepeating = false

  /// Indicates whether the plan has run.
  var hasEnded = false

  private struct Record {
    let scope: String
    let listed: [String]?
    var sent: Set<String> = []
    var changing: Set<String> = []
  }

  private weak var root: ScopeNode?
  private var records: [ObjectIdentifier: Record] = [:]

  /// The events since the end of the last step, each with the type of its scope.
  private var recent: [(scope: ObjectIdentifier, event: String)] = []

  var observedChanges: ObservedChanges { .events }

  /// Begins to observe a tree.
  func observe(_ root: ScopeNode) {
    guard root !== self.root else { return }
    self.root = root
    root.addObserver(self)
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    guard !isRepeating else { return }
    // A scope may receive its first event in the very update that puts it into the tree.
    add(scope)
    let (type, event) = (ObjectIdentifier(type(of: scope)), EventObserver.name(of: when))
    records[type]?.sent.insert(event)
    recent.append((type, event))
    if failure != nil { records[type]?.changing.insert(event) }
  }

  /// Ends a step; of several events, it is not known which one has changed something.
  func endStep(hasChanged: Bool) {
    if hasChanged { for (type, event) in recent { records[type]?.changing.insert(event) } }
    recent = []
  }

  /// Records the types of the existing scopes: one that no event ever reached has events that were not sent.
  func addScopes() {
    root?.forEachInSubtree(add)
  }

  /// Returns the name of the type of a recorded scope.
  func typeName(of scope: ScopeNode) -> String { records[ObjectIdentifier(type(of: scope))]?.scope ?? "" }

  private func add(_ scope: ScopeNode) {
    let type = ObjectIdentifier(type(of: scope))
    guard records[type] == nil else { return }
    let listed = EventObserver.eventNames(of: scope)
    records[type] = Record(scope: Statoscope.typeName(Swift.type(of: scope)), listed: listed)
  }

  /// The recorded events, sorted so that they are the same in each run.
  var events: [FlowDocument.Events] {
    records.values.map {
      FlowDocument.Events(
        scope: $0.scope,
        listed: $0.listed,
        sent: $0.sent.sorted(),
        changing: $0.changing.sorted()
      )
    }.sorted { ($0.scope, $0.sent.joined()) < ($1.scope, $1.sent.joined()) }
  }
}

extension EventObserver {
  /// Returns the name of an event: that of its case, without associated values.
  private static func name(of when: Any) -> String {
    let event = ReflectedValue(when)
    return event.kind == .enumCase ? event.payload?.label ?? "\(when)" : Statoscope.typeName(type(of: when))
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
