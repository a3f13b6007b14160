import Statoscope

/// A step in the form in which its plan reports it.
struct ReportedStep {
  let kind: FlowDocument.Line.Kind
  let call: StepCall
  /// The `WITH`s around it, outermost first.
  var within: [StepCall] = []

  /// Returns the entry of the step in a document before its run.
  func document(scope: String) -> FlowDocument.Line {
    let sentence = StepSentence(call, within: within, scope: scope)
    return FlowDocument.Line(
      kind: kind,
      verb: sentence.verb,
      words: sentence.text,
      place: sentence.place,
      source: call.text,
      file: String(call.site.description.prefix { $0 != ":" }),
      line: Int(call.site.line),
      outcome: .kept
    )
  }
}
