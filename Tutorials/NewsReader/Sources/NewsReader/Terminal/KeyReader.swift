import Foundation
import Synchronization

/// Reads keys on a thread of its own, because waiting for a human would block one of Swift's few.
final class KeyReader: Sendable {
  /// How long the rest of an escape sequence may take; a human needs longer for the next key.
  private static let patience: Int32 = 40

  private let input: Descriptor
  private let keys: KeyQueue
  private let pipe: WakePipe
  /// Guards `isFinished`; it is Foundation's, because the thread sanitizer knows it and follows it.
  private let ending = NSCondition()
  private let isFinished = Atomic(false)

  init(input: Descriptor, keys: KeyQueue) throws(TerminalError) {
    self.input = input
    self.keys = keys
    pipe = try WakePipe()
    Thread.detachNewThread { [self] in
      readUntilStopped()
      ending.withLock { isFinished.store(true, ordering: .releasing) }
      ending.broadcast()
    }
  }

  /// Returns when the thread has left the input alone for good, so that the next key is somebody else's.
  func stop() {
    pipe.wake()
    ending.withLock {
      while !isFinished.load(ordering: .acquiring) { ending.wait() }
    }
  }

  private func readUntilStopped() {
    var decoder = KeyDecoder()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let ready = Descriptor.wait(
        for: [pipe.readEnd.number, input.number],
        Int16(POLLIN),
        milliseconds: decoder.isUndecided ? Self.patience : -1
      )
      if ready[0] { return }
      guard ready[1] else {
        keys.apply(.typed(decoder.flush()))
        continue
      }
      switch input.read(into: &buffer) {
      case .bytes(let bytes): keys.apply(.typed(decoder.feed(bytes)))
      case .nothingYet: continue
      case .end:
        keys.apply(.typed(decoder.flush() + [.endOfInput]))
        return keys.apply(.end(last: nil))
      }
    }
  }
}
