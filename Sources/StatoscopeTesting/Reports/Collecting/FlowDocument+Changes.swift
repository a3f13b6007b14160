/// The number of changes, and of those without a check.
package struct ChangeCount {
  package let all: Int
  package let unchecked: Int

  init(_ changes: [FlowDocument.EventChange] = []) {
    all = changes.count
    unchecked = changes.count(where: \.change.isUnchecked)
  }

  /// The count as text; nil if nothing changed.
  var text: String? {
    guard all > 0 else { return nil }
    return "\(unchecked) of \(counted(all, "change")) unchecked"
  }
}

extension FlowDocument {
  /// One change with the event that caused it.
  package struct EventChange {
    package let event: Line
    package let change: Change
  }

  /// The changes of the events of all paths, in the order of the steps.
  var eventChanges: [EventChange] { steps.flatMap(\.eventChanges) }

  /// The changes that no check has read.
  package var uncheckedChanges: [EventChange] { eventChanges.filter(\.change.isUnchecked) }

  /// The number of changes of all scopes.
  package func changeCount() -> ChangeCount { ChangeCount(eventChanges) }
}

extension FlowDocument.Line {
  fileprivate var eventChanges: [FlowDocument.EventChange] {
    let own = kind == .event ? changes.map { FlowDocument.EventChange(event: self, change: $0) } : []
    return own + steps.flatMap(\.eventChanges)
  }
}

extension FlowDocument.EventChange {
  /// A sentence about the change and its event.
  var text: String {
    let values = change.before.flatMap { before in change.after.map { " (\(before) → \($0))" } } ?? ""
    return "\(change.path)\(values), \(event.verb.lowercased()) \(event.words)"
  }
}
