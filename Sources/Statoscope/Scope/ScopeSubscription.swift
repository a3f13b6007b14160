/// A token that ends a subscription when it is cancelled or released.
public final class ScopeSubscription {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    end?()
  }

  /// Ends the subscription; further calls have no effect.
  public func cancel() {
    end?()
    end = nil
  }
}

extension ScopeSubscription: HiddenState {}
