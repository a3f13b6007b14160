import Foundation

/// Runs a closure that blocks, or that needs a stack of its own, on a thread of its own.
///
/// The threads of the pool are as few as the cores, and all tests share them: one that waits for a process there
/// holds up many.
///
/// - Parameter stackSize: the thread's stack, in bytes.
public func onItsOwnThread<Result: Sendable>(
  stackSize: Int? = nil,
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread {
      continuation.resume(with: Swift.Result { try body() })
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
}
