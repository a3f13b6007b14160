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
    case "GIVEN": (verb, text) = ("Given", "the \(scope)")
    case "AND": (verb, text) = ("And", StepSentence.value(call))
    case "FORK": (verb, text) = ("Or when", StepSentence.value(call))
    case "WHEN", "RECEIVE": (verb, text) = ("When", StepSentence.value(call))
    case "WHEN_Throws": (verb, text) = ("When", StepSentence.value(call) + StepSentence.refused)
    case "ADVANCE": (verb, text) = ("When", StepSentence.passing(call.value("by")))
    case "INVARIANT": (verb, text) = ("Always", "a check of \(subject) passes")
    case "configure": (verb, text) = ("From here on", StepSentence.setting(call))
    case _ where call.verb.hasPrefix("THEN"): (verb, text) = ("Then", StepSentence.check(call, of: subject))
    case "SNAPSHOT": (verb, text) = ("Then", "it looks like the snapshot \(StepSentence.value(call))")
    case _ where call.verb.hasPrefix("FORK"): (verb, text) = ("Or when", StepSentence.effectEnd(call))
    case _ where call.verb.hasPrefix("WHEN"): (verb, text) = ("When", StepSentence.effectEnd(call))
    default: (verb, text) = ("Then", IdentifierText(call.verb).text)
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

  private static func check(_ call: StepCall, of scope: String) -> String {
    let segments = call.keyPath.flatMap { KeyPathText($0, in: call).segments }
    let path = segments.map { IdentifierText(path: $0).text } ?? "a value"
    switch call.verb {
    case "THEN_Nil": return "there is no \(path)"
    case "THEN_NotNil": return "there is \("aeio".contains(path.prefix(1)) ? "an" : "a") \(path)"
    case "THEN_NoEffects": return "no effect is in flight"
    case "THEN_NoEnqueuedEffect": return "no \(effect(call)) is in flight"
    case "THEN_EnqueuedEffect" where call.keyPath != nil:
      return "\(owner(of: call.keyPath)) whose \(path) is \(value(call, "equals")) is in flight"
    case "THEN_EnqueuedEffect": return "\(effect(call)) is in flight"
    case "THEN_Enqueued": return "\(value(call, "effect")) is in flight"
    case "THEN_Not": return "it is false that \(call.value(nil) as? String ?? "")"
    case "THEN" where call.isClosure: return "a check of the \(scope) passes"
    case "THEN" where call.keyPath == nil: return call.value(nil) as? String ?? ""
    default: return comparison(path, segments ?? [], call)
    }
  }

  /// Describes the expected value; for a value called `isReady`, whether it is ready.
  private static func comparison(_ path: String, _ segments: [String], _ call: StepCall) -> String {
    guard let value = call.value("equals") else { return "a check of \(path) passes" }
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
    if let number = value as? Int, segments.count > 1, segments.last == "count" {
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

  private static func effectEnd(_ call: StepCall) -> String {
    let name = call.verb.contains("OldestEffect") ? "the oldest effect" : effect(call)
    let number = call.value("number").map { " (number \($0))" } ?? ""
    let isYield = call.verb.contains("Stream")
    let said = value(call, isYield ? nil : "with")
    let with = said == "no value" || said.isEmpty ? "" : ": \(said)"
    let verb = isYield ? "yields" : call.verb.contains("Fails") ? "fails" : "completes"
    return "\(name)\(number) \(verb)\(with)" + (call.verb.hasSuffix("_Throws") ? refused : "")
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
