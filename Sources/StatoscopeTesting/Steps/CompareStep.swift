import Statoscope

/// A step that compares one value of a scope with an expected one.
final class CompareStep<Root: ScopeProtocol, Subject: ScopeProtocol, Value: Equatable>: Step<Root> {
  private let keyPath: KeyPath<Subject, Value>
  private let expected: Value
  private let focus: Focus<Root, Subject>

  init(
    _ keyPath: KeyPath<Subject, Value>,
    _ expected: Value,
    of focus: Focus<Root, Subject>,
    _ location: CallLocation
  ) {
    self.keyPath = keyPath
    self.expected = expected
    self.focus = focus
    super.init(location, .check)
  }

  override func perform(_ run: PathRun<Root>) throws {
    let subject = try focus.find(run.root)
    let found = subject[keyPath: keyPath]
    if run.recordsNames { run.names(keyPath, of: subject, found) }
    guard found != expected else { return }
    guard !call.isOfRedactedValue(below: run.root) else {
      throw FlowFailure.valueDiffers(diff: ["- " + RedactedText.text, "+ " + RedactedText.text])
    }
    let diff = ValueDiff(expected: expected, found: found).lines
    guard !diff.isEmpty else { throw FlowFailure.valuesReadTheSame(text: StateText(found).lines) }
    throw FlowFailure.valueDiffers(diff: diff)
  }

  override var call: StepCall {
    focus.call("THEN", [.keyPath(keyPath), .value(expected, "equals")], at: location)
  }
}
