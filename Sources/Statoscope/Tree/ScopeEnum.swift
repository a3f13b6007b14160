/// An enum whose cases each hold a scope: one child of several classes, such as the screens of a navigation
/// stack.
///
/// ```swift
/// enum Screen: ScopeEnum {
///   case edit(Form)
///   case detail(Detail)
///   case alert(String)
/// }
///
/// final class App: Scope {
///   @Subscope var path: [Screen] = []
///   @Subscope var sheet: Screen?
///   …
/// }
/// ```
/// The scope of the current case is a child, linked and unlinked as every ``Subscope``. A case without a
/// scope is plain state. In key paths of the tree a case reads as a property: `\.path[0].detail`.
public protocol ScopeEnum {
  /// The scope that this value holds; nil for a case without one, which is plain state.
  ///
  /// The default implementation finds the scope in the case's associated values by reflection.
  var scope: ScopeNode? { get }
}

extension ScopeEnum {
  /// The one scope that the case carries: as its value, among several values, or in another ``ScopeEnum``.
  ///
  /// Two scopes in one case are a programming error, and trap.
  public var scope: ScopeNode? {
    guard let payload = ReflectedValue(self).payload else { return nil }
    let scopes = ScopeCase.scopes(in: payload.value)
    guard scopes.count < 2 else {
      Misuse.scopesInOneCase(
        place: "\(typeName(Self.self)).\(payload.label ?? "")",
        scopes: scopes.map(\.typeName)
      ).trap()
    }
    return scopes.first
  }
}

extension Optional: ScopeEnum where Wrapped: ScopeEnum {
  /// The scope of the wrapped value; nil without a value.
  public var scope: ScopeNode? { self?.scope }
}

/// A case of a ``ScopeEnum`` with the scope that it holds.
struct ScopeCase {
  let scope: ScopeNode
  /// The path segments that lead to the scope: `.detail`, or `.sheet.edit` where one enum contains another.
  let step: String

  /// Nil for a case without a scope.
  init?(_ value: some ScopeEnum) {
    guard let scope = value.scope else { return nil }
    self.scope = scope
    step = ScopeCase.step(in: value)
  }

  private static func step(in value: some ScopeEnum) -> String {
    guard let payload = ReflectedValue(value).payload else { return "" }
    let inner = (payload.value as? any ScopeEnum).map { step(in: $0) } ?? ""
    let mark = value is any ExpressibleByNilLiteral ? "?" : ""
    return mark + "." + (payload.label ?? "") + inner
  }

  /// Returns the scopes among the associated values of a case.
  fileprivate static func scopes(in payload: Any) -> [ScopeNode] {
    if let scope = payload as? ScopeNode { return [scope] }
    if let inner = payload as? any ScopeEnum { return inner.scope.map { [$0] } ?? [] }
    let reflected = ReflectedValue(payload)
    return reflected.kind == .tuple ? reflected.parts.flatMap { scopes(in: $0.value) } : []
  }
}
