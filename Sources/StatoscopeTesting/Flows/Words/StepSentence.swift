import Statoscope

/// A step as a sentence that people read who do not program.
struct StepSentence {
  /// How the sentence begins: Given, When, Then, Or.
  let verb: String
  let words: String
  /// The part of the tree that the step speaks of, in words; nil for the root.
  let place: String?

  /// - Parameters:
  ///   - call: the step as its source has it.
  ///   - value: what the step sends, ends an effect with, or expects, if it is known.
  ///   - within: the calls of the `WITH`s around it.
  ///   - scope: the name of the plan's scope.
  init(_ call: CallText, value: Any?, within: [CallText], scope: String) {
    let arguments = call.arguments
    var places = within.compactMap { $0.arguments.first.flatMap(StepSentence.path) }
    var verb = "Then"
    switch call.verb {
    case "WHEN", "AND", "FORK", "WHEN_Throws", "RECEIVE":
      verb = StepSentence.verbs[call.verb] ?? "When"
      if arguments.count > 1, arguments[0].isKeyPath {
        places += [StepSentence.path(arguments[0])].compactMap(\.self)
      }
      let event = arguments.first { !$0.isKeyPath && $0.label == nil }
      let said = value.map { ValueWords($0).text } ?? event?.words ?? "something happens"
      words = said + (call.verb == "WHEN_Throws" ? ", which is refused" : "")
    case "ADVANCE":
      verb = "When"
      words = StepSentence.passing(value as? Duration, arguments.first)
    case "WHEN_StreamYields",
      _ where call.verb.contains("Effect") && !call.verb.hasPrefix("THEN"):
      verb = call.verb.hasPrefix("FORK") ? "Or when" : "When"
      if let first = arguments.first, first.isKeyPath {
        places += [StepSentence.path(first)].compactMap(\.self)
      }
      words = StepSentence.effectEnd(call, value)
    case "INVARIANT":
      verb = "Always"
      words = "a check of \(places.last ?? scope) holds"
    case "configure":
      verb = "From here on"
      words = StepSentence.setting(arguments.first)
    case "SNAPSHOT":
      words = "it looks like the snapshot " + (arguments.first?.words ?? "")
    default:
      if call.verb.hasPrefix("THEN_"), let first = arguments.first, first.isKeyPath, first.label == nil,
        arguments.count > 1
      {
        places += [StepSentence.path(first)].compactMap(\.self)
      }
      words = StepSentence.check(call, value, of: places.last ?? scope)
    }
    self.verb = verb
    place = places.isEmpty ? nil : places.joined(separator: " › ")
  }

  private static let verbs = ["AND": "And", "FORK": "Or when"]

  /// A key path in words; nil for one to the scope itself.
  private static func path(_ argument: CallText.Argument) -> String? {
    guard argument.isKeyPath, !argument.text.contains("<") else { return nil }
    let steps = argument.text.drop { $0 != "." }
    let words = SourceWords(steps).text
    return words.isEmpty ? nil : words
  }

  private static func check(_ call: CallText, _ value: Any?, of scope: String) -> String {
    let arguments = call.arguments
    let path = arguments.first.flatMap(path) ?? "a value"
    switch call.verb {
    case "THEN_Nil": return "there is no \(path)"
    case "THEN_NotNil": return "there is \("aeio".contains(path.prefix(1)) ? "an" : "a") \(path)"
    case "THEN_NoEffects": return "nothing is under way"
    case "THEN_NoEnqueuedEffect": return "no \(effect(arguments)) is under way"
    case "THEN_EnqueuedEffect" where call.argument("parameter") != nil:
      let parameter = call.argument("parameter").flatMap { StepSentence.path($0) } ?? "a value"
      let expected = value.map { ValueWords($0).text } ?? call.argument("equals")?.words ?? "as expected"
      return "\(owner(of: call.argument("parameter"))) whose \(parameter) is \(expected) is under way"
    case _ where call.verb.hasPrefix("THEN_Enqueued"):
      return "\(value.map { ValueWords($0).text } ?? effect(arguments)) is under way"
    case "THEN_Not": return "it is not so: \(arguments.first?.words.withoutQuotes ?? "")"
    case "THEN" where arguments.isEmpty: return "a check of the \(scope) holds"
    case "THEN" where !arguments[0].isKeyPath: return arguments[0].words.withoutQuotes
    case "THEN": return comparison(path, call, value)
    default: return SourceWords(call.verb + " " + arguments.map(\.text).joined(separator: ", ")).text
    }
  }

  /// What a value is to be; of one that is called `isReady`, whether it is ready.
  private static func comparison(_ path: String, _ call: CallText, _ value: Any?) -> String {
    guard let expected = call.argument("equals") else { return "a check of \(path) holds" }
    if let flag = value as? Bool {
      let words = path.split(separator: " ")
      if let verb = words.lastIndex(where: { ["is", "has", "can"].contains($0) }), verb < words.count - 1 {
        let subject = words[..<verb].joined(separator: " ")
        let rest = words[(verb + 1)...].joined(separator: " ")
        return "\(subject.isEmpty ? "it" : subject) \(words[verb]) \(flag ? "" : "not ")\(rest)"
      }
      return "\(path) is \(flag ? "on" : "off")"
    }
    guard let value else { return "\(path) is \(expected.words)" }
    let words = ValueWords(value)
    if words.isNothing { return "there is no \(path)" }
    if let number = value as? Int, let counted = counted(call.arguments[0]) {
      return "the number of \(counted) is \(number)"
    }
    guard let count = words.count else { return "\(path) is \(words.text)" }
    let isPlural = path.hasSuffix("s") && !path.hasSuffix("ss")
    if count == 0 { return isPlural ? "there are no \(path)" : "\(path) is empty" }
    return "\(path) \(isPlural ? "are" : "is") \(words.text)"
  }

  /// What a key path counts, in words: `\.list.items.count` the list items.
  private static func counted(_ argument: CallText.Argument) -> String? {
    guard argument.text.hasSuffix(".count") else { return nil }
    return path(CallText.Argument(label: nil, text: String(argument.text.dropLast(6))))
  }

  /// The type that a key path begins at: of `\LoadArticle.id` the words "load article".
  private static func owner(of argument: CallText.Argument?) -> String {
    let type = (argument?.text ?? "").dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return type.isEmpty ? "an effect" : IdentifierWords(type).text
  }

  private static func effectEnd(_ call: CallText, _ value: Any?) -> String {
    let name = call.verb.contains("OldestEffect") ? "the oldest effect" : effect(call.arguments)
    let number = call.argument("number").map { " (number \($0.words))" } ?? ""
    let said = value.map { ValueWords($0).text } ?? call.argument("with")?.words
    let with = said.map { $0 == "no value" || $0.isEmpty ? "" : ": \($0)" } ?? ""
    let refused = call.verb.hasSuffix("_Throws") ? ", which is refused" : ""
    if call.verb.contains("Stream") {
      let element = call.arguments.last.map { value == nil ? ": \($0.words)" : with } ?? ""
      return "\(name)\(number) yields\(element)\(refused)"
    }
    return "\(name)\(number) \(call.verb.contains("Fails") ? "fails" : "completes")\(with)\(refused)"
  }

  private static func effect(_ arguments: [CallText.Argument]) -> String {
    let argument = arguments.first { !$0.isKeyPath && ($0.label == nil || $0.label == "effect") }
    return argument?.words ?? "an effect"
  }

  private static func passing(_ duration: Duration?, _ argument: CallText.Argument?) -> String {
    guard let duration else { return "\(argument?.words ?? "time") passes" }
    let text = "\(duration)".replacing(".0 seconds", with: " seconds")
    return text == "1 seconds" ? "1 second passes" : "\(text) pass"
  }

  private static func setting(_ argument: CallText.Argument?) -> String {
    switch (argument?.label, argument?.text) {
    case ("exhaustivity", ".on"): "everything that happens has to be said"
    case ("exhaustivity", _): "not everything that happens has to be said"
    case (_, "true"): "effects are forgotten before each event"
    default: "effects are not forgotten"
    }
  }
}

extension String {
  fileprivate var withoutQuotes: String {
    hasPrefix("“") && hasSuffix("”") ? String(dropFirst().dropLast()) : self
  }
}
