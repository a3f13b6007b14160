import Statoscope

/// A step as a sentence for people who do not program.
struct StepSentence {
  /// The beginning of the sentence: Given, When, Then, Or.
  let verb: String
  let text: String
  /// The label of the child that the step addresses; nil for the root.
  let target: String?

  /// - Parameter scope: the label of the plan's scope.
  init(_ call: StepCall, scope: String) {
    let targets = (call.within + [call]).compactMap(StepSentence.target)
    target = targets.isEmpty ? nil : targets.joined(separator: " › ")
    let subject = targets.last ?? scope
    switch call.verb {
    case .given: (verb, text) = ("Given", "the \(scope)")
    case .and: (verb, text) = ("And", StepSentence.value(call))
    case .event(.fork): (verb, text) = ("Or when", StepSentence.value(call))
    case .receive where call.value(nil) == nil:
      (verb, text) = ("When", "an effect sends an event that passes a check")
    case .event(.when), .receive: (verb, text) = ("When", StepSentence.value(call))
    case .event(.throwing): (verb, text) = ("When", StepSentence.value(call) + StepSentence.refused)
    case .event(.throwingFork):
      (verb, text) = ("Or when", StepSentence.value(call) + StepSentence.refused)
    case .effect(let end, .fork): (verb, text) = ("Or when", StepSentence.text(of: end, call))
    case .effect(let end, .when): (verb, text) = ("When", StepSentence.text(of: end, call))
    case .effect(let end, .throwing):
      (verb, text) = ("When", StepSentence.text(of: end, call) + StepSentence.refused)
    case .effect(let end, .throwingFork):
      (verb, text) = ("Or when", StepSentence.text(of: end, call) + StepSentence.refused)
    case .skipReceived: (verb, text) = ("When", "the effects send what is due")
    case .withSettings: (verb, text) = ("In what follows", "other settings apply")
    case .advance: (verb, text) = ("When", StepSentence.passing(call.value("by")))
    case .invariant: (verb, text) = ("Always", "a check of \(subject) passes")
    case .configure: (verb, text) = ("From here on", StepSentence.setting(call))
    case .then(let check): (verb, text) = ("Then", StepSentence.text(of: check, call, of: subject))
    case .snapshot: (verb, text) = ("Then", "it looks like the snapshot \(StepSentence.value(call))")
    case .takeSnapshot, .with, .runTest: (verb, text) = ("Then", IdentifierText(call.verb.text).text)
    }
  }

  private static let refused = ", which is refused"

  /// Returns the label of the child that a call addresses; nil for the scope itself.
  private static func target(_ call: StepCall) -> String? {
    guard let segments = call.child.flatMap({ KeyPathText($0, in: call).segments }), !segments.isEmpty else {
      return nil
    }
    let text = IdentifierText(path: segments).text
    return call.childType.map { "\(text) › \(label(of: $0))" } ?? text
  }

  private static func value(_ call: StepCall, _ label: String? = nil) -> String {
    call.value(label).map { ValueText($0).text } ?? ""
  }

  // MARK: Checks

  private static func text(of check: Verb.Check, _ call: StepCall, of scope: String) -> String {
    let segments = call.keyPath.flatMap { KeyPathText($0, in: call).segments }
    let path = segments.map { IdentifierText(path: $0).text } ?? "a value"
    switch check {
    case .isNil: return "there is no \(path)"
    case .isNotNil: return "there is \("aeio".contains(path.prefix(1)) ? "an" : "a") \(path)"
    case .noEffects: return "no effect is in flight"
    case .removed: return "the \(scope) has left"
    case .noEnqueuedEffect: return "no \(effect(call)) is in flight"
    case .enqueuedEffect where call.keyPath != nil:
      return "\(owner(of: call.keyPath)) whose \(path) is \(value(call, "equals")) is in flight"
    case .enqueuedEffect: return "\(effect(call)) is in flight"
    case .enqueued: return "\(value(call, "effect")) is in flight"
    case .changes: return "\(path) \(path.hasSuffix("s") ? "change" : "changes") as expected"
    case .shows: return "everything in \(segments.map { _ in path } ?? "the \(scope)") is as expected"
    case .not: return "it is false that \(call.value(nil) as? String ?? "")"
    case .state where call.isClosure: return "a check of the \(scope) passes"
    case .state where call.keyPath == nil: return call.value(nil) as? String ?? ""
    case .state: return comparison(path, segments ?? [], call)
    }
  }

  /// Describes the expected value; for a value called `isReady`, whether it is ready.
  private static func comparison(_ path: String, _ segments: [StateSegment], _ call: StepCall) -> String {
    guard let value = call.value("equals") ?? call.value("is") else { return "a check of \(path) passes" }
    if let flag = value as? Bool {
      let words = path.split(separator: " ")
      if let verb = words.lastIndex(where: { ["is", "has", "can"].contains($0) }), verb < words.count - 1 {
        let subject = words[..<verb].joined(separator: " ")
        let rest = words[(verb + 1)...].joined(separator: " ")
        return "\(subject.isEmpty ? "it" : subject) \(words[verb]) \(flag ? "" : "not ")\(rest)"
      }
      return "\(path) is \(flag ? "on" : "off")"
    }
    let text = ValueText(value)
    if text.isNothing { return "there is no \(path)" }
    // For `\.list.items.count` the number of list items.
    if let number = value as? Int, segments.count > 1, segments.last == .property("count") {
      return "the number of \(IdentifierText(path: segments.dropLast()).text) is \(number)"
    }
    guard let count = text.count else { return "\(path) is \(text.text)" }
    let isPlural = path.hasSuffix("s") && !path.hasSuffix("ss")
    if count == 0 { return isPlural ? "there are no \(path)" : "\(path) is empty" }
    return "\(path) \(isPlural ? "are" : "is") \(text.text)"
  }

  // MARK: Effects

  /// Returns the label of the type at which a key path begins: for `\LoadArticle.id` "load article".
  private static func owner(of keyPath: AnyKeyPath?) -> String {
    keyPath.map { label(of: type(of: $0).rootType) } ?? "an effect"
  }

  private static func label(of type: Any.Type) -> String { IdentifierText(typeName: typeName(type)).text }

  private static func effect(_ call: StepCall) -> String {
    if let type = call.type { return label(of: type) }
    return call.value(nil).map { ValueText($0).text } ?? "an effect"
  }

  private static func text(of end: Verb.EffectEnd, _ call: StepCall) -> String {
    let oldest = call.value("number") == nil ? "the oldest effect" : "an effect"
    let name = end == .oldestCompletes || end == .oldestFails ? oldest : effect(call)
    let number = call.value("number").map { " (number \($0))" } ?? ""
    let result = value(call, end == .yields ? nil : "with")
    let with = result == "no value" || result.isEmpty ? "" : ": \(result)"
    let verb =
      switch end {
      case .completes, .oldestCompletes: "completes"
      case .fails, .oldestFails: "fails"
      case .yields: "yields"
      }
    return "\(name)\(number) \(verb)\(with)"
  }

  // MARK: Time and settings

  private static func passing(_ duration: Any?) -> String {
    guard let duration = duration as? Duration else { return "time passes" }
    let text = "\(duration)".replacing(".0 seconds", with: " seconds")
    return text == "1 seconds" ? "1 second passes" : "\(text) pass"
  }

  private static func setting(_ call: StepCall) -> String {
    if let exhaustivity = call.value("exhaustivity") as? Exhaustivity {
      return exhaustivity == .on
        ? "each change and each effect has to be asserted" : "changes and effects may stay unasserted"
    }
    return call.value("clearEffectsOnEveryWhenOrEnd") as? Bool == true
      ? "effects are cleared before each event" : "effects are not cleared"
  }
}

extension FlowDocument.Line {
  /// Creates the line of a step before its run.
  ///
  /// - Parameter scope: the label of the plan's scope.
  init(_ kind: Kind, _ call: StepCall, scope: String) {
    let sentence = StepSentence(call, scope: scope)
    self.init(
      kind: kind,
      verb: kind == .end ? "At the end" : sentence.verb,
      text: kind == .end ? "of this path" : sentence.text,
      target: sentence.target,
      source: call.text,
      file: String(call.location.description.prefix { $0 != ":" }),
      line: Int(call.location.line),
      result: .passed
    )
  }
}
