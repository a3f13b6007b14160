import Foundation

/// Brings the bytes of a feed from wherever they are, and never more of them than ``limitBytes``.
public enum FeedLoader {
  /// 16 MiB: a hundred times the size of a large feed, and still small enough to hold in memory.
  public static let limitBytes = 16 * 1024 * 1024

  /// Loads and reads a feed in one go.
  ///
  /// Throws ``FeedError``, or `CancellationError` when the task is cancelled meanwhile.
  public static func feed(from source: FeedSource, timeLimit: Duration = .seconds(30)) async throws -> Feed {
    let data = try await load(source, timeLimit: timeLimit)
    try Task.checkCancellation()
    return try FeedParser.parse(data, source: source)
  }

  /// Fetches the bytes as they are, without a look at them.
  ///
  /// A server gets `timeLimit` for everything, redirects included.
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
