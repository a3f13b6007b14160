import Foundation

/// Loads the bytes of a feed from any source, up to ``limitBytes``.
public enum FeedLoader {
  /// 16 MiB: a hundred times the size of a large feed, and still small enough for memory.
  public static let limitBytes = 16 * 1024 * 1024

  /// Loads and parses a feed.
  ///
  /// Throws ``FeedError``, or `CancellationError` when the task is cancelled.
  public static func feed(from source: FeedSource, timeLimit: Duration = .seconds(30)) async throws -> Feed {
    let data = try await load(source, timeLimit: timeLimit)
    try Task.checkCancellation()
    return try FeedParser.parse(data, source: source)
  }

  /// Loads the bytes without inspecting them.
  ///
  /// A server has `timeLimit` for everything, including redirects.
  public static func load(_ source: FeedSource, timeLimit: Duration = .seconds(30)) async throws -> Data {
    try Task.checkCancellation()
    switch source {
    case .shipped: return try shippedFeed()
    case .file(let path): return try BoundedFile.read(path, limitBytes: limitBytes)
    case .remote(let url):
      return try await FeedDownload.data(from: url, limitBytes: limitBytes, timeLimit: timeLimit)
    }
  }

  private static func shippedFeed() throws(FeedError) -> Data {
    let name = "shipped-feed.xml"
    guard let url = Bundle.module.url(forResource: "shipped-feed", withExtension: "xml") else {
      throw .noSuchFile(path: name)
    }
    return try BoundedFile.read(url.path, limitBytes: limitBytes)
  }
}
