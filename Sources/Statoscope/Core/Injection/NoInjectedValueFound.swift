import Foundation

/// An error thrown when a look-up finds no value between a scope and its root.
public struct NoInjectedValueFound: Error, Sendable, CustomStringConvertible {
  /// The type of the look-up.
  public let type: String

  /// The path from the root to the scope that performed the look-up, as a key path in source.
  public let path: String

  /// The scopes on the path to the root, beginning with the one that performed the look-up: each with its
  /// type and the types of the values it provides.
  public let offers: [String]

  init(type: Any.Type, scope: ScopeNode) {
    self.type = typeName(type)
    path = ScopeTree(scope).keyPathFromRoot
    var offers: [String] = []
    var node: ScopeNode? = scope
    while let current = node {
      let types = current.injectedValues.types.map(typeName).sorted()
      offers.append("\(current.typeName): \(types.isEmpty ? "nothing" : types.joined(separator: ", "))")
      node = current.parentNode
    }
    self.offers = offers
  }

  /// A sentence that names the type, the scope, and the values that each ancestor provides.
  public var description: String {
    """
    no \(type) was injected for the scope at \(PrintableText.escaped(path)). Give one with injectObject(_:) at one of these, which offer:
    \(offers.map { "  " + $0 }.joined(separator: "\n"))
    """
  }
}

extension NoInjectedValueFound: MultilineText {}

extension NoInjectedValueFound: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
