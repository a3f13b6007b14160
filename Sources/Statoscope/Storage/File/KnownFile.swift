import Foundation

/// A file whose contents are known, so that it need not be read again while it is in place.
struct KnownFile: Sendable {
  /// The values of the file, or the reason why it has none.
  let contents: Result<StoredValues, StorageError>
  private let identity: FileIdentity?

  /// A Boolean value that indicates whether the file was old enough, when read, to be distinguished from any
  /// replacement.
  ///
  /// An immediate replacement may get the same inode number and the same time: clocks of file systems have a
  /// low resolution, on some two seconds.
  private let isUnmistakable: Bool

  /// - Parameter identity: the identity of the file when its contents were read; nil when there was none.
  init(_ identity: FileIdentity?, _ contents: Result<StoredValues, StorageError>) {
    self.identity = identity
    self.contents = contents
    isUnmistakable = identity.map { Date.now.timeIntervalSince1970 - $0.time > 3 } ?? true
  }

  var isDamaged: Bool { if case .failure = contents { true } else { false } }

  /// Returns true when a path refers to this file now.
  func isAt(_ path: String) -> Bool {
    isUnmistakable && FileIdentity(path: path) == identity
  }
}
