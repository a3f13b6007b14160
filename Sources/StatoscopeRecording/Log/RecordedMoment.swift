import Statoscope

/// One recorded update, or a change or an end of an effect without an event, whose texts are created on demand.
final class RecordedMoment {
  let number: Int
  let time: Duration
  let scope: RecordedScope
  var event: RecordedEvent?
  var cause = ScopeRecording.Cause.outside
  var changes: [FieldChange] = []
  /// The changes of the tree.
  var children: [ScopeRecording.ChildrenEdit] = []
  var failure: String?
  var effects: [ScopeRecording.EffectChange] = []
  /// Indicates whether the start of the recording includes it already.
  var isDiscarded = false

  init(number: Int, time: Duration, scope: RecordedScope) {
    (self.number, self.time, self.scope) = (number, time, scope)
  }

  /// The moment without its event, and without what follows from its edits.
  ///
  /// Complexity: O(size of the edits).
  var edits: ScopeRecording.Moment { moment(nil, nil) }

  /// Returns the moment with the text of its event, which may run code of the app.
  func rendered(_ step: Replay.Step?) -> ScopeRecording.Moment {
    moment(event?.text, event?.source).completed(by: step)
  }

  private func moment(_ event: String?, _ source: String?) -> ScopeRecording.Moment {
    ScopeRecording.Moment(
      number: number,
      time: time,
      scope: scope.number,
      type: scope.typeName,
      event: event,
      source: source,
      cause: cause,
      failure: failure,
      fields: changes.map(\.edit),
      children: children,
      effects: effects
    )
  }
}

/// An event of a moment: as it is, to be rendered on demand, or as texts, because it may refer to objects of the app.
enum RecordedEvent {
  case value(Any)
  case texts(String, source: String?)

  init<When>(_ when: When, _ types: ReflectedTypes) {
    // A value smaller than a reference contains none.
    let mayReferToObjects =
      MemoryLayout<When>.size >= MemoryLayout<AnyObject>.size
      && ValueNode(when, types: types).mayReferToObjects
    self = .value(when)
    if mayReferToObjects { self = .texts(text, source: source) }
  }

  /// The event as it reads in Swift.
  var text: String {
    switch self {
    case .value(let event): EventText(event).text
    case .texts(let text, _): text
    }
  }

  /// The event as source; nil if it has none.
  var source: String? {
    switch self {
    case .value(let event):
      let source = SwiftSource(shorthandOf: event)
      return source.isWhole ? source.description : nil
    case .texts(_, let source): return source
    }
  }
}

/// A new value of a field.
///
/// Short values are stored themselves, and their lines are made on demand; of longer ones, the lines that differ.
enum FieldChange {
  case value(field: Int, name: String, before: ValueNode?, after: ValueNode)
  case lines(ListEdit<String>)

  /// The lines that differ.
  var edit: ListEdit<String> {
    switch self {
    case .value(let field, let name, let before, let after):
      ListEdit(of: field, from: before?.lines(behind: name) ?? [], to: after.lines(behind: name))
    case .lines(let edit): edit
    }
  }
}
