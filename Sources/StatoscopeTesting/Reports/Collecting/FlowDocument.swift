/// What one plan said and did, as its file holds it.
///
/// The schema is described in the article "Living documentation"; a change of it raises ``presentVersion``.
package struct FlowDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 2

  /// How a scenario, a path or a step came out.
  package enum Outcome: String, Codable, Sendable {
    case kept
    case broken
    /// It stands behind an event that failed, so its outcome is unknown.
    case notRun
  }

  package var version = FlowDocument.presentVersion
  /// The test in words.
  package var title: String
  /// The file of the test in words.
  package var group: String
  package var module: String
  /// Where the test stands; it decides the order of the scenarios, too.
  package var file: String
  package var line: Int
  package var column: Int
  /// The type of the plan's scope.
  package var scope: String
  package var outcome: Outcome
  package var steps: [Line]
  /// What happened to the scopes of the tree, a type each.
  package var maps: [Map]
  /// The places whose values were others when the same steps were run again, as key paths read in source.
  package var unstable: [String]

  /// One sentence; a fork is a step that holds the steps of its branch.
  package struct Line: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable {
      case given, event, check, setting, fork, end
    }

    package var kind: Kind
    /// How the sentence begins: Given, When, Then.
    package var verb: String
    package var words: String
    /// The part of the tree that it speaks of; nil for the root.
    package var place: String?
    /// The call as it stands in the source.
    package var source: String
    package var file: String
    package var line: Int
    package var outcome: Outcome
    /// What it changed, in the order of the state.
    package var changes: [Change] = []
    /// What is in flight after it, oldest first in each scope.
    package var effects: [Effect] = []
    package var failures: [String] = []
    package var steps: [Line] = []
  }

  /// One place in the tree whose value is another than before.
  package struct Change: Codable, Sendable, Equatable {
    /// The place in words.
    package var words: String
    /// The place as a key path reads in source.
    package var path: String
    /// Lines behind `-`, `+` or two spaces; empty when ``before`` and ``after`` say it.
    package var diff: [String]
    package var before: String?
    package var after: String?
    /// The type of the scope that it is a change of.
    package var scope: String
    /// Indicates whether no check looked at it.
    package var isUnchecked = false
  }

  /// One effect that is in flight.
  package struct Effect: Codable, Sendable, Equatable {
    package var words: String
    package var text: String
    /// The scope it belongs to, in words; nil for the root.
    package var place: String?
    package var isWaiting: Bool
  }

  /// What the scopes of one type were seen to do.
  package struct Map: Codable, Sendable, Equatable {
    package var scope: String
    /// The names of all events, if the type lists them.
    package var events: [String]?
    /// Each state as lines of `name: value`.
    package var states: [[String]]
    package var transitions: [Transition]
  }

  /// An event that led from one state to another, or to none when it was refused.
  package struct Transition: Codable, Sendable, Hashable {
    package var event: String
    package var from: Int
    package var to: Int
    package var isRefused: Bool
  }
}
