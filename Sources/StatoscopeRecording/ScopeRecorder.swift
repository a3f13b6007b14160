import Statoscope

/// A recorder of every event below a scope: its time, its scope, the change, and the effects that started and
/// ended.
///
/// ```swift
/// let recorder = ScopeRecorder(app)
/// …
/// try recorder.recording.html().write(to: file, atomically: true, encoding: .utf8)
/// print(recorder.recording.flowTest())
/// ```
/// It records updates that ran: an event that a middleware dropped is not recorded, and one that it repeated
/// is recorded twice. A change without an event is recorded before the next event of that scope, or when you
/// read the recording.
///
/// It retains no scope, and nothing that a scope's values refer to. It lives where its scopes live, and is
/// used there only; its ``recording`` can be sent anywhere. Without a recorder an event has no extra cost;
/// with one, each event reads its scope's state twice with `Mirror`.
public final class ScopeRecorder {
  private let name: String
  private let log: EventLog

  /// Starts recording.
  ///
  /// Complexity: O(size of the states of all scopes below).
  /// - Parameters:
  ///   - root: the scope whose events are recorded, together with those of all scopes below it.
  ///   - capacity: the maximum number of moments, at least one; later moments replace the oldest.
  ///   - clock: the clock that determines the times of moments.
  public init(_ root: ScopeNode, capacity: Int = 1_000, clock: any Clock<Duration> = ContinuousClock()) {
    if capacity <= 0 { Misuse.noRoomForMoments(capacity: capacity, scope: root.typeName).refuse() }
    name = typeName(type(of: root))
    root.linkSubscopes()
    log = EventLog(root: root, capacity: max(capacity, 1), clock: clock)
    root.addObserver(log)
  }

  deinit {
    stop()
  }

  /// Stops recording; the recorded moments remain available.
  ///
  /// Further calls have no effect.
  public func stop() {
    log.stop()
  }

  /// The moments that are recorded from now on, each as soon as its event is handled.
  ///
  /// ```swift
  /// for await moment in recorder.moments { print(moment.path, moment.event ?? "", moment.change) }
  /// ```
  /// Together with ``recording``, read on the same actor at the same time, a live view can begin with earlier
  /// moments. The sequence can be consumed on any actor; each access creates another one, which ends when the
  /// recorder is stopped or released. A consumer that falls behind by more than the recorder's capacity
  /// misses the oldest moments: their numbers are then missing.
  ///
  /// Complexity: O(moments + scopes below + size of their states); O(1) when the recorder is stopped. While
  /// the sequence is consumed, each event also creates the texts of its moment.
  public var moments: some AsyncSequence<ScopeRecording.Moment, Never> & Sendable {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ScopeRecording.Moment.self,
      bufferingPolicy: .bufferingNewest(log.capacity)
    )
    log.add(continuation)
    return stream
  }

  /// The recording so far.
  ///
  /// Complexity: O(moments + scopes below + size of their states).
  public var recording: ScopeRecording {
    log.lookAround()
    return log.recording(of: name)
  }
}

// A scope may own its recorder, which is then not part of the recorded state.
extension ScopeRecorder: HiddenState {}
