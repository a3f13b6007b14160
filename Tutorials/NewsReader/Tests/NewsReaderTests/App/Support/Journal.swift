/// All that was written, from any thread.
final class Journal: Sendable {
  private let written = Guarded("")

  func note(_ text: String) {
    written.withLock { $0 += text }
  }

  var text: String { written.withLock { $0 } }
}
