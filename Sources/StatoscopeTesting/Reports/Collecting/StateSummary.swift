import Statoscope

/// A scope's own state in a line a property, short enough to tell states apart in a drawing.
///
/// A child is told by whether it is there, a list by whether it holds anything: what
/// that is makes too many states to look at.
struct StateSummary {
  private static let longest = 36

  let lines: [String]

  init(_ scope: ScopeNode) {
    lines = ReflectedValue(scope).fields.compactMap { part in
      guard let label = part.label, let text = StateSummary.text(of: part.value) else { return nil }
      return "\(IdentifierWords(label).text): \(text)"
    }
  }

  /// Nil for what says nothing of a state: a closure, or another object.
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
      let words = ValueWords(reflected.value).text
      return words.count > longest ? words.prefix(longest - 1) + "…" : words
    }
  }
}
