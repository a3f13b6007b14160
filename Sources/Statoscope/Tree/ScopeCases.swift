/// The state in a `@Subscope` property besides its scopes: the current cases of a ``ScopeEnum``.
///
/// A case without a scope is represented by itself; another by a text that names the type of its scope,
/// because the scope has state of its own.
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
  /// Indicates whether the property's value has state besides its scopes.
  var hasCases: Bool { anyValue is any ScopeCases || anyValue is any ScopeEnum }

  /// The state of the property's value besides its scopes; nil if there are only scopes.
  var caseState: Any? {
    (anyValue as? any ScopeCases)?.caseState ?? (anyValue as? any ScopeEnum)?.ownCaseState
  }
}

/// A case with its associated values, and a scope by its type: `.detail(Detail)`.
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
    // Unlabelled elements of a tuple are called .0, .1 and so on.
    let name = label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
    if let scope = value as? ScopeNode { return name + scope.typeName }
    if let inner = value as? any ScopeEnum, inner.scope != nil { return name + CaseText(inner).description }
    let source = SwiftSource(value)
    if source.isWhole { return name + source.description }
    return name
      + StateText(value, strings: .onOneLine).lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
