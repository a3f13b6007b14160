import Foundation

/// What one test leaves in the folder of living documentation: a plan, or an exploration.
protocol FolderEntry: Sendable {
  /// The test in words.
  var title: String { get }
  var module: String { get }
  /// The file of the test.
  var file: String { get }
  /// Distinguishes it from what else the same test leaves.
  var key: String { get }

  /// The files, each by what its name ends with.
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
