import Observation
import Statoscope

/// The log's data about one scope: its state at the start and now, and its events and effects in flight.
///
/// It retains no scope, and nothing that a scope's state refers to.
final class RecordedScope {
  /// The lines of a field, made on demand.
  private enum FieldText {
    case value(ValueNode?)
    case lines([String])
  }

  let number: Int
  let typeName: String
  /// The causes of the queued events.
  var queuedCauses: ArraySlice<ScopeRecording.Cause> = []
  /// The number of the last moment that mentions it.
  var lastMoment = 0

  /// The fields at the last reading.
  private var values: [ValueNode?] = []
  /// The numbers of lines of the elements of each list that has changed.
  private var lineCounts: [Int: [Int]] = [:]
  /// The state at the start of the recording, or at the entry into the tree.
  private var startFields: [FieldText] = []

  private let reflected: ReflectedClass
  /// For each stored property, superclasses first, what reads the state in its value; nil for one that is no
  /// field.
  private var readers: [StateReader?] = []
  /// The names of the fields.
  private var names: [String] = []

  /// The scope, never read: while an unowned reference to it exists, no other scope is allocated at its
  /// address.
  private unowned let addressKeeper: ScopeNode
  /// The identity of the scope.
  let id: ObjectIdentifier

  init(_ scope: ScopeNode, number: Int, _ types: ReflectedTypes) {
    self.number = number
    typeName = scope.typeName
    addressKeeper = scope
    id = ObjectIdentifier(scope)
    reflected = types.reflectedClass(of: scope)
  }

  // MARK: State

  /// Reads the state of a new scope.
  ///
  /// - Returns: the properties of which reflection does not show all.
  func readStart(of scope: ScopeNode, _ types: ReflectedTypes) -> [String] {
    var unseen = scope is any CustomReflectable ? [typeName] : []
    reflected.forEachProperty(of: scope) { property in
      let reader = RecordedScope.reader(of: property.value)
      readers.append(reader)
      guard let reader else { return }
      let name = ReflectedValue.fieldName(property.label ?? "")
      let value = reader(property.value, types)
      // Reflection shows what cannot be copied, such as a `Mutex`, as an empty tuple.
      if !value.unseen.isEmpty || property.value is Void { unseen.append("\(typeName).\(name)") }
      names.append(name)
      values.append(value)
    }
    startFields = values.map { .value($0) }
    return unseen
  }

  /// Compares the scope's state with that of the last reading.
  ///
  /// Each access to the fields is short: reading a value may run code of the app that causes all fields to be
  /// read. Complexity: O(size of the state).
  func readChanges(of scope: ScopeNode, _ types: ReflectedTypes) -> [FieldChange] {
    var changes: [FieldChange] = []
    var (position, next) = (0, 0)
    reflected.forEachProperty(of: scope) { property in
      // A custom mirror may show more properties than before.
      let reader = position < readers.count ? readers[position] : nil
      position += 1
      guard let reader else { return }
      let (number, after) = (next, reader(property.value, types))
      next += 1
      guard number < values.count, after != values[number] else { return }
      changes.append(change(of: number, to: after))
    }
    return changes
  }

  private func change(of field: Int, to after: ValueNode) -> FieldChange {
    let (before, name) = (values[field], names[field])
    values[field] = after
    if after.isShort, before?.isShort != false {
      if !lineCounts.isEmpty { lineCounts[field] = nil }
      return .value(field: field, name: name, before: before, after: after)
    }
    if let before, let edit = editOfList(field, from: before, to: after) { return .lines(edit) }
    lineCounts[field] = nil
    let old = before?.lines(behind: name) ?? []
    return .lines(ListEdit(of: field, from: old, to: after.lines(behind: name)))
  }

  /// Returns the edit of the elements of a list that differ; nil for other values.
  ///
  /// Complexity: O(number of elements); only the lines of those that differ are written.
  private func editOfList(_ field: Int, from before: ValueNode, to after: ValueNode) -> ListEdit<String>? {
    // The text of an empty list has no lines for elements.
    guard let (former, current) = before.changedElements(to: after), let count = before.elementCount,
      count > 0,
      after.elementCount != 0
    else { return nil }
    var counts = lineCounts[field] ?? before.lines(ofElements: 0..<count).map(\.count)
    // Released, because the change would otherwise copy them.
    lineCounts[field] = nil
    let added = after.lines(ofElements: current)
    let edit = ListEdit(
      list: field,
      start: 1 + counts[..<former.lowerBound].reduce(0, +),
      removed: counts[former].reduce(0, +),
      added: Array(added.joined())
    )
    counts.replaceSubrange(former, with: added.map(\.count))
    lineCounts[field] = counts
    return edit
  }

  /// Reads the state in the value of a property.
  private typealias StateReader = (_ value: Any, _ types: ReflectedTypes) -> ValueNode

  /// Returns what reads the state in a property with some value; nil if it is not state of the scope itself.
  private static func reader(of value: Any) -> StateReader? {
    if let property = value as? any ChildProperty {
      guard property.cases != nil else { return nil }
      // The scopes in cases are recorded on their own, as all children.
      return { ValueNode(($0 as? any ChildProperty)?.cases ?? $0, objects: .withoutScopes, types: $1) }
    }
    if let container = value as? any StandardContainer {
      // This applies to nil, too: an optional is hidden if its wrapped type is.
      let parts = type(of: container).partTypes
      return parts.count == 1 && parts[0] is any HiddenState.Type ? nil : { ValueNode($0, types: $1) }
    }
    if value is any HiddenState || value is ObservationRegistrar { return nil }
    guard value is any ShownState else { return { ValueNode($0, types: $1) } }
    return { ValueNode(($0 as? any ShownState)?.shownState ?? $0, types: $1) }
  }

  // MARK: The start

  /// Lets a discarded change be part of the start.
  func discard(_ change: FieldChange) {
    switch change {
    case .value(let field, _, _, let after): startFields[field] = .value(after)
    case .lines(let edit):
      var lines = startLines(of: edit.list)
      // Released, because the edit would otherwise copy them.
      startFields[edit.list] = .value(nil)
      edit.apply(to: &lines)
      startFields[edit.list] = .lines(lines)
    }
  }

  private func startLines(of field: Int) -> [String] {
    switch startFields[field] {
    case .value(let value): value?.lines(behind: names[field]) ?? []
    case .lines(let lines): lines
    }
  }

  /// Returns the scope at the start of the recording, or at its entry into the tree, where it had some children.
  func start(with children: [[ScopeRecording.Child]]) -> ScopeRecording.ScopeState {
    let fields = startFields.indices.map(startLines)
    return ScopeRecording.ScopeState(id: number, type: typeName, fields: fields, children: children)
  }

  // MARK: Effects

  /// The effects in flight, each as reported when it started, with its type.
  private(set) var effects: [UInt64: (start: ScopeRecording.EffectChange, type: Any.Type)] = [:]

  /// Records that an effect has started.
  func begin(_ effect: any Effect, number: Int, _ generation: UInt64) -> ScopeRecording.EffectChange {
    let text = EffectText(effect).text
    let start = ScopeRecording.EffectChange(
      number: number,
      effect: text,
      scope: self.number,
      result: nil,
      position: nil
    )
    effects[generation] = (start, type(of: effect))
    return start
  }

  /// Records that an effect has ended; returns nothing about one that is unknown.
  ///
  /// - Parameter scope: the scope of an effect that failed.
  func end(_ generation: UInt64, _ result: EffectResult, of scope: ScopeNode? = nil) -> [ScopeRecording
    .EffectChange]
  {
    guard let (start, type) = effects.removeValue(forKey: generation) else { return [] }
    // Generations are in the order in which effects were enqueued.
    let older = effects.keys.count { $0 < generation }
    var end = ScopeRecording.EffectChange(
      number: start.number,
      effect: start.effect,
      scope: number,
      result: ScopeRecording.EffectResult(result),
      position: older + 1
    )
    if end.result != .completed, !(type is any ClosureEffect.Type) { end.type = Statoscope.typeName(type) }
    if case .failed(let error) = result, let scope { end.failure = .init(error, of: type, generation, scope) }
    return [end]
  }

  /// Records that all effects were cancelled, because the scope has left the tree.
  func cancelAll() -> [ScopeRecording.EffectChange] {
    effects.keys.sorted().flatMap { end($0, .cancelled) }
  }
}

extension ScopeRecording.EffectResult {
  fileprivate init(_ result: EffectResult) {
    self =
      switch result {
      case .completed: .completed
      case .failed(let error): .failed("\(error)")
      case .cancelled: .cancelled
      }
  }
}

extension ScopeRecording.EffectChange.Failure {
  /// Writes the failure of an effect; nil for an error without source.
  fileprivate init?(_ error: any Error, of type: Any.Type, _ generation: UInt64, _ scope: ScopeNode) {
    let source = SwiftSource(error)
    guard source.isWhole else { return nil }
    // Those that wait for others count, too.
    let older = scope.pendingEffects.count {
      $0.generation < generation && Swift.type(of: $0.pristine) == type
    }
    self.init(error: source.description, position: older + 1)
  }
}
