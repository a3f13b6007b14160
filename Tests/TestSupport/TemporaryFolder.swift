import Foundation

/// A folder of one test, gone with it.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes an empty one, in the system's folder for such or in another.
  public init(in place: URL? = nil) throws {
    let place = place ?? FileManager.default.temporaryDirectory
    url = place.appending(path: "statoscope-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// A file in it, which need not exist.
  public func file(_ name: String = "values.json") -> URL { url.appending(path: name) }

  /// What is in a file.
  public func read(_ name: String = "values.json") throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  /// Puts a text into a file, as a whole: Apple's platforms do not report a change in place.
  public func write(_ text: String, to name: String = "values.json") throws {
    try Data(text.utf8).write(to: file(name), options: .atomic)
  }

  /// The names of what is in it, but for those that begin with a dot.
  public var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }.sorted()
    }
  }
}
