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
    if dropped > 0 {
      lines.append(
        "// \(dropped) earlier \(dropped == 1 ? "moment was" : "moments were") dropped: GIVEN is to make the scope as they left it."
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
    if case .update = moment.cause {
      return comments(about: moment, "because of that, \(moment.type) got \(event)")
    }
    guard let source = moment.source else {
      return comments(about: moment, "\(moment.type) got \(event), which cannot be written as source")
    }
    let address = ScopeAddress(moment.location.nodes.map { ($0.segment, types[$0.scope] ?? "") })
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
    let news = moment.effects.map { news in
      switch news.end {
      case nil: "\(news.effect) started"
      case .completed: "\(news.effect) ended"
      case .failed(let error): "\(news.effect) failed: \(error)"
      case .cancelled: "\(news.effect) was cancelled"
      }
    }
    let lines = moment.change + (moment.failure.map { ["threw \($0)"] } ?? []) + news
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
    for news in moment.effects {
      if news.end == nil {
        inFlight[news.scope, default: []].append(news.number)
      } else {
        inFlight[news.scope]?.removeAll { $0 == news.number }
      }
    }
  }
}
