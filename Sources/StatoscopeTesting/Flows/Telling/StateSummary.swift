import Statoscope

/// A scope's own state in a line a property, short enough to tell states apart in a drawing.
///
/// A child is told by whether it is there, a list by whether it holds anything: what
/// that is makes too many states to look at.
struct StateSummary {
  private static let longest = 36

  let lines: [String]

  init(_ scope: ScopeNode) {
    lines = (StateText.parts(of: scope)?.parts ?? []).compactMap { part in
      guard !part.label.isEmpty, let text = StateSummary.text(of: part.value) else { return nil }
      return "\(IdentifierWords(part.label).text): \(text)"
    }
  }

  /// Nil for what says nothing of a state: a closure, or another object.
  private static func text(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let inner = mirror.children.first?.value else { return "none" }
      return text(of: inner)
    case .collection, .set, .dictionary:
      return mirror.children.isEmpty ? "none" : "some"
    case .class:
      return value is ScopeNode ? "there" : nil
    default:
      guard !typeName(mirror.subjectType).contains("->") else { return nil }
      let words = ValueWords(value).text
      return words.count > longest ? words.prefix(longest - 1) + "…" : words
    }
  }
}
