extension ScopeNode {
  /// Whether an event sent from an actor can go straight to the update: nothing is called around it, nothing reads
  /// the log of events, and the tree is known to live where the event comes from.
  ///
  /// Only loads and comparisons: an event pays for it every time.
  @inline(__always)
  final func isReady(for actor: (any Actor)?) -> Bool {
    guard storedContext?.isPlain == true, hasLinkedSubscopes, eventPhase == .idle, !hasMiddleware else {
      return false
    }
    if StatoscopeLogger.followsEvents { return false }
    guard let actor else { return true }
    return storedContext?.settledActor == ObjectIdentifier(actor)
  }
}
