extension ScopeNode {
  /// Checks whether an event sent from an actor can be passed directly to the update: there are no hooks, no
  /// level of the log needs events, and the tree is known to live on that actor.
  ///
  /// Loads and comparisons only, because every event calls this.
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
