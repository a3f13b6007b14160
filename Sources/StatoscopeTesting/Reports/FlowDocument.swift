import Statoscope

/// The steps and results of one plan in the format of its file.
///
/// The article "Living documentation" describes the schema; a change of it increments ``presentVersion``.
package struct FlowDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 7

  /// The result of a scenario, a path or a step.
  package enum Result: String, Codable, Sendable {
    case passed
    case failed
    /// It failed, which the test declares with `withKnownIssue`, so the test passed.
    case knownIssue
    /// It follows an event that failed, so its result is unknown.
    case notRun
  }

  package var version = FlowDocument.presentVersion
  /// The title of the test.
  package var title: String
  /// The title of the test's file.
  package var group: String
  package var module: String
  /// The suites of the test, outermost first, as they are named in source; empty where they are unknown.
  package var suites: [String]
  /// The location of the test, which also determines the order of the scenarios.
  package var file: String
  package var line: Int
  package var column: Int
  /// The type of the plan's scope.
  package var scope: String
  package var result: Result
  package var steps: [Line]
  /// The events of the tree's scopes, one entry for each type.
  package var events: [Events]
  /// The key paths of values that differed when the same steps were repeated.
  package var unstable: [String]
  /// The properties that reflection does not show, so that no check can see whether they change; sorted.
  package var unseen: [String]

  /// One sentence; a fork is a step that contains the steps of its branch.
  package struct Line: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
      case given, event, check, setting, fork, end
    }

    package var kind: Kind
    /// The beginning of the sentence: Given, When, Then.
    package var verb: String
    package var text: String
    /// The label of the child that it addresses; nil for the root.
    package var target: String?
    /// The call in source.
    package var source: String
    package var file: String
    package var line: Int
    package var result: Result
    /// The changes that it caused, in the order of the state.
    package var changes: [Change] = []
    /// The effects in flight after it, oldest first in each scope.
    package var effects: [Effect] = []
    package var failures: [String] = []
    package var steps: [Line] = []
  }

  /// A changed value in the tree.
  package struct Change: Codable, Sendable, Equatable {
    /// The label of the key path.
    package var label: String
    /// The key path in source.
    package var path: String
    /// Lines that begin with `-`, `+` or two spaces; empty when ``before`` and ``after`` are sufficient.
    package var diff: [String]
    package var before: String?
    package var after: String?
    /// The type of the scope that changed.
    package var scope: String
    /// Indicates whether an event caused it, and no check has read it.
    package var isUnchecked = false
  }

  /// An effect in flight.
  package struct Effect: Codable, Sendable, Equatable {
    package var text: String
    /// The effect in source.
    package var source: String
    /// The label of its scope; nil for the root.
    package var owner: String?
    package var isWaiting: Bool
  }

  /// The names of the events of the scopes of one type.
  package struct Events: Codable, Sendable, Equatable {
    package var scope: String
    /// All, if the type lists them.
    package var listed: [String]?
    /// Those that were sent, sorted.
    package var sent: [String] = []
    /// Those that were refused, or whose step changed something in the tree, sorted.
    package var changing: [String] = []
  }
}

// MARK: Changes and effects

/// The number of changes, and of those without a check.
package struct ChangeCount {
  package let all: Int
  package let unchecked: Int

  init(_ changes: [FlowDocument.EventChange] = []) {
    all = changes.count
    unchecked = changes.count { $0.change.isUnchecked }
  }

  /// The count as text; nil if nothing changed.
  var text: String? { all == 0 ? nil : "\(unchecked) of \(counted(all, "change")) unchecked" }
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
    return "\(change.path)\(values), \(event.verb.lowercased()) \(event.text)"
  }
}

extension FlowDocument.Effect {
  /// Returns the effects in flight in a tree.
  static func all(below root: ScopeNode) -> [FlowDocument.Effect] {
    root.scopesWithEffects.flatMap { scope in
      let owner = IdentifierText(path: KeyPathText.segments(to: scope)).text
      return scope.pendingEffects.map { effect in
        FlowDocument.Effect(
          text: ValueText(effect.pristine).text.withoutAddresses,
          source: EffectText(effect.pristine).text.withoutAddresses,
          owner: owner.isEmpty ? nil : owner,
          isWaiting: !effect.hasStarted
        )
      }
    }
  }
}

extension FlowDocument.Change {
  /// Returns the changes in a tree, each with the scope that owns the value: that of a child is its parent.
  static func all(
    _ changes: [StateChange],
    below root: ScopeNode,
    typeName: (ScopeNode) -> String
  ) -> [FlowDocument.Change] {
    guard !changes.isEmpty else { return [] }
    var scopes: [[StateSegment]: String] = [:]
    root.forEachInSubtree { scopes[KeyPathText.segments(to: $0)] = typeName($0) }
    return changes.map { change in
      let owners = change.path.indices.reversed().lazy.compactMap { scopes[Array(change.path[..<$0])] }
      return FlowDocument.Change(change, of: owners.first ?? typeName(root))
    }
  }

  /// Creates the report of a change: on one line if both sides are short.
  private init(_ change: StateChange, of scope: String) {
    let (before, after) = (change.before.map(\.withoutAddresses), change.after.map(\.withoutAddresses))
    self.init(
      label: change.path.isEmpty ? "the state" : IdentifierText(path: change.path).text,
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

  private static let longestShort = 80

  /// Joins the lines of a short value: those of a list between its brackets.
  private static func short(_ lines: [String]) -> String? {
    guard let first = lines.first, lines.count <= longestShort else { return nil }
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
    return text.count <= longestShort ? text : nil
  }
}

// MARK: Explorations

/// The results of one exploration in the format of its file; its page has further details.
///
/// The article "Living documentation" describes the schema; a change of it increments ``presentVersion``.
package struct ExplorationDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 3

  package var version = ExplorationDocument.presentVersion
  /// The title of the test.
  package var title: String
  package var module: String
  /// The location of the test, which also determines the order of the explorations.
  package var file: String
  package var line: Int
  package var column: Int
  /// The type of the scope that was explored.
  package var scope: String
  package var states: Int
  package var transitions: Int
  /// The reason why not everything was explored; nil when everything was.
  package var bound: String?
  /// The number of failures: violated properties, those that were not reached, and errors.
  package var violated: Int
  /// Indicates whether the test declares all of these as known issues, so it passed.
  package var isKnownIssue: Bool
}

extension ExplorationDocument {
  package init(
    _ name: FlowName,
    scope: String,
    states: Int,
    transitions: Int,
    bound: String?,
    violated: Int,
    isKnownIssue: Bool
  ) {
    self.init(
      title: name.title,
      module: name.module,
      file: name.file,
      line: name.line,
      column: name.column,
      scope: scope,
      states: states,
      transitions: transitions,
      bound: bound,
      violated: violated,
      isKnownIssue: isKnownIssue
    )
  }

  /// The result; that of a known issue is not a failure.
  var result: FlowDocument.Result { violated == 0 ? .passed : isKnownIssue ? .knownIssue : .failed }

  /// The results in one line.
  var summary: String {
    let extent = bound.map { "not all of it: \($0)" } ?? "everything was explored"
    let size = "\(counted(states, "state")), \(counted(transitions, "transition"))"
    let noun = violated == 1 ? "property" : "properties"
    let properties = violated == 0 ? "" : ", \(violated) \(noun) violated"
    return "\(IdentifierText(typeName: scope).title): \(size), \(extent)\(properties)"
  }
}
