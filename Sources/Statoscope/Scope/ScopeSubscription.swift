/// Ends a subscription when it is cancelled or released, whichever comes first.
public final class ScopeSubscription {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    end?()
  }

  /// Ends it now; calling it again does nothing.
  public func cancel() {
    end?()
    end = nil
  }
}

extension ScopeSubscription: HiddenState {}
