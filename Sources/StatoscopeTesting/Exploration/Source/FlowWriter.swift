import Statoscope

/// Goes a way once more, from the start, and writes it down as the source of a flow test.
struct FlowWriter<Root: ScopeProtocol> {
  let stage: Stage<Root>

  /// A flow that was written down, and the scope that went it.
  struct Written {
    let flow: Exploration.Flow
    let root: Root
  }

  /// Writes a flow.
  ///
  /// - Parameters:
  ///   - title: the comment above it, line by line.
  ///   - checks: the promises that it checks at its end.
  /// - Returns: nil when the way cannot be gone.
  func write(_ way: [Choice], title: [String], checking checks: [Promise<Root>]) throws -> Written? {
    let root = try stage.makeActor().root
    var steps: [String] = []
    for choice in way {
      let sentence = stage.sentence(for: choice, in: root)
      let outcome = stage.perform(choice, on: root)
      if case .impossible = outcome { return nil }
      steps.append(sentence.steps(throwing: outcome.hasThrown).joined(separator: "\n"))
    }
    let source =
      title.map { $0.isEmpty ? "//" : "// \($0)" } + [given]
      + (steps + checks.map(check)).map { "  " + $0.replacing("\n", with: "\n  ") }
      + ["  .runTest()"]
    let flow = Exploration.Flow(steps: steps, source: source.joined(separator: "\n"))
    return Written(flow: flow, root: root)
  }

  /// The same, with what an update threw at its end left to be found.
  func write(_ way: [Choice], title: [String], endingIn error: any Error) throws -> Written? {
    guard let written = try write(way, title: title, checking: []) else { return nil }
    var steps = written.flow.steps
    // The step is to fail when it is pasted, so it must not expect to.
    if let last = steps.popLast() { steps.append(last.replacing("_Throws(", with: "(")) }
    let range = written.flow.source.ranges(of: "_Throws(").last
    var source = written.flow.source
    if let range { source.replaceSubrange(range, with: "(") }
    return Written(flow: Exploration.Flow(steps: steps, source: source), root: written.root)
  }

  private var given: String {
    let closure = ClosureSource(ofCallAt: stage.plan.site)?.lines.joined(separator: "\n")
    let unread = "{ /* what stands in EXPLORE at \(stage.plan.site) */ }"
    return "try \(SwiftSource.name(of: Root.self)).GIVEN \(closure ?? unread)"
  }

  private func check(_ promise: Promise<Root>) -> String {
    let verb = promise.kind == .never ? "THEN_Not" : "THEN"
    let closure = ClosureSource(ofCallAt: promise.site)?.lines.joined(separator: "\n")
    let unread = "{ _ in false /* what stands in \(promise.kind.rawValue) at \(promise.site) */ }"
    return ".\(verb)(\(SwiftSource.literal(promise.name))) \(closure ?? unread)"
  }
}
