import Statoscope

extension ScopeRecording {
  /// Returns the recording as the source of a flow test that sends the same events.
  ///
  /// Events from outside become steps; events that updates sent themselves follow from them. An effect that ended,
  /// ends in the same order and with the same event: in a plan effects do not run by themselves. Each step is
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

  private let types: [Int: String]
  private var tree: RecordedTree
  private var effects = EffectOrder()

  init(_ recording: ScopeRecording) {
    types = Dictionary(recording.scopes.map { ($0.id, $0.type) }) { first, _ in first }
    tree = recording.treeAtStart
  }

  /// Returns the steps that repeat a moment, with its changes as comments.
  mutating func lines(of moment: ScopeRecording.Moment) -> [String] {
    let ended = endedEffect(of: moment)
    var steps = eventSteps(of: moment, ended)
    // Its event had a moment of its own, or the effect ended without one.
    for change in moment.effects where change.number != ended?.number && isRepeated(change, in: moment) {
      steps += endSteps(of: change)
    }
    steps += comments(about: moment, steps.isEmpty ? heading(of: moment) : nil)
    effects.follow(moment)
    tree = moment.treeAfter ?? tree
    return steps
  }

  /// The effect that ended with the event of a moment; an element of a stream does not end it.
  private func endedEffect(of moment: Moment) -> EffectChange? {
    guard moment.event != nil, case .effect(let number) = moment.cause else { return nil }
    return moment.effects.first { $0.number == number && $0.result != nil && $0.result != .cancelled }
  }

  private func eventSteps(of moment: Moment, _ ended: EffectChange?) -> [String] {
    guard let event = moment.event, let position = moment.position else { return [] }
    if case .update = moment.cause { return [] }
    let source =
      moment.source
      ?? "\(SwiftSource.placeholder("an event")) /* \(PrintableText.insideComment(event)) cannot be written as source */"
    let suffix = moment.failure == nil ? "" : "_Throws"
    let address = address(of: position)
    guard let ended else { return address.steps { ".WHEN\(suffix)(\($0)\(source))" } }
    let number = number(of: ended)
    return address.steps { ".WHEN_OldestEffectCompletes\(suffix)(\($0)\(number)with: \(source))" }
  }

  /// Checks whether an end of an effect does not follow from the event of its moment.
  private func isRepeated(_ change: EffectChange, in moment: Moment) -> Bool {
    switch change.result {
    case nil: false
    case .completed, .failed: true
    case .cancelled: moment.event == nil && (moment.treeAfter ?? tree).position(of: change.scope) != nil
    }
  }

  private func endSteps(of change: EffectChange) -> [String] {
    guard let position = tree.position(of: change.scope) else { return [] }
    let number = number(of: change)
    return address(of: position).steps { address in
      let arguments = (address + number).dropLast(2)
      return ".WHEN_OldestEffectCompletes(\(arguments))"
    }
  }

  private func address(of position: ScopeRecording.Position) -> ScopeAddress {
    ScopeAddress(position.steps.map { ($0.segment, types[$0.scope] ?? "") })
  }

  /// Returns the argument that says which effect ends; nothing for the oldest.
  private func number(of change: EffectChange) -> String {
    let position = change.position ?? effects.position(of: change)
    return position == 1 ? "" : "number: \(position), "
  }

  // MARK: Comments

  private func heading(of moment: Moment) -> String {
    guard let event = moment.event else { return "without an event" }
    return moment.position == nil
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

/// The effects in flight of each scope in the order in which they started, for recordings without positions.
private struct EffectOrder {
  private var inFlight: [Int: [Int]] = [:]

  func position(of change: ScopeRecording.EffectChange) -> Int {
    (inFlight[change.scope]?.firstIndex(of: change.number) ?? 0) + 1
  }

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
