import Foundation
import Statoscope

/// An entry in the folder of living documentation: a plan, or an exploration with its page.
package struct FolderEntry: Sendable, Identifiable {
  package let id = UUID()
  /// The name of the test.
  let name: FlowName
  /// An identifier of the entry among those of the same test.
  let key: String
  let document: any Encodable & Sendable
  let page: String?

  package init(name: FlowName, key: String, document: any Encodable & Sendable, page: String? = nil) {
    self.name = name
    self.key = key
    self.document = document
    self.page = page
  }
}

/// The files of living documentation: one for each plan, and the pages generated from them.
struct FlowFolder {
  let url: URL

  /// Writes the files of a plan or an exploration, named after its test and its content.
  ///
  /// - Parameters:
  ///   - isFirst: whether existing files of that test belong to an earlier run, and are removed; called under
  ///     the lock, so that files that another plan of the test has just written are never removed.
  ///   - former: the entry that this one replaces.
  func write(
    _ entry: FolderEntry,
    of test: String,
    replacing former: FolderEntry?,
    renewing isFirst: () -> Bool
  ) throws {
    let files = try EntryFiles(entry, of: test)
    let replaced = try former.map { try EntryFiles($0, of: test).contents.map(\.name) } ?? []
    try locked {
      let isFirst = isFirst()
      for old in try isFirst || !replaced.isEmpty ? names() : []
      where isFirst && old.hasPrefix(files.prefix) || replaced.contains(old) {
        try FileManager.default.removeItem(at: url.appendingPathComponent(old))
      }
      for (name, data) in files.contents { try write(data, to: name) }
    }
  }

  /// Regenerates the pages.
  func compose() throws {
    try locked {
      let names = try names().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      let explorations = names.filter { $0.hasSuffix(FlowFolder.explorationEnding + ".json") }
      let plans = names.filter { !explorations.contains($0) }
      let catalogue = FlowCatalogue(
        try plans.map { try document($0, version: FlowDocument.presentVersion, of: "a plan") },
        explorations: try explorations.map { name in
          FlowCatalogue.ExplorationLink(
            document: try document(name, version: ExplorationDocument.presentVersion, of: "an exploration"),
            page: name.dropLast("json".count) + "html"
          )
        }
      )
      try write(Data(FlowMarkdown(catalogue).text.utf8), to: "flows.md")
      try write(Data(FlowFeature(catalogue).text.utf8), to: "flows.feature")
      try write(Data(FlowPage(catalogue).text.utf8), to: "index.html")
    }
  }

  fileprivate static let explorationEnding = ".exploration"

  private struct Versioned: Decodable {
    let version: Int
  }

  private func document<Document: Decodable>(
    _ name: String,
    version: Int,
    of kind: String
  ) throws -> Document {
    do {
      let data = try Data(contentsOf: url.appendingPathComponent(name))
      let found = try JSONDecoder().decode(Versioned.self, from: data).version
      guard found == version else { throw FlowFileError.otherVersion(name, found, reads: version) }
      return try JSONDecoder().decode(Document.self, from: data)
    } catch let error as FlowFileError {
      throw error
    } catch {
      throw FlowFileError.unreadable(name, of: kind, "\(error)")
    }
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }

  private func write(_ data: Data, to name: String) throws {
    try data.write(to: url.appendingPathComponent(name), options: .atomic)
  }

  /// Runs a closure while other processes are locked out.
  private func locked(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let path = url.appendingPathComponent(".lock").path
    guard let lock = try OpenFile.locked(path, until: .now + .seconds(60)) else {
      throw FlowFileError.locked(path)
    }
    defer { lock.unlock() }
    try body()
  }

  /// Returns a text as part of a file name that is valid on every system.
  fileprivate static func plain(_ text: String) -> String {
    let plain = text.unicodeScalars.map {
      $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0) ? Character($0) : "-"
    }
    let name = String(plain).split(separator: "-").joined(separator: "-")
    return String(name.prefix(100))
  }

  /// Returns a text of fixed length that stands for some bytes in a file name.
  fileprivate static func digest(_ data: Data) -> String { String(format: "%016lx", data.stableHash) }
}

/// The files of an entry, named after its test and its content.
private struct EntryFiles {
  /// The beginning of the names of all files of the test.
  let prefix: String
  let contents: [(name: String, data: Data)]

  init(_ entry: FolderEntry, of test: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(entry.document) + Data("\n".utf8)
    let page = entry.page.map { Data($0.utf8) }
    let location = "\(entry.name.module)-\(entry.name.file.prefix { $0 != "." })-\(entry.name.title)"
    prefix = FlowFolder.plain(location) + "-" + FlowFolder.digest(Data(test.utf8))
    let name = prefix + "-" + FlowFolder.digest(json + (page ?? Data()))
    guard let page else {
      contents = [(name + ".json", json)]
      return
    }
    let exploration = name + FlowFolder.explorationEnding
    contents = [(exploration + ".json", json), (exploration + ".html", page)]
  }
}

/// An error that prevents generating the pages from the folder.
enum FlowFileError: Error, CustomStringConvertible {
  case otherVersion(_ name: String, _ version: Int, reads: Int)
  case unreadable(_ name: String, of: String, _ reason: String)
  case locked(_ path: String)

  var description: String {
    switch self {
    case .otherVersion(let name, let version, let present):
      """
      \(name) is of version \(version), and this library reads version \(present). Remove the folder, and run the \
      tests again.
      """
    case .unreadable(let name, let what, let reason):
      "\(name) is not the file of \(what): \(reason). Remove it, and run the tests again."
    case .locked(let path):
      "another process has kept \(path) locked for a minute. Find it with \"lsof \(path)\", and end it if it hangs."
    }
  }
}
