#if canImport(Combine)
  import Combine
#endif

extension ScopeNode {
  /// The publisher of the scope's changes, if it is an `ObservableObject`.
  final var changePublisher: ObservableObjectPublisher? {
    #if canImport(Combine)
      (self as? any ObservableObject).flatMap { $0.objectWillChange as? ObservableObjectPublisher }
    #else
      (self as? any ObservableObject)?.objectWillChange
    #endif
  }

  /// Notifies the listeners of `objectWillChange` that the scope is about to change.
  final func announceChange() {
    changePublisher?.send()
  }
}
