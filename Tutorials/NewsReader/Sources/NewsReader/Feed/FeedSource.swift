import Foundation

/// The location of a feed.
public enum FeedSource: Sendable, Hashable {
  /// The feed included in the program, so that it has something to show without a network.
  case shipped
  case file(path: String)
  case remote(URL)
}

extension FeedSource {
  /// Parses an argument of the command line.
  ///
  /// Text that does not look like an address (`scheme://…`) is a path, because paths may contain colons.
  public init(argument: String) throws(FeedError) {
    guard !argument.isEmpty else { throw .unsupportedAddress(text: argument) }
    guard let mark = argument.range(of: "://"), Self.isScheme(argument[..<mark.lowerBound]) else {
      self = .file(path: argument)
      return
    }
    guard let url = URL(string: argument) else { throw .unsupportedAddress(text: argument) }
    if url.isWebAddress {
      self = .remote(url)
    } else if url.isFileURL, ["", "localhost"].contains(url.host() ?? ""), !url.path.isEmpty {
      self = .file(path: url.path)
    } else {
      throw .unsupportedAddress(text: argument)
    }
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension FeedSource: CustomStringConvertible {
  /// The path or address on one line, safe to show.
  public var description: String {
    switch self {
    case .shipped: "the shipped feed"
    case .file(let path): SafeText.line(path)
    case .remote(let url): SafeText.line(url.absoluteString)
    }
  }
}

extension URL {
  /// Indicates whether this address can only lead to a web server.
  var isWebAddress: Bool {
    guard let scheme = scheme?.lowercased(), let host = host() else { return false }
    return (scheme == "http" || scheme == "https") && !host.isEmpty
  }
}
