import Statoscope

extension ScopeRecording {
  /// Returns the recording as the source of a flow test that sends the same events.
  ///
  /// Events from outside become steps; events that updates sent themselves follow from them. An event that
  /// resulted from an effect ends that effect, if it was the oldest of its scope; in a plan effects do not
  /// run by themselves. Each step is followed by its changes as comments: turn the relevant ones into `THEN`
  /// steps. Events without source, such as one that carries an object, become comments, too.
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
    var effects = EffectOrder()
    let types = Dictionary(scopes.map { ($0.id, $0.type) }) { first, _ in first }
    for moment in moments {
      lines += steps(of: moment, effects, types).map { "  " + $0 }
      effects.follow(moment)
    }
    return (lines + ["  .runTest()"]).joined(separator: "\n")
  }

  private func steps(of moment: Moment, _ effects: EffectOrder, _ types: [Int: String]) -> [String] {
    guard let event = moment.event else { return comments(about: moment, "without an event") }
    guard let position = moment.position else {
      return comments(about: moment, "\(moment.type) got \(event), and is not in the tree")
    }
    if case .update = moment.cause {
      return comments(about: moment, "because of that, \(moment.type) got \(event)")
    }
    guard let source = moment.source else {
      return comments(about: moment, "\(moment.type) got \(event), which cannot be written as source")
    }
    let address = ScopeAddress(position.steps.map { ($0.segment, types[$0.scope] ?? "") })
    // An element of a stream does not end the effect.
    if case .effect(let number) = moment.cause, moment.effects.contains(where: { $0.number == number }),
      effects.isOldest(number, of: moment.scope), moment.failure == nil
    {
      return address.steps { ".WHEN_OldestEffectCompletes(\($0)with: \(source))" }
        + comments(about: moment, nil)
    }
    let verb = moment.failure == nil ? "WHEN" : "WHEN_Throws"
    return address.steps { ".\(verb)(\($0)\(source))" } + comments(about: moment, nil)
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

/// The effects in flight of each scope, oldest first.
private struct EffectOrder {
  private var inFlight: [Int: [Int]] = [:]

  func isOldest(_ number: Int, of scope: Int) -> Bool { inFlight[scope]?.first == number }

  mutating func follow(_ moment: ScopeRecording.Moment) {
    for change in moment.effects {
      if change.result == nil {
        inFlight[change.scope, default: []].append(change.number)
      } else {
        inFlight[change.scope]?.removeAll { $0 == change.number }
      }
    }
  }
}
