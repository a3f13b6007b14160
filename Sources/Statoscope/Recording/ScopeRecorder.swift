/// Notes every event below a scope: when it came, to which scope, what it changed, and what became of effects.
///
/// ```swift
/// let recorder = ScopeRecorder(app)
/// …
/// try recorder.recording.html().write(to: file, atomically: true, encoding: .utf8)
/// print(recorder.recording.flowTest())
/// ```
/// It notes updates that ran: an event that a middleware dropped left no trace, one that it repeated left two. What
/// changed without an event is noted when the next event comes by, or when the recording is asked for.
///
/// It keeps no scope alive, and nothing that a scope's values refer to. It lives where its scopes live, and is used
/// there only; its ``recording`` can go anywhere. While there is none, an event costs nothing for it; with one, an
/// event costs a few times as much if the state is made of plain values, and the time to describe what may refer to
/// objects.
public final class ScopeRecorder {
  private weak var root: ScopeNode?
  private let name: String
  private let tape: EventTape

  /// Begins to record.
  ///
  /// Complexity: O(scopes below).
  /// - Parameters:
  ///   - root: whose events, with those of all scopes below it, are noted.
  ///   - capacity: how many moments are kept; later ones take the place of the oldest. At least one.
  ///   - clock: tells when something happened.
  public init(_ root: ScopeNode, capacity: Int = 1_000, clock: any Clock<Duration> = ContinuousClock()) {
    precondition(
      capacity > 0,
      "ScopeRecorder(capacity: \(capacity)): a recorder has room for one moment at least"
    )
    self.root = root
    name = SwiftSource.name(of: type(of: root))
    root.linkSubscopes()
    tape = EventTape(root: root, capacity: capacity, clock: clock)
    root.context.add(tape)
  }

  deinit {
    stop()
  }

  /// Ends the recording; what was noted stays.
  ///
  /// Calling it again does nothing.
  public func stop() {
    guard let root else { return }
    tape.lookAround(from: root)
    root.context.remove(tape)
    self.root = nil
  }

  /// What was noted up to now.
  ///
  /// Complexity: O(moments + scopes below + size of their states).
  public var recording: ScopeRecording {
    if let root { tape.lookAround(from: root) }
    return tape.recording(of: name)
  }
}

// A scope may own its recorder, which is then no part of the state that it notes.
extension ScopeRecorder: HiddenState {}
