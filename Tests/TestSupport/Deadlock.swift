import Foundation
import Statoscope

/// Runs a closure on a thread of its own, and waits for its end.
///
/// - Returns: false when it has not returned after ten minutes, as in a deadlock or an endless loop. The thread is abandoned
///   then. That long, because no test may depend on how busy the machine is.
public func returns(_ body: @escaping @Sendable () -> Void) async -> Bool {
  await withCheckedContinuation { continuation in
    let end = Locked<CheckedContinuation<Bool, Never>?>(continuation)
    Thread {
      body()
      end.exchange(nil)?.resume(returning: true)
    }.start()
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { end.exchange(nil)?.resume(returning: false) }
  }
}

/// An object that runs a closure when it is released, for values whose `deinit` uses what held them.
public final class OnRelease: Sendable {
  private let body: @Sendable () -> Void

  /// Creates an object with the closure to run.
  public init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Keeps the object alive until here.
  public func keep() {}

  deinit { body() }
}
