import Statoscope

/// The steps and results of one plan in the format of its file.
///
/// The article "Living documentation" describes the schema; a change of it increments ``presentVersion``.
package struct FlowDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 5

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
  /// The events of the tree's scopes, one map for each type.
  package var maps: [Map]
  /// The key paths of values that differed when the same steps were repeated.
  package var unstable: [String]

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
    /// What has checked it.
    package var checkedBy = Check.value
  }

  /// The kind of check that a change has had.
  package enum Check: String, Codable, Sendable {
    /// No check has read it.
    case nothing
    /// Only closures name it; what they assert of it is unknown.
    case closure
    /// A step asserts it, or nothing caused it that has to be checked.
    case value
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

  /// The recorded events of the scopes of one type.
  package struct Map: Codable, Sendable, Equatable {
    package var scope: String
    /// The names of all events, if the type lists them.
    package var events: [String]?
    /// The states, each as lines of `name: value`.
    package var states: [[String]] = []
    package var transitions: [Transition] = []
    /// The names of the events that were refused, or whose step changed something in the tree, sorted.
    package var changing: [String] = []
  }

  /// An event that led from one state to another, or to none when it was refused.
  package struct Transition: Codable, Sendable, Equatable, Comparable {
    package var event: String
    package var from: Int
    package var to: Int
    package var isRefused: Bool

    package static func < (left: Transition, right: Transition) -> Bool {
      (left.from, left.to, left.event, left.isRefused ? 1 : 0)
        < (right.from, right.to, right.event, right.isRefused ? 1 : 0)
    }
  }
}

extension FlowDocument.Map {
  /// Returns the number of a state, which is added if it is new.
  mutating func number(of state: [String]) -> Int {
    if let known = states.firstIndex(of: state) { return known }
    states.append(state)
    return states.count - 1
  }

  /// Adds a transition, unless it is known.
  mutating func insert(_ transition: FlowDocument.Transition) {
    if !transitions.contains(transition) { transitions.append(transition) }
  }

  /// Adds the states and transitions of another map of the same type.
  mutating func merge(_ other: FlowDocument.Map) {
    if events == nil { events = other.events }
    let numbers = other.states.map { number(of: $0) }
    for var transition in other.transitions
    where numbers.indices.contains(transition.from) && numbers.indices.contains(transition.to) {
      (transition.from, transition.to) = (numbers[transition.from], numbers[transition.to])
      insert(transition)
    }
    for event in other.changing { insert(changing: event) }
  }

  /// Adds an event that was refused or has changed something, unless it is known.
  mutating func insert(changing event: String) {
    if !changing.contains(event) { changing = (changing + [event]).sorted() }
  }

  /// The map with its transitions in the order of the states they leave.
  var sorted: FlowDocument.Map {
    var map = self
    map.transitions.sort()
    return map
  }
}

// MARK: Changes and effects

/// The number of changes, and of those without a check.
package struct ChangeCount {
  package let all: Int
  package let unchecked: Int
  /// The number of changes that only closures name.
  package let checkedByClosure: Int

  init(_ changes: [FlowDocument.EventChange] = []) {
    all = changes.count
    unchecked = changes.count { $0.change.checkedBy == .nothing }
    checkedByClosure = changes.count { $0.change.checkedBy == .closure }
  }

  /// The count as text; nil if nothing changed.
  var text: String? {
    guard all > 0 else { return nil }
    let closures = checkedByClosure == 0 ? "" : ", \(checkedByClosure) checked by a closure only"
    return "\(unchecked) of \(counted(all, "change")) unchecked\(closures)"
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
  package var uncheckedChanges: [EventChange] { eventChanges.filter { $0.change.checkedBy == .nothing } }

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
