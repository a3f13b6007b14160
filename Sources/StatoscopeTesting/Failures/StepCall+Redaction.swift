import Statoscope

extension StepCall {
  /// The path from the root to the scope that the step addresses, as far as it is known.
  var scopePath: [String] {
    (within + [self]).flatMap { call in call.child.flatMap { KeyPathText($0, in: call).segments } ?? [] }
  }

  /// Checks whether the call refers to a redacted property.
  ///
  /// - Parameter root: the scope at which the path of the call begins.
  func isOfRedactedValue(below root: ScopeNode) -> Bool {
    guard let keyPath else { return false }
    var value: Any = root
    for segment in scopePath + (KeyPathText(keyPath, in: self).segments ?? []) {
      guard let part = ReflectedValue(value).part(at: segment) else { return false }
      if ReflectedValue(part).redactedValue != nil { return true }
      value = part
    }
    return false
  }

  /// Returns the call without the values that it compares with a redacted property.
  func redacted(below root: ScopeNode) -> StepCall {
    guard isOfRedactedValue(below: root) else { return self }
    var call = self
    call.arguments = arguments.map { argument in
      guard case .value(let value, let label) = argument else { return argument }
      return .value(Redacted(wrappedValue: value), label)
    }
    return call
  }
}

extension ReflectedValue {
  /// Returns the part at one segment of a path; nil where it leads nowhere.
  fileprivate func part(at segment: String) -> Any? {
    switch kind {
    case .enumCase:
      return payload.flatMap { ReflectedValue($0.value).part(at: segment) }
    case .dictionary:
      return entriesByText.first { "[\($0.key)]" == segment }?.value
    case .list:
      let index = Int(segment.dropFirst().dropLast())
      return index.flatMap { parts.indices.contains($0) ? parts[$0].value : nil }
    default:
      return fields.first { $0.label == segment }?.value
    }
  }
}
