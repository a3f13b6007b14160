/// The log's data about one scope: its state at the last check, and at the beginning of the log.
///
/// It retains no scope, and nothing that a scope's state refers to.
final class RecordedScope {
  /// A new value of a field.
  struct Change {
    let field: Int
    let value: RecordedValue
  }

  let number: Int
  let typeName: String
  /// The number of the moment of the last update.
  var lastUpdate: Int?
  /// For each queued event, the moment of the update that sent it, if any.
  var senders: ArraySlice<Int?> = []

  private let layout: ScopeLayout
  private let types: ReflectedTypes
  private let fields: [Field]

  /// The scope, never read: while an unowned reference to it exists, no other scope is allocated at its
  /// address.
  private unowned let addressKeeper: ScopeNode

  init(_ scope: ScopeNode, number: Int, layout: ScopeLayout, types: ReflectedTypes) {
    self.number = number
    self.layout = layout
    self.types = types
    typeName = scope.typeName
    addressKeeper = scope
    fields = layout.names.map(Field.init)
    read(scope) { begin(with: $0) }
  }

  /// Each field at the beginning of the log, as the lines that describe it.
  var startLines: [[String]] { fields.map { $0.start.lines(named: $0.name) } }

  /// The lines that describe a changed field.
  func lines(of change: Change) -> [String] { change.value.lines(named: fields[change.field].name) }

  /// Changes the value of a field at the beginning of the log.
  func begin(with change: Change) {
    // The former value is released after the access: its `deinit` may access this property.
    var start = change.value
    swap(&start, &fields[change.field].start)
  }

  /// Compares the scope's state with its last known state.
  ///
  /// Complexity: O(size of the state).
  func read(_ scope: ScopeNode, _ report: (Change) -> Void) {
    var walk = ValueWalk(StateSnapshot(), types: types, deepest: StateText.deepestLevel)
    layout.forEachField(of: scope) { index, value in
      let field = fields[index]
      swap(&walk.visitor, &field.snapshot)
      walk.visitor.begin()
      walk.readAll(value)
      let isOther = walk.visitor.end()
      swap(&walk.visitor, &field.snapshot)
      guard isOther else { return }
      report(Change(field: index, value: RecordedValue(value, named: field.name, types: types)))
    }
  }
}

/// One field of a scope.
///
/// An object, not a value in a list: reading a field may run code of the app that causes all fields to be
/// read.
private final class Field {
  let name: String
  /// Its value at the beginning of the log.
  var start = RecordedValue.lines([])
  /// Its contents at the last check.
  var snapshot = StateSnapshot()

  init(name: String) {
    self.name = name
  }
}
