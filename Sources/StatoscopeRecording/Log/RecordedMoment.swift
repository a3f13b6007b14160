import Statoscope

/// One recorded update, or a change or an end of an effect without an event, whose texts are created on demand.
final class RecordedMoment {
  let number: Int
  let time: Duration
  let scope: RecordedScope
  /// The tree in which it began.
  let treeBefore: RecordedTree
  var event: RecordedValue<RecordedEvent>?
  var cause = ScopeRecording.Cause.outside
  var changes: [RecordedScope.Change] = []
  var failure: String?
  var effects: [ScopeRecording.EffectChange] = []
  /// The tree from now on, if it has changed.
  var tree: RecordedTree?

  init(number: Int, time: Duration, scope: RecordedScope, tree: RecordedTree) {
    (self.number, self.time, self.scope, treeBefore) = (number, time, scope, tree)
  }

  /// The moment with its texts.
  ///
  /// Complexity: O(size of the changed fields).
  var rendered: ScopeRecording.Moment {
    let event = event?.rendered(RecordedEvent.init)
    var change: [String] = []
    var fields: [ScopeRecording.FieldChange] = []
    for recorded in changes {
      let before = scope.lines(of: recorded.field, recorded.before)
      let after = scope.lines(of: recorded.field, recorded.after)
      // The text of a redacted property stays the same when its value changes.
      guard before != after || RedactedText.isIn(after) else { continue }
      let field = ScopeRecording.FieldChange(field: recorded.field, lines: after)
      fields.append(field)
      change += field.diff(from: before)
    }
    return ScopeRecording.Moment(
      number: number,
      time: time,
      scope: scope.number,
      type: scope.typeName,
      // A scope may have entered the tree with this moment.
      position: treeBefore.position(of: scope.number) ?? tree?.position(of: scope.number),
      event: event?.text,
      source: event?.source,
      cause: cause,
      failure: failure,
      change: change,
      fields: fields,
      effects: effects,
      treeAfter: tree
    )
  }
}

/// A value that is rendered on demand, or was rendered at once because it may refer to objects of the app.
enum RecordedValue<Rendering> {
  case value(Any)
  case rendered(Rendering)

  func rendered(_ render: (_ value: Any) -> Rendering) -> Rendering {
    switch self {
    case .value(let value): render(value)
    case .rendered(let rendering): rendering
    }
  }
}

/// An event as it reads in Swift, and as source if there is one.
struct RecordedEvent {
  let text: String
  let source: String?

  init(_ event: Any) {
    text = EventText(event).text
    let source = SwiftSource(shorthandOf: event)
    self.source = source.isWhole ? source.description : nil
  }
}
