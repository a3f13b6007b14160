#if canImport(FoundationNetworking)
  import Foundation

  /// Runs what it is given at once, on the thread that gives it.
  ///
  /// FoundationNetworking hands received bytes to the delegate's queue without ever waiting for the delegate.
  /// From a fast server they pile up there by the gigabyte, long before the delegate can say that it has had
  /// enough. Without a queue nothing can pile up: what the delegate does not keep is gone.
  ///
  /// `@unchecked Sendable` only repeats what `OperationQueue` says of itself; there is no state to add to it.
  final class PromptQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#endif
