import Statoscope

/// One recorded update, or a change or an end of an effect without an event.
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
  /// Complexity: O(size of the changed fields and of a changed tree).
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
    // A scope may have entered the tree with this moment.
    let location = treeBefore.location(of: scope.number) ?? tree?.location(of: scope.number)
    return ScopeRecording.Moment(
      number: number,
      time: time,
      scope: scope.number,
      type: scope.typeName,
      location: location ?? .path("(not in the tree)"),
      event: event?.text,
      source: event?.source,
      cause: cause,
      failure: failure,
      change: change,
      fields: fields,
      effects: effects,
      tree: tree?.places
    )
  }
}
