import Foundation
import Statoscope

/// Runs a closure on a thread with 512 KiB of stack, as threads of the pool have.
///
/// Such tests take turns: they fill the memory with scopes, and the thread sanitizer slows several of them at once
/// down far beyond their sum.
///
/// - Parameter levels: what is logged meanwhile.
public func onASmallStack(
  logging levels: Set<LogLevel>? = nil,
  _ body: @escaping @Sendable () -> Void
) async {
  await turn.take()
  if let levels {
    await withLoggedLinesInTurn(levels) { _ in await run(body) }
  } else {
    await run(body)
  }
  await turn.giveBack()
}

private func run(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    let thread = Thread {
      body()
      continuation.resume()
    }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
