import Observation
import Statoscope

/// The scopes that a log knows: those in the tree, and those that its moments name.
final class RecordedScopes {
  private let types = ReflectedTypes()
  private var known: [ObjectIdentifier: RecordedScope] = [:]
  private var count = 0
  /// The number of scopes above which those that are no longer needed are removed.
  private var limit = 64

  /// All known scopes, in the order in which they entered the tree.
  var all: [RecordedScope] { known.values.sorted { $0.number < $1.number } }

  /// The data about a scope, whose state is read if it is new.
  subscript(scope: ScopeNode) -> RecordedScope {
    let id = ObjectIdentifier(scope)
    if let recorded = known[id] { return recorded }
    count += 1
    let recorded = RecordedScope(scope, number: count, types: types)
    known[id] = recorded
    return recorded
  }

  /// Returns an event in the form in which it is recorded.
  func recorded<When>(_ when: When) -> RecordedValue<RecordedEvent> {
    // A value smaller than a reference contains none.
    guard MemoryLayout<When>.size >= MemoryLayout<AnyObject>.size else { return .value(when) }
    var reader = SnapshotReader(types: types)
    return reader.read(when) ? .rendered(RecordedEvent(when)) : .value(when)
  }

  /// Returns the tree below a scope.
  ///
  /// Complexity: O(scopes).
  func tree(below root: ScopeNode) -> RecordedTree {
    var nodes: [RecordedTree.Node] = []
    ScopeTree(root).forEachScope(asSource: true) { scope, segment, depth in
      nodes.append(RecordedTree.Node(scope: self[scope].number, depth: depth, segment: segment))
    }
    return RecordedTree(nodes)
  }

  /// Removes the scopes that are not needed if there are many.
  ///
  /// - Parameter needed: returns the numbers of the others.
  func removeAll(except needed: () -> Set<Int>) {
    guard known.count > limit else { return }
    let needed = needed()
    known = known.filter { needed.contains($0.value.number) }
    limit = 2 * known.count + 64
  }
}

/// The log's data about one scope: its state at the last reading, and its events and effects in flight.
///
/// It retains no scope, and nothing that a scope's state refers to.
final class RecordedScope {
  /// A new value of a field: of a stored property that is state of the scope itself.
  struct Change {
    let field: Int
    let before: RecordedValue<[String]>
    let after: RecordedValue<[String]>
  }

  let number: Int
  let typeName: String
  /// The causes of the queued events.
  var queuedCauses: ArraySlice<ScopeRecording.Cause> = []
  /// The effects in flight, as reported when they started.
  private(set) var effects: [UInt64: ScopeRecording.EffectChange] = [:]

  /// The fields at the last reading.
  private(set) var values: [RecordedValue<[String]>] = []

  private let types: ReflectedTypes
  private let reflected: ReflectedClass
  /// For each stored property, superclasses first, what reads the state in its value; nil for one that is no
  /// field.
  private var readers: [StateReader?] = []
  /// The names of the fields.
  private var names: [String] = []
  /// The contents of the fields at the last reading.
  private var snapshots: [StateSnapshot] = []

  /// The scope, never read: while an unowned reference to it exists, no other scope is allocated at its
  /// address.
  private unowned let addressKeeper: ScopeNode

  init(_ scope: ScopeNode, number: Int, types: ReflectedTypes) {
    self.number = number
    self.types = types
    typeName = scope.typeName
    addressKeeper = scope
    reflected = types.reflectedClass(of: scope)
    reflected.forEachProperty(of: scope) { property in
      let reader = RecordedScope.reader(of: property.value)
      readers.append(reader)
      if reader != nil { names.append(ReflectedValue.fieldName(property.label ?? "")) }
    }
    values = names.map { _ in .rendered([]) }
    snapshots = names.map { _ in StateSnapshot() }
    _ = readChanges(of: scope)
  }

  // MARK: State

  /// Compares the scope's state with that of the last reading.
  ///
  /// Each access to the fields is short: reading a value may run code of the app that causes all fields to be
  /// read. Complexity: O(size of the state).
  func readChanges(of scope: ScopeNode) -> [Change] {
    var changes: [Change] = []
    var contents = SnapshotReader(types: types)
    var (position, next) = (0, 0)
    reflected.forEachProperty(of: scope) { property in
      // A custom mirror may show more properties than before.
      let reader = position < readers.count ? readers[position] : nil
      position += 1
      guard let reader else { return }
      let (number, state) = (next, reader(property.value) ?? property.value)
      next += 1
      let mayReferToObjects = contents.read(state)
      guard contents.update(&snapshots[number]) else { return }
      let after = mayReferToObjects ? .rendered(render(number, state)) : RecordedValue.value(state)
      changes.append(Change(field: number, before: values[number], after: after))
      values[number] = after
    }
    return changes
  }

  /// Returns the lines that describe a field with some value.
  func lines(of field: Int, _ value: RecordedValue<[String]>) -> [String] {
    value.rendered { render(field, $0) }
  }

  private func render(_ field: Int, _ state: Any) -> [String] {
    StateText(state).lines(behind: names[field])
  }

  /// Returns the state in the value of a property; nil for the value itself.
  private typealias StateReader = (_ value: Any) -> Any?

  /// Returns what reads the state in a property with some value; nil if it is not state of the scope itself.
  private static func reader(of value: Any) -> StateReader? {
    if let property = value as? any ChildProperty {
      // The scopes in the cases are recorded separately, as all children.
      return property.hasCases ? { ($0 as? any ChildProperty)?.caseState } : nil
    }
    if let container = value as? any StandardContainer {
      // This applies to nil, too: an optional is hidden if its wrapped type is.
      let parts = type(of: container).partTypes
      return parts.count == 1 && parts[0] is any HiddenState.Type ? nil : { _ in nil }
    }
    if value is any HiddenState || value is ObservationRegistrar { return nil }
    return value is any ShownState ? { ($0 as? any ShownState)?.shownState } : { _ in nil }
  }

  // MARK: Effects

  /// Records that an effect has started.
  func begin(_ effect: Any, number: Int, _ generation: UInt64) -> ScopeRecording.EffectChange {
    let text = EffectText(effect).text
    let start = ScopeRecording.EffectChange(
      number: number,
      effect: text,
      scope: self.number,
      result: nil,
      position: nil
    )
    effects[generation] = start
    return start
  }

  /// Records that effects have ended; returns nothing about those that are unknown.
  func end(_ generations: [UInt64], _ result: ScopeRecording.EffectResult) -> [ScopeRecording.EffectChange] {
    generations.compactMap { generation in
      // Generations are in the order in which effects were enqueued.
      let older = effects.keys.count { $0 < generation }
      return effects.removeValue(forKey: generation).map { start in
        ScopeRecording.EffectChange(
          number: start.number,
          effect: start.effect,
          scope: number,
          result: result,
          position: older + 1
        )
      }
    }
  }
}

/// Shows nothing: a dump of a recorded tree is about its scopes, and those that were released cannot be read.
extension RecordedScope: CustomReflectable {
  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
