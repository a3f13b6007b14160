#if canImport(Combine)
  import Combine
#endif

extension ScopeNode {
  /// What the scope announces its changes through, if it is an `ObservableObject`.
  final var changePublisher: ObservableObjectPublisher? {
    #if canImport(Combine)
      (self as? any ObservableObject).flatMap { $0.objectWillChange as? ObservableObjectPublisher }
    #else
      (self as? any ObservableObject)?.objectWillChange
    #endif
  }

  /// Tells the listeners of `objectWillChange` that the scope is about to change.
  final func announceChange() {
    changePublisher?.send()
  }
}
