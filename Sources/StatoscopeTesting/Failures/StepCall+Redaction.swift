import Statoscope

extension StepCall {
  /// Checks whether the call refers to a redacted property.
  ///
  /// - Parameters:
  ///   - root: the scope at which the path of the call begins.
  ///   - within: the `WITH`s around the call, outermost first.
  func isOfRedactedValue(below root: ScopeNode, within: [StepCall]) -> Bool {
    guard let keyPath else { return false }
    let entered = within.flatMap { call in
      call.child.flatMap { KeyPathText($0, in: call).segments } ?? []
    }
    let segments = entered + (KeyPathText(keyPath, in: self).segments ?? [])
    var value: Any = root
    for segment in segments {
      guard let part = ReflectedValue(value).part(at: segment) else { return false }
      if ReflectedValue(part).redactedValue != nil { return true }
      value = part
    }
    return false
  }

  /// Returns the call without the values that it compares with a redacted property.
  func redacted(below root: ScopeNode, within: [StepCall]) -> StepCall {
    guard arguments.contains(where: \.isValue), isOfRedactedValue(below: root, within: within) else {
      return self
    }
    var call = self
    call.arguments = arguments.map(\.redacted)
    return call
  }
}

extension StepCall.Argument {
  fileprivate var isValue: Bool { if case .value = content { true } else { false } }

  fileprivate var redacted: StepCall.Argument {
    guard case .value(let value) = content else { return self }
    return .value(Redacted(wrappedValue: value), label)
  }
}

extension ReflectedValue {
  /// Returns the part at one segment of a path; nil where it leads nowhere.
  fileprivate func part(at segment: String) -> Any? {
    if kind == .enumCase { return payload.flatMap { ReflectedValue($0.value).part(at: segment) } }
    if kind == .dictionary { return entriesByText.first { "[\($0.key)]" == segment }?.value }
    if kind == .list {
      let index = Int(segment.dropFirst().dropLast())
      return index.flatMap { parts.indices.contains($0) ? parts[$0].value : nil }
    }
    return fields.first { $0.label == segment }?.value
  }
}
