/// The results of one exploration in the format of its file; its page has further details.
///
/// The article "Living documentation" describes the schema; a change of it increments ``presentVersion``.
package struct ExplorationDocument: Codable, Sendable, Equatable {
  /// The version of the schema that this library writes.
  package static let presentVersion = 1

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
  /// The number of broken promises.
  package var broken: Int
}

extension ExplorationDocument {
  package init(
    _ name: FlowName,
    scope: String,
    states: Int,
    transitions: Int,
    bound: String?,
    broken: Int
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
      broken: broken
    )
  }

  /// The results in one line.
  var summary: String {
    let extent = bound.map { "not all of it: \($0)" } ?? "everything was explored"
    let size = "\(counted(states, "state")), \(counted(transitions, "transition"))"
    let promises = broken == 0 ? "" : ", \(counted(broken, "promise")) broken"
    return "\(IdentifierWords(typeName: scope).title): \(size), \(extent)\(promises)"
  }
}
