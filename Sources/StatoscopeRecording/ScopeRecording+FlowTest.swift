import Statoscope

extension ScopeRecording {
  /// Returns the recording as the source of a flow test that sends the same events.
  ///
  /// Events from outside become steps; events that updates sent themselves follow from them. An effect that ended,
  /// ends in the same order and in the same way: in a plan effects do not run by themselves. One that was cancelled
  /// without an event stays in flight, because no step cancels an effect; a comment says so. Each step is
  /// followed by its changes as comments: turn the relevant ones into `THEN` steps. An event without source, such as
  /// one that carries an object, is a placeholder that does not compile.
  ///
  /// ```swift
  /// print(recorder.recording.flowTest(given: "Counter(start: 3)"))
  /// // try Counter.GIVEN { Counter(start: 3) }
  /// //   .WHEN(.userTappedIncrementButton)
  /// //     // - count: 3
  /// //     // + count: 4
  /// //   .runTest()
  /// ```
  /// - Parameter given: creates the scope in its state at the beginning of the recording; by default the
  ///   type's initializer without arguments.
  /// - Returns: a statement for a test that may throw. It compiles if events consist of plain values.
  public func flowTest(given: String? = nil) -> String {
    var lines: [String] = []
    if discarded > 0 {
      lines.append(
        "// \(discarded) earlier \(discarded == 1 ? "moment was" : "moments were") discarded: GIVEN is to make the scope as they left it."
      )
    }
    lines.append("try \(root).GIVEN { \(given ?? "\(root)()") }")
    var writer = FlowTestWriter(self)
    for moment in moments { lines += writer.lines(of: moment).map { "  " + $0 } }
    return (lines + ["  .runTest()"]).joined(separator: "\n")
  }
}

/// The writer of the steps of a flow test, moment by moment.
private struct FlowTestWriter {
  private typealias Moment = ScopeRecording.Moment
  private typealias EffectChange = ScopeRecording.EffectChange

  private var replay: Replay
  /// The effects that were cancelled, and are still in flight in the plan.
  private var remaining: [EffectChange] = []

  init(_ recording: ScopeRecording) {
    replay = Replay(recording.scopes)
  }

  /// Returns the steps that repeat a moment, with its changes as comments.
  mutating func lines(of moment: ScopeRecording.Moment) -> [String] {
    let before = replay
    let path = replay.step(moment)?.path
    let ended = endedEffect(of: moment)
    var steps = eventSteps(of: moment, at: path, ended)
    // Its event had a moment of its own, or the effect ended without one.
    for change in moment.effects where change.number != ended?.number {
      if let path = before.path(to: change.scope) { steps += endSteps(of: change, at: path) }
    }
    let lines = steps + comments(about: moment, steps.isEmpty ? heading(of: moment, at: path) : nil)
    if moment.event == nil {
      remaining += moment.effects.filter { $0.result == .cancelled && replay.path(to: $0.scope) != nil }
    }
    return lines
  }

  /// The effect that ended with the event of a moment; an element of a stream does not end it.
  private func endedEffect(of moment: Moment) -> EffectChange? {
    guard moment.event != nil, case .effect(let number) = moment.cause else { return nil }
    return moment.effects.first { $0.number == number && $0.result != nil && $0.result != .cancelled }
  }

  private func eventSteps(of moment: Moment, at path: [ScopeRecording.Child]?, _ ended: EffectChange?)
    -> [String]
  {
    guard let event = moment.event, let path else { return [] }
    if case .update = moment.cause { return [] }
    let source =
      moment.source
      ?? "\(SwiftSource.placeholder("an event")) /* \(PrintableText.insideComment(event)) cannot be written as source */"
    let suffix = moment.failure == nil ? "" : "_Throws"
    let address = address(of: path)
    guard let ended else { return address.step { ".WHEN\(suffix)(\($0)\(source))" }.lines }
    let number = number(of: ended)
    return address.step { ".WHEN_OldestEffectCompletes\(suffix)(\($0)\(number)with: \(source))" }.lines
  }

  /// Returns the steps of an end that does not follow from the event of its moment.
  private func endSteps(of change: EffectChange, at path: [ScopeRecording.Child]) -> [String] {
    switch change.result {
    case nil, .cancelled: return []
    case .failed:
      guard let failure = change.failure, let type = change.type else { break }
      let position = failure.position + remaining(before: change) { $0.type == type }
      let number = position == 1 ? "" : "number: \(position), "
      return address(of: path).step {
        ".WHEN_EffectFails_Throws(\($0)\(type).self, \(number)with: \(failure.error))"
      }.lines
    case .completed: break
    }
    let number = number(of: change)
    return address(of: path).step { ".WHEN_OldestEffectCompletes(\(($0 + number).dropLast(2)))" }.lines
  }

  private func address(of path: [ScopeRecording.Child]) -> ScopeAddress {
    ScopeAddress(path.map { ($0.segment, replay.scopes[$0.scope]?.type ?? "") })
  }

  /// Returns the argument that says which effect ends; nothing for the oldest.
  private func number(of change: EffectChange) -> String {
    let position = (change.position ?? 1) + remaining(before: change) { _ in true }
    return position == 1 ? "" : "number: \(position), "
  }

  /// Returns the number of the older effects of a scope that only the plan still has in flight.
  private func remaining(before change: EffectChange, _ isCounted: (EffectChange) -> Bool) -> Int {
    remaining.count { $0.scope == change.scope && $0.number < change.number && isCounted($0) }
  }

  // MARK: Comments

  private func heading(of moment: Moment, at path: [ScopeRecording.Child]?) -> String {
    guard let event = moment.event else { return "without an event" }
    return path == nil
      ? "\(moment.type) got \(event), and is not in the tree"
      : "because of that, \(moment.type) got \(event)"
  }

  private func comments(about moment: Moment, _ heading: String?) -> [String] {
    let effects = moment.effects.map { change in
      switch change.result {
      case nil: "\(change.effect) started"
      case .completed: "\(change.effect) ended"
      case .failed(let error): "\(change.effect) failed: \(error)"
      case .cancelled: "\(change.effect) was cancelled"
      }
    }
    let lines = moment.change + (moment.failure.map { ["threw \($0)"] } ?? []) + effects
    guard !lines.isEmpty || moment.event != nil else { return [] }
    return ([heading].compactMap { $0 } + lines).flatMap { line in
      PrintableText.comments(line).map { "  " + $0 }
    }
  }
}
