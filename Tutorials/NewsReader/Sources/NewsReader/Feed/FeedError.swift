import Foundation

/// The reasons why a feed cannot be shown, with texts for the user.
public enum FeedError: Error, Sendable, Equatable {
  case noSuchFile(path: String)
  case unreadableFile(path: String, reason: String)
  case connectionFailed(url: URL, reason: String)
  case httpStatus(url: URL, status: Int)
  case tooLarge(source: FeedSource, limitBytes: Int)
  case notAFeed(source: FeedSource, reason: String)
  /// The feed is valid, but has no articles.
  case emptyFeed(source: FeedSource)
  case unsupportedAddress(text: String)
}

extension FeedError: CustomStringConvertible {
  /// One line that names the problem, the place and the remedy.
  ///
  /// Paths and reasons are external, so the whole line passes through ``SafeText``.
  public var description: String { SafeText.line(wording) }

  private var wording: String {
    switch self {
    case .noSuchFile(let path):
      "There is no file '\(path)'. Check the path, or give an address that starts with http:// or https://."
    case .unreadableFile(let path, let reason):
      "'\(path)' cannot be read: \(reason). Give the path of an ordinary file that you may read."
    case .connectionFailed(let url, let reason):
      "\(url) could not be fetched: \(reason). Check the address and the network, then try again."
    case .httpStatus(let url, let status):
      "\(url) answered with HTTP status \(status)\(Self.meaning(of: status)). \(Self.advice(on: status))"
    case .tooLarge(let source, let limitBytes):
      "\(source) is larger than \(Self.size(limitBytes)), the most that is read. Choose a smaller feed."
    case .notAFeed(let source, let reason):
      "\(source) is not a feed that can be read: \(reason). Give the address or path of an RSS or Atom feed."
    case .emptyFeed(let source):
      "\(source) is a feed without a single article. Try again later, or choose another feed."
    case .unsupportedAddress(let text):
      "'\(text)' is not an address that can be read. Use http://, https://, file:///path or a plain path."
    }
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 401, 403: " (access refused)"
    case 404: " (not found)"
    case 410: " (gone for good)"
    case 429: " (too many requests)"
    case 500...599: " (the server is in trouble)"
    default: ""
    }
  }

  private static func advice(on status: Int) -> String {
    status == 429 || status >= 500 ? "Try again later." : "Check the address."
  }

  private static func size(_ bytes: Int) -> String {
    let mebibyte = 1024 * 1024
    return bytes.isMultiple(of: mebibyte) ? "\(bytes / mebibyte) MiB" : "\(bytes) bytes"
  }
}
