import Foundation
import Statoscope

/// The files of living documentation: one for each plan, and the pages generated from them.
struct FlowFolder {
  let url: URL

  /// Writes the files of a plan or an exploration, named after its test and its content.
  ///
  /// - Parameter isFirst: whether existing files of that test belong to an earlier run, and are removed;
  ///   called under the lock, so that files that another plan of the test has just written are never removed.
  func write(_ entry: any FolderEntry, of test: String, renewing isFirst: () -> Bool) throws {
    let files = try entry.files()
    let place = "\(entry.module)-\(entry.file.prefix { $0 != "." })-\(entry.title)"
    let prefix = FlowFolder.plain(place) + "-" + FlowFolder.digest(Data(test.utf8))
    let name = prefix + "-" + FlowFolder.digest(files.reduce(Data()) { $0 + $1.data })
    try locked {
      if isFirst() {
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) where name.hasPrefix(prefix)
        {
          try FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
      }
      for file in files {
        try file.data.write(to: url.appendingPathComponent(name + file.ending), options: .atomic)
      }
    }
  }

  /// Regenerates the pages.
  func compose() throws {
    try locked {
      let catalogue = FlowCatalogue(try documents(), explorations: try explorations())
      let pages = [
        "flows.md": FlowMarkdown(catalogue).text,
        "flows.feature": FlowFeature(catalogue).text,
        "index.html": FlowPage(catalogue).text,
      ]
      for (name, text) in pages {
        try Data(text.utf8).write(to: url.appendingPathComponent(name), options: .atomic)
      }
    }
  }

  /// All plans in the folder.
  private func documents() throws -> [FlowDocument] {
    try names().filter { !$0.hasSuffix(ReportedExploration.ending) }.map { name in
      try document(FlowDocument.self, named: name, version: FlowDocument.presentVersion, of: "a plan")
    }
  }

  /// All explorations in the folder.
  private func explorations() throws -> [StoredExploration] {
    try names().filter { $0.hasSuffix(ReportedExploration.ending) }.map { name in
      let version = ExplorationDocument.presentVersion
      return StoredExploration(
        document: try document(ExplorationDocument.self, named: name, version: version, of: "an exploration"),
        page: name.dropLast("json".count) + "html"
      )
    }
  }

  private func document<Document: Decodable>(
    _: Document.Type,
    named name: String,
    version: Int,
    of what: String
  ) throws -> Document {
    do {
      let data = try Data(contentsOf: url.appendingPathComponent(name))
      let found = try JSONDecoder().decode(Versioned.self, from: data).version
      guard found == version else { throw FlowFileError.otherVersion(name, found, reads: version) }
      return try JSONDecoder().decode(Document.self, from: data)
    } catch let error as FlowFileError {
      throw error
    } catch {
      throw FlowFileError.unreadable(name, of: what, "\(error)")
    }
  }

  private struct Versioned: Decodable {
    let version: Int
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
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
  private static func plain(_ text: String) -> String {
    let words = text.unicodeScalars.map {
      $0.properties.isAlphabetic && $0.isASCII || ("0"..."9").contains($0) ? Character($0) : "-"
    }
    let name = String(words).split(separator: "-").joined(separator: "-")
    return String(name.prefix(100))
  }

  /// Returns a hash of some bytes that is the same in each run, on each machine (FNV-1a).
  private static func digest(_ data: Data) -> String {
    let number = data.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
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
