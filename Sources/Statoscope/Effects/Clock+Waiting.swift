extension Clock where Duration == Swift.Duration {
  /// Sleeps for any duration: a negative one counts as zero, and one beyond a century as a century.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package func wait(for duration: Duration) async throws {
    EffectObservation.observer?.effectWaits(on: self)
    // A clock adds the duration to its current instant, and that sum traps on overflow.
    try await sleep(for: min(max(duration, .zero), .longestWait))
  }
}

extension Duration {
  /// A century: each clock can add it to its current instant, even one that counts nanoseconds in 64 bits.
  package static let longestWait = Duration.seconds(3_155_760_000)
}
