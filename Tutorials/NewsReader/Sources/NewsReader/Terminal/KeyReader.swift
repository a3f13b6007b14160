import Foundation
import Synchronization

/// Reads keys on a thread of its own, because waiting for a key would block a thread of Swift's pool.
final class KeyReader: Sendable {
  /// The maximum time for the rest of an escape sequence; a person needs longer for the next key.
  private static let patience: Int32 = 40

  private let input: Descriptor
  private let keys: KeyQueue
  private let pipe: WakePipe
  /// Guards `isFinished`; a condition of Foundation, which the thread sanitizer understands.
  private let ending = NSCondition()
  private let isFinished = Atomic(false)

  init(input: Descriptor, keys: KeyQueue) throws(TerminalError) {
    self.input = input
    self.keys = keys
    pipe = try WakePipe()
    Thread.detachNewThread { [self] in
      // In the background, reading stops the process, rather than to fail as if the window had closed.
      SignalRelay.unblock([SIGTTIN])
      readUntilStopped()
      ending.withLock { isFinished.store(true, ordering: .releasing) }
      ending.broadcast()
    }
  }

  /// Waits until the thread no longer reads, so that later keys are left for other programs.
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
        keys.apply(.typed(decoder.flush()))
        return keys.apply(.end(last: .endOfInput))
      }
    }
  }
}
