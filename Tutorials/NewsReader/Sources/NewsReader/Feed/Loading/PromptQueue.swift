#if canImport(FoundationNetworking)
  import Foundation

  /// An operation queue that runs operations immediately, on the calling thread.
  ///
  /// FoundationNetworking adds received bytes to the delegate's queue without ever waiting for the delegate.
  /// From a fast server they accumulate there by the gigabyte, long before the delegate can stop the
  /// transfer. Without a queue nothing accumulates.
  ///
  /// `@unchecked Sendable` only repeats the conformance of `OperationQueue`; there is no additional state.
  final class PromptQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#endif
