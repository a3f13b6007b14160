import Statoscope

// A model as pseudo code, for failures.

extension OracleModel {
  var text: String {
    var lines = ["most effects in flight of a scope: \(mostEffects)"]
    for kind in OracleKind.allCases {
      let events = (events[kind] ?? []).enumerated().filter { !$0.element.isNothing }
      guard !events.isEmpty else { continue }
      lines.append(kind == .root && hasAnnouncingRoot ? "announcing root:" : "\(kind):")
      for (number, event) in events { lines += event.lines(number).map { "  " + $0 } }
    }
    if !given.isEmpty { lines.append("EXPLORE { root, after the events \(given) }") }
    lines.append("EVENTS of: \(targets.map(\.rawValue).joined(separator: ", "))")
    for (effectType, ends) in ends.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !ends.isEmpty {
      lines.append("EFFECT \(effectType): \(ends.map(\.text).joined(separator: ", "))")
    }
    if let some = endsOfSome {
      lines.append(
        "EFFECT \(some.effectType) of \(some.target): \(some.ends.map(\.text).joined(separator: ", "))"
      )
    }
    for (index, property) in properties.enumerated() {
      let premise = property.premise.map { ", after it has had \($0.text)" } ?? ""
      lines.append(
        "\(property.quantifier.rawValue) \"p\(index)\": some \(property.target) has \(property.condition.text)\(premise)"
      )
    }
    return lines.map { "  " + $0 }.joined(separator: "\n")
  }
}

extension OracleEvent {
  fileprivate var isNothing: Bool { !isOffered && operations.isEmpty && condition == nil }

  fileprivate func lines(_ number: Int) -> [String] {
    let offer =
      isOffered ? (isOfferedAlways || condition == nil ? " (offered)" : " (offered where valid)") : ""
    let guarded = condition.map { " requires \($0.text)" } ?? ""
    return ["event \(number)\(offer)\(guarded):"] + operations.map { "  " + $0.text }
  }
}

extension OracleOperation {
  fileprivate var text: String {
    switch self {
    case .set(let variable, let expression): "v\(variable) = \(expression.text)"
    case .require(let condition): "guard \(condition.text) else { throw InvalidStateError() }"
    case .onlyIf(let condition, let operation): "if \(condition.text) { \(operation.text) }"
    case .enqueue(let launch): "enqueue \(launch.text)"
    case .cancelID(let id): "cancelEffect(id: \(id.text))"
    case .cancelWhere(let effectType, let parameter):
      "cancelEffect { $0 is \(effectType)\(parameter.map { " with parameter \($0)" } ?? "") }"
    case .cancelAll: "cancelAllEffects()"
    case .present(let slot, let screen):
      slot == .named ? "named[\"\(screen.key)\"] = other" : "\(slot) gets a new \(screen)"
    case .dismiss(let slot, let index): "\(slot) loses number \(index)"
    case .reverse(let slot): "\(slot).reverse()"
    case .setInChildren(let slot, let variable, let expression): "\(slot).v\(variable) = \(expression.text)"
    case .sendToChildren(let slot, let kind, let event): "each \(kind) in \(slot).send(event \(event))"
    case .sendToRoot(let event): "root.send(event \(event))"
    case .leave: "removeFromSuperscope()"
    case .park: "spare = maybe; maybe = nil"
    case .unpark: "if maybe == nil, spare != nil { maybe = spare; spare = nil }"
    }
  }
}

extension OracleLaunch {
  fileprivate var text: String {
    let enqueued =
      "\(effectType)(\(parameter.text))" + (id.map { ", id: \($0.text), policy: .\(policy)" } ?? "")
    return "\(enqueued), \(map.text)"
      + (effectType.isStream ? map.end.map { ", at its end: event \($0)" } ?? "" : "")
  }
}

extension OracleMap {
  fileprivate var text: String {
    let values = "tag: \(tag.text)\(isConstant ? "" : ", value: $0")"
    let failures = failure.map { ", if it fails: event \($0)(\(values))" } ?? ", errors are not mapped"
    return "map: event \(completion)(\(values))\(failures)"
  }
}

extension OracleID {
  fileprivate var text: String {
    switch self {
    case .text: "\"1\""
    case .number: "1"
    case .small: "UInt8(1)"
    }
  }
}

extension OracleExpression {
  fileprivate var text: String {
    switch self {
    case .constant(let number): "\(number)"
    case .variable(let variable): "v\(variable)"
    case .next(let variable): "(v\(variable) + 1) % 3"
    case .tag: "tag"
    case .value: "value"
    }
  }
}

extension OracleCondition {
  fileprivate var text: String {
    switch self {
    case .variable(let variable, let number): "v\(variable) == \(number)"
    case .tag(let number): "tag == \(number)"
    case .value(let number): "value == \(number)"
    case .effects(let effectType, let number):
      "at least \(number) \(effectType?.rawValue ?? "effect") in flight"
    case .oldest(let effectType): "\(effectType) as its oldest effect"
    case .children(let slot, let number): "\(slot).count >= \(number)"
    case .note(let number): "screen == .note(\(number))"
    case .not(let condition): "not (\(condition.text))"
    case .both(let first, let second): "(\(first.text)) && (\(second.text))"
    }
  }
}

extension OracleEnd {
  fileprivate var text: String {
    switch self {
    case .yields(let element): "yields \(element)"
    case .completes(let value): "completes with \(value)"
    case .fails(let code): "fails with \(code)"
    }
  }
}
