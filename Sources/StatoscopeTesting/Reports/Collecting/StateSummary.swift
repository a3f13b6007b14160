import Statoscope

/// A scope's own state with one line per property, short enough to distinguish states in a drawing.
///
/// A child is represented by its presence, a list by whether it has elements: their contents would result in
/// too many states.
struct StateSummary {
  private static let longest = 36

  let lines: [String]

  init(_ scope: ScopeNode) {
    lines = ReflectedValue(scope).fields.compactMap { part in
      guard let label = part.label, let text = StateSummary.text(of: part.value) else { return nil }
      return "\(IdentifierWords(label).text): \(text)"
    }
  }

  /// Returns nil for a value that does not describe a state: a closure, or another object.
  private static func text(of value: Any) -> String? {
    let reflected = ReflectedValue(value)
    switch reflected.kind {
    case .absent:
      return "none"
    case .list, .set, .dictionary:
      return reflected.isEmpty ? "none" : "some"
    case .object:
      return reflected.value is ScopeNode ? "there" : nil
    default:
      guard !reflected.typeName.contains("->") else { return nil }
      return ValueWords(reflected.value).text.shortened(to: longest)
    }
  }
}
