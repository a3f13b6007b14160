import Statoscope

extension FlowDocument.Effect {
  /// Returns the effects in flight in a tree.
  static func all(below root: ScopeNode) -> [FlowDocument.Effect] {
    root.scopesWithEffects.flatMap { scope in
      let place = IdentifierWords(path: KeyPathText.segments(to: scope)).text
      return scope.pendingEffects.map { note in
        FlowDocument.Effect(
          words: ValueWords(note.pristine).text.withoutAddresses,
          text: EffectText(note.pristine).text.withoutAddresses,
          place: place.isEmpty ? nil : place,
          isWaiting: !note.hasStarted
        )
      }
    }
  }
}

extension FlowDocument.Change {
  /// Returns the changes in a tree, each with the scope that owns the value: that of a child is its parent.
  static func all(_ changes: [StateChange], below root: ScopeNode) -> [FlowDocument.Change] {
    guard !changes.isEmpty else { return [] }
    var scopes: [(path: [String], type: String)] = []
    root.forEachInSubtree { scopes.append((KeyPathText.segments(to: $0), typeName(type(of: $0)))) }
    return changes.map { change in
      let depth = max(change.path.count, 1)
      // Parents come first, so the last one is the nearest.
      let owner = scopes.last { $0.path.count < depth && change.path.starts(with: $0.path) }
      return FlowDocument.Change(change, of: owner?.type ?? "")
    }
  }

  /// Creates the report of a change: on one line if both sides are short.
  private init(_ change: StateChange, of scope: String) {
    let (before, after) = (change.before.map(\.withoutAddresses), change.after.map(\.withoutAddresses))
    self.init(
      words: change.path.isEmpty ? "the state" : IdentifierWords(path: change.path).text,
      path: change.keyPath,
      diff: [],
      scope: scope
    )
    if let shortBefore = FlowDocument.Change.short(before), let shortAfter = FlowDocument.Change.short(after)
    {
      (self.before, self.after) = (shortBefore, shortAfter)
    } else {
      diff = ValueDiff(from: before, to: after).lines
    }
  }

  /// Joins the lines of a short value: those of a list between its brackets.
  private static func short(_ lines: [String]) -> String? {
    guard let first = lines.first else { return nil }
    var text = first
    if lines.count > 1 {
      let elements = lines.dropFirst().dropLast()
      // Deeper levels are hard to read on one line.
      guard first.hasSuffix("["), lines.last == "]",
        elements.allSatisfy({ $0.prefix { $0 == " " }.count == 2 })
      else { return nil }
      text += elements.map { String($0.dropFirst(2)) }.joined(separator: ", ") + "]"
    }
    if text.hasPrefix("Set [") { text.removeFirst(4) }
    return text.count <= 80 ? text : nil
  }
}
