import Foundation

extension ScopeProtocol {
  /// Provides a value to this scope and to all scopes below it, where `@Injected` finds it under the value's
  /// type.
  ///
  /// Complexity: O(1), or O(scopes below) in a tree with a `@Stored` property or an observed superscope.
  ///
  /// - Parameter value: the value; it replaces one injected here before under the same type.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func injectObject<Value>(_ value: Value) -> Self {
    injectObject(value, as: Value.self)
  }

  /// Provides a value to this scope and to all scopes below it under the type you name, such as a protocol.
  ///
  /// ```swift
  /// root.injectObject(FakeNetwork(), as: (any Network).self)
  /// ```
  /// - Parameters:
  ///   - value: the value; it replaces one injected here before under the same type.
  ///   - type: the type of the look-ups. Types are distinguished by identity, never by name.
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func injectObject<Value>(_ value: Value, as type: Value.Type) -> Self {
    inject(value, as: type)
    return self
  }

  /// Provides a value as `injectObject(_:)` does, to effects, too; see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value) -> Self {
    injectObject(value, as: Value.self)
  }

  /// Provides a value under a type as `injectObject(_:as:)` does, to effects, too; see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value, as type: Value.Type) -> Self {
    injectSendable(value, as: type)
    return self
  }

  /// Provides the value of an optional to this scope and to all scopes below it, under the value's own type.
  ///
  /// A look-up of the optional type finds the optional; nil provides nothing else.
  @discardableResult
  public func injectObject<Value>(_ value: Value?) -> Self {
    inject(value, as: Value?.self)
    if let value { inject(value, as: Value.self) }
    return self
  }

  /// Provides the value of an optional as `injectObject(_:)` does, to effects, too; see ``InjectedForEffect``.
  @discardableResult
  public func injectObject<Value: Sendable>(_ value: Value?) -> Self {
    injectSendable(value, as: Value?.self)
    if let value { injectSendable(value, as: Value.self) }
    return self
  }

  /// Provides a value to this scope and to all scopes below it until the token is cancelled or released.
  ///
  /// - Returns: the token that ends the override; store it.
  public func override<Value>(_ value: Value) -> InjectionOverride {
    override(value, as: Value.self)
  }

  /// Provides a value under a type, such as a protocol, until the token is cancelled or released.
  public func override<Value>(_ value: Value, as type: Value.Type) -> InjectionOverride {
    override(TypedInjectedValue(value), as: type)
  }

  /// Provides a value until the token is cancelled or released, to effects, too.
  public func override<Value: Sendable>(_ value: Value) -> InjectionOverride {
    override(value, as: Value.self)
  }

  /// Provides a value under a type until the token is cancelled or released, to effects, too.
  public func override<Value: Sendable>(_ value: Value, as type: Value.Type) -> InjectionOverride {
    override(TypedInjectedValue(value), as: type)
  }

  /// Returns the value injected nearest on the path from this scope to the root, or the nearest ancestor of
  /// that class, or of a subclass.
  ///
  /// Complexity: O(depth).
  ///
  /// - Throws: ``NoInjectedValueFound`` when there is none; a type's default is not considered.
  public func resolve<Value>(_ type: Value.Type) throws -> Value {
    guard let found = lookUp(type) else {
      throw NoInjectedValueFound(type: type, scope: self)
    }
    return found.value(as: type)
  }
}

/// A token that ends an override when it is cancelled or released.
///
/// Overrides nest and may end in any order: a look-up finds the newest one in force, and below them the
/// injected value.
public final class InjectionOverride {
  private weak var scope: ScopeNode?
  private let number: UInt64

  init(scope: ScopeNode, number: UInt64) {
    self.scope = scope
    self.number = number
  }

  deinit {
    cancel()
  }

  /// Ends the override; further calls have no effect.
  public func cancel() {
    guard let scope else { return }
    self.scope = nil
    scope.endOverride(number)
  }
}

/// An error thrown when a look-up finds no value between a scope and its root.
public struct NoInjectedValueFound: LocalizedError, Sendable, CustomStringConvertible {
  /// The type of the look-up.
  public let type: String

  /// The path from the root to the scope that performed the look-up, as a key path in source.
  public let path: String

  /// The scopes on the path to the root, beginning with the one that performed the look-up: each with its
  /// type and the types of the values it provides.
  public let providedValues: [String]

  init(type: Any.Type, scope: ScopeNode) {
    self.type = typeName(type)
    path = ScopeTree(scope).keyPathFromRoot
    var providedValues: [String] = []
    var node: ScopeNode? = scope
    while let current = node {
      let types = current.injectedValues.types.map(typeName).sorted()
      providedValues.append(
        "\(current.typeName): \(types.isEmpty ? "nothing" : types.joined(separator: ", "))"
      )
      node = current.parentNode
    }
    self.providedValues = providedValues
  }

  /// A text that names the type, the scope, and the values that each ancestor provides.
  public var description: String {
    """
    no \(type) was injected for the scope at \(PrintableText.escaped(path)). Inject one with \
    injectObject(_:) into one of these scopes, which provide:
    \(providedValues.map { "  " + $0 }.joined(separator: "\n"))
    """
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

extension NoInjectedValueFound: MultilineText {}
