/// What the value of a `@Subscope` property says besides its scopes: which cases of a ``ScopeEnum`` are there.
///
/// A case without a scope stands there itself; another as a text that names its scope by its type, because the scope's
/// state is its own.
protocol ScopeCases {
  var caseState: Any { get }
}

extension ScopeEnum {
  fileprivate var ownCaseState: Any { scope == nil ? self : CaseText(self) }
}

extension Optional: ScopeCases where Wrapped: ScopeEnum {
  var caseState: Any { map(\.ownCaseState) as Any }
}

extension Array: ScopeCases where Element: ScopeEnum {
  var caseState: Any { map(\.ownCaseState) }
}

extension Dictionary: ScopeCases where Value: ScopeEnum {
  var caseState: Any { mapValues(\.ownCaseState) }
}

extension SubscopeProperty {
  /// Whether the property's value says anything besides its scopes.
  var hasCases: Bool { anyValue is any ScopeCases || anyValue is any ScopeEnum }

  /// What the property's value says besides its scopes; nil where it is scopes only.
  var caseState: Any? {
    (anyValue as? any ScopeCases)?.caseState ?? (anyValue as? any ScopeEnum)?.ownCaseState
  }
}

/// A case with what it carries, a scope by its type: `.detail(Detail)`.
package struct CaseText: CustomStringConvertible {
  package let description: String

  package init(_ value: some ScopeEnum) {
    let reflected = ReflectedValue(value)
    guard let payload = reflected.payload else {
      description = reflected.kind == .absent ? "nil" : ".\(reflected.value)"
      return
    }
    let inner = ReflectedValue(payload.value)
    let texts =
      inner.kind == .tuple
      ? inner.parts.map { CaseText.text(of: $0.value, label: $0.label) } : [CaseText.text(of: payload.value)]
    description = ".\(payload.label ?? "")(\(texts.joined(separator: ", ")))"
  }

  private static func text(of value: Any, label: String? = nil) -> String {
    // Parts of a tuple without names are called .0, .1 and so on.
    let name = label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
    if let scope = value as? ScopeNode { return name + scope.typeName }
    if let inner = value as? any ScopeEnum, inner.scope != nil { return name + CaseText(inner).description }
    let source = SwiftSource(value)
    if source.isWhole { return name + source.description }
    return name
      + StateText(value, strings: .onOneLine).lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
