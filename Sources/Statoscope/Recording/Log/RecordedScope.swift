/// What the log knows of one scope: its state as it was read last, and as it was where the log begins.
///
/// It keeps no scope, and nothing that a scope's state refers to.
final class RecordedScope {
  /// Another value of a field.
  struct Change {
    let field: Int
    let value: RecordedValue
  }

  let number: Int
  let typeName: String
  /// The number of the last update's moment.
  var lastUpdate: Int?
  /// For each event that waits, the moment of the update that it was sent from, if it was.
  var senders: ArraySlice<Int?> = []

  private let layout: ScopeLayout
  private let types: ReflectedTypes
  private let fields: [Field]

  /// The scope, never read: while there is an unowned reference to it, no other is made at its address.
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

  /// Each field where the log begins, as the lines that describe it.
  var startLines: [[String]] { fields.map { $0.start.lines(named: $0.name) } }

  /// The lines that describe a changed field.
  func lines(of change: Change) -> [String] { change.value.lines(named: fields[change.field].name) }

  /// Makes the log begin with another value of a field.
  func begin(with change: Change) {
    // What was there is released after the access: then nothing checks that no other is in progress.
    var start = change.value
    swap(&start, &fields[change.field].start)
  }

  /// Compares the scope's state with what was read last.
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
/// An object, and not a value in a list: reading a field may run code of the app that has all of them read.
private final class Field {
  let name: String
  /// Its value where the log begins.
  var start = RecordedValue.lines([])
  /// What it held when it was read last.
  var snapshot = StateSnapshot()

  init(name: String) {
    self.name = name
  }
}
