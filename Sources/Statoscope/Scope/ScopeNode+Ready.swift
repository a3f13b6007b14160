extension ScopeNode {
  /// Whether an event sent from an actor can go straight to the update: nobody is called around it, nobody reads
  /// the log of events, and the tree is known to live where the event comes from.
  ///
  /// Only loads and comparisons: an event pays for it every time.
  @inline(__always)
  final func isReady(for actor: (any Actor)?) -> Bool {
    isReady(for: actor, when: storedContext?.isPlain == true)
  }

  /// The same, but for those who only look on.
  @inline(__always)
  final func isReadyButTapped(for actor: (any Actor)?) -> Bool {
    isReady(for: actor, when: storedContext?.isPlainButTapped == true)
  }

  @inline(__always)
  private final func isReady(for actor: (any Actor)?, when isPlain: Bool) -> Bool {
    guard isPlain, hasLinkedSubscopes, eventPhase == .idle, !hasMiddleware else { return false }
    if StatoscopeLogger.followsEvents { return false }
    guard let actor else { return true }
    return storedContext?.settledActor == ObjectIdentifier(actor)
  }
}
