import Foundation

/// The values of a file, or the reason why it has none.
typealias FileContents = Result<StoredValues, StorageError>

/// A file whose contents are known, so that it need not be read again while it is the one in place.
struct KnownFile: Sendable {
  let contents: FileContents
  private let identity: FileIdentity?

  /// A value of true when it was old enough, as it was read, to be distinguished from any file that came after it.
  ///
  /// One that takes its place at once may be given its number, and the same time: clocks of file systems tick
  /// slowly, on some every two seconds.
  private let isUnmistakable: Bool

  /// - Parameter identity: the file's when its contents were what they are; nil when there was none.
  init(_ identity: FileIdentity?, contents: FileContents) {
    self.identity = identity
    self.contents = contents
    isUnmistakable = identity.map { Date.now.timeIntervalSince1970 - $0.time > 3 } ?? true
  }

  var isDamaged: Bool { if case .failure = contents { true } else { false } }

  /// Returns true when a path names it now.
  func isAt(_ path: String) -> Bool {
    isUnmistakable && FileIdentity(path: path) == identity
  }
}
