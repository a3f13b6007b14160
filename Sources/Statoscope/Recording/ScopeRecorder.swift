/// Records every event below a scope: its time, its scope, what it changed, and the effects that started and ended.
///
/// ```swift
/// let recorder = ScopeRecorder(app)
/// …
/// try recorder.recording.html().write(to: file, atomically: true, encoding: .utf8)
/// print(recorder.recording.flowTest())
/// ```
/// It records updates that ran: an event that a middleware dropped leaves no trace, one that it repeated leaves two.
/// What changed without an event is recorded before the next event of that scope, or when the recording is asked for.
///
/// It keeps no scope alive, and nothing that a scope's values refer to. It lives where its scopes live, and is used
/// there only; its ``recording`` can go anywhere. While there is none, an event costs nothing for it; with one, an
/// event costs reading its scope's state twice with `Mirror`.
public final class ScopeRecorder {
  private weak var root: ScopeNode?
  private let name: String
  private let log: EventLog

  /// Begins to record.
  ///
  /// Complexity: O(size of the states of all scopes below).
  /// - Parameters:
  ///   - root: the scope whose events are recorded, with those of all scopes below it.
  ///   - capacity: the most moments that are kept, at least one; later ones take the place of the oldest.
  ///   - clock: the clock that the times of moments are read from.
  public init(_ root: ScopeNode, capacity: Int = 1_000, clock: any Clock<Duration> = ContinuousClock()) {
    precondition(
      capacity > 0,
      "ScopeRecorder(capacity: \(capacity)): a recorder has room for one moment at least"
    )
    self.root = root
    name = SwiftSource.name(of: type(of: root))
    root.linkSubscopes()
    log = EventLog(root: root, capacity: capacity, clock: clock)
    root.addObserver(log)
  }

  deinit {
    stop()
  }

  /// Ends the recording; what was recorded stays.
  ///
  /// Calling it again does nothing.
  public func stop() {
    guard let root else { return }
    log.lookAround(from: root)
    root.removeObserver(log)
    log.endFeeds()
    self.root = nil
  }

  /// The moments that are recorded from now on, each as soon as its event is handled.
  ///
  /// ```swift
  /// for await moment in recorder.moments { print(moment.path, moment.event ?? "", moment.change) }
  /// ```
  /// With ``recording``, read on the same actor beside it, a live view begins with what was recorded before. The
  /// sequence can be consumed on any actor; each access makes another one, which ends when the recorder is stopped or
  /// released. A consumer that falls behind by more than the recorder's capacity misses the oldest moments: their
  /// numbers are missing then.
  ///
  /// Complexity: O(moments + scopes below + size of their states); O(1) when the recorder is stopped. While the sequence
  /// is consumed, an event also costs making the texts of its moment.
  public var moments: some AsyncSequence<ScopeRecording.Moment, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScopeRecording.Moment.self,
      bufferingPolicy: .bufferingNewest(log.ring.capacity)
    )
    if let root {
      log.lookAround(from: root)
      log.add(MomentFeed(continuation, after: log.ring))
    } else {
      continuation.finish()
    }
    return stream
  }

  /// The recording up to now.
  ///
  /// Complexity: O(moments + scopes below + size of their states).
  public var recording: ScopeRecording {
    if let root { log.lookAround(from: root) }
    return log.recording(of: name)
  }
}

// A scope may own its recorder, which is then no part of the state that it records.
extension ScopeRecorder: HiddenState {}
