/// Passes each moment of a log to one consumer, with its texts.
///
/// It is used where the log is; the consumer may be on any actor.
final class MomentFeed {
  private(set) var hasEnded = false

  private let continuation: AsyncStream<ScopeRecording.Moment>.Continuation
  private var reader: RecordingReader
  /// The number of the next moment.
  private var next: Int

  /// Begins after the last moment of a log.
  init(_ continuation: AsyncStream<ScopeRecording.Moment>.Continuation, after ring: MomentRing) {
    self.continuation = continuation
    reader = RecordingReader(ring)
    for number in ring.numbers { if let moment = ring[number] { _ = reader.moment(moment, number) } }
    next = ring.numbers.upperBound
  }

  deinit {
    continuation.finish()
  }

  /// Passes on the moments recorded since the last call.
  func offer(_ ring: MomentRing) {
    while next < ring.numbers.upperBound, !hasEnded {
      // Before the texts are created: a description of the app's may send an event.
      let number = max(next, ring.numbers.lowerBound)
      next = number + 1
      guard let moment = ring[number] else { continue }
      if case .terminated = continuation.yield(reader.moment(moment, number)) { hasEnded = true }
    }
  }
}
