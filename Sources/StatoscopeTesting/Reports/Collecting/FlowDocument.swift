/// The steps and results of one plan in the format of its file.
///
/// The article "Living documentation" describes the schema; a change of it increments ``presentVersion``.
package struct FlowDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 2

  /// The result of a scenario, a path or a step.
  package enum Outcome: String, Codable, Sendable {
    case kept
    case broken
    /// It follows an event that failed, so its result is unknown.
    case notRun
  }

  package var version = FlowDocument.presentVersion
  /// The title of the test.
  package var title: String
  /// The title of the test's file.
  package var group: String
  package var module: String
  /// The location of the test, which also determines the order of the scenarios.
  package var file: String
  package var line: Int
  package var column: Int
  /// The type of the plan's scope.
  package var scope: String
  package var outcome: Outcome
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
    package var words: String
    /// The part of the tree that it refers to; nil for the root.
    package var place: String?
    /// The call in source.
    package var source: String
    package var file: String
    package var line: Int
    package var outcome: Outcome
    /// The changes that it caused, in the order of the state.
    package var changes: [Change] = []
    /// The effects in flight after it, oldest first in each scope.
    package var effects: [Effect] = []
    package var failures: [String] = []
    package var steps: [Line] = []
  }

  /// A changed value in the tree.
  package struct Change: Codable, Sendable, Equatable {
    /// The label of the place.
    package var words: String
    /// The place as a key path in source.
    package var path: String
    /// Lines that begin with `-`, `+` or two spaces; empty when ``before`` and ``after`` are sufficient.
    package var diff: [String]
    package var before: String?
    package var after: String?
    /// The type of the scope that changed.
    package var scope: String
    /// Indicates whether no check has read it.
    package var isUnchecked = false
  }

  /// An effect in flight.
  package struct Effect: Codable, Sendable, Equatable {
    package var words: String
    package var text: String
    /// The label of its scope; nil for the root.
    package var place: String?
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
  }

  /// The map with its transitions in the order of the states they leave.
  var sorted: FlowDocument.Map {
    var map = self
    map.transitions.sort()
    return map
  }
}
