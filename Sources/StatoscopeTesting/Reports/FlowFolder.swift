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
///
/// Several processes may write to a folder. The last one that is present generates the pages: presence is a shared lock,
/// so the system ends that of a process that crashes.
final class FlowFolder: Sendable {
  let url: URL

  private struct State {
    /// The files that this process has written; plans with their documents.
    var written: [String: FlowDocument?] = [:]
    var presence: OpenFile?
  }

  private let state = Locked(State())

  init(url: URL) {
    self.url = url
  }

  /// Writes the files of a plan or an exploration, named after its test and its content, unless they are written already.
  ///
  /// - Parameter former: the entry that this one replaces.
  func write(_ entry: FolderEntry, of test: String, replacing former: FolderEntry?) throws {
    let files = try FlowFolder.files(of: entry, test)
    let replaced = try former.map { try FlowFolder.files(of: $0, test) } ?? []
    let new = try state.withLock { state in
      if state.presence == nil { state.presence = try present() }
      for (name, _) in replaced { state.written[name] = nil }
      let new = files.filter { state.written[$0.name] == nil }
      for (name, _) in new { state.written[name] = .some(entry.document as? FlowDocument) }
      return new
    }
    for (name, data) in new { try OpenFile.write(data, to: url.appendingPathComponent(name).path) }
  }

  /// Removes what earlier runs of the same tests wrote, and generates the pages, unless another process is present,
  /// which does it later.
  func compose() throws {
    let state = state.withLock { state in
      defer { state.presence = nil }
      return state
    }
    let tests = Set(state.written.keys.map(FlowFolder.test))
    try locked {
      for name in try names() where state.written[name] == nil && tests.contains(FlowFolder.test(of: name)) {
        try FileManager.default.removeItem(at: url.appendingPathComponent(name))
      }
      let presence = try state.presence ?? present()
      presence.unlock()
      guard try presence.tryLock() else { return }
      presence.unlock()
      try composePages(state.written)
    }
  }

  private func composePages(_ written: [String: FlowDocument?]) throws {
    var plans: [String: FlowDocument] = [:]
    var explorations: [FlowCatalogue.ExplorationLink] = []
    for name in try names() where name.hasSuffix(".json") && !name.hasPrefix(".") {
      if name.hasSuffix(FlowFolder.explorationEnding + ".json") {
        let document: ExplorationDocument =
          try document(name, version: ExplorationDocument.presentVersion, of: "an exploration")
        explorations.append(.init(document: document, page: name.dropLast("json".count) + "html"))
      } else {
        plans[name] =
          try written[name] ?? document(name, version: FlowDocument.presentVersion, of: "a plan")
      }
    }
    let catalogue = FlowCatalogue(plans, explorations: explorations)
    let pages = [
      "flows.md": FlowMarkdown(catalogue).text, "flows.feature": FlowFeature(catalogue).text,
      "index.html": FlowPage(catalogue).text,
    ]
    for (name, text) in pages {
      try Data(text.utf8).write(to: url.appendingPathComponent(name), options: .atomic)
    }
  }

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

  // MARK: Other processes

  /// Returns a file that is locked while this process is present.
  private func present() throws -> OpenFile {
    try OpenFile.shared(try path(".present"))
  }

  /// Runs a closure while other processes are locked out.
  private func locked(_ body: () throws -> Void) throws {
    let path = try path(".lock")
    guard let lock = try OpenFile.locked(path, until: .now + .seconds(60)) else {
      throw FlowFileError.locked(path)
    }
    defer { lock.unlock() }
    try body()
  }

  /// Returns the path of a file, in a folder that exists.
  private func path(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url.appendingPathComponent(name).path
  }
}

// MARK: Names

extension FlowFolder {
  private static let explorationEnding = ".exploration"

  /// Returns the files of an entry, named after its test and its content.
  private static func files(of entry: FolderEntry, _ test: String) throws -> [(name: String, data: Data)] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(entry.document) + Data("\n".utf8)
    let location = plain("\(entry.name.module)-\(entry.name.file.prefix { $0 != "." })-\(entry.name.title)")
    let page = entry.page.map { Data($0.utf8) }
    let name = [location, digest(Data(test.utf8)), digest(json + (page ?? Data()))].joined(separator: "-")
    guard let page else { return [(name + ".json", json)] }
    let exploration = name + explorationEnding
    return [(exploration + ".json", json), (exploration + ".html", page)]
  }

  /// Returns the part of the name of a file that is that of all entries of its test.
  private static func test(of name: String) -> Substring {
    name[..<(name.lastIndex(of: "-") ?? name.startIndex)]
  }

  /// Returns a text as part of a file name that is valid on every system.
  private static func plain(_ text: String) -> String {
    let words = text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    return String(words.joined(separator: "-").prefix(100))
  }

  /// Returns a text of fixed length that stands for some bytes in a file name.
  private static func digest(_ data: Data) -> String { String(format: "%016lx", data.stableHash) }
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
