import Statoscope

/// What happened, in order, written from any thread.
public final class Journal: Sendable {
  private let lines = Locked<[String]>([])

  /// Makes an empty one.
  public init() {}

  /// Adds a line.
  public func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// All lines so far.
  public var entries: [String] { lines.withLock { $0 } }
}
