import Foundation

/// Runs a closure on a thread with 512 KiB of stack, as threads of the pool have.
public func onASmallStack(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
