import Statoscope

/// A step as its plan hands it over to be told.
struct ToldStep {
  let kind: FlowDocument.Line.Kind
  let words: StepWords
  /// The `WITH`s around it, outermost first.
  let within: [StepWords]
  /// What it sends, ends an effect with, or expects, if it is known.
  let value: Any?

  /// The step as a document holds it before anything has happened.
  func document(scope: String) -> FlowDocument.Line {
    let source = words.text
    let sentence = StepSentence(
      CallText(source),
      value: value,
      within: within.map { CallText($0.text) },
      scope: scope
    )
    return FlowDocument.Line(
      kind: kind,
      verb: sentence.verb,
      words: sentence.words,
      place: sentence.place,
      source: source,
      file: String(words.site.description.prefix { $0 != ":" }),
      line: Int(words.site.line),
      outcome: .kept
    )
  }
}
