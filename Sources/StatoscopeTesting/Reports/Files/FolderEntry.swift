import Foundation

/// An entry in the folder of living documentation: a plan, or an exploration.
protocol FolderEntry: Sendable {
  /// The title of the test.
  var title: String { get }
  var module: String { get }
  /// The file of the test.
  var file: String { get }
  /// An identifier of the entry among those of the same test.
  var key: String { get }

  /// Returns the files, each with the ending of its name.
  func files() throws -> [(ending: String, data: Data)]
}

extension FolderEntry {
  func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value) + Data("\n".utf8)
  }
}

extension FlowDocument: FolderEntry {
  var key: String { scope }

  func files() throws -> [(ending: String, data: Data)] { [(".json", try encoded(self))] }
}
