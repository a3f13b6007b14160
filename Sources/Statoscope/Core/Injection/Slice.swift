/// A part of an ancestor's state, read through a key path and changed by sending the ancestor an event.
///
/// ```swift
/// final class Toolbar: Scope {
///   @Slice(\Settings.preferences.isDark, set: Settings.When.userSetDark) var isDark: Bool
///   @Slice(\Settings.profile?.name) var name: String?
///   …
/// }
/// ```
/// State still changes by events only. What is set while the ancestor is updating waits its turn, as any event does: until
/// then the slice reads the value before, which the log says once. A property cannot name the actor that sets it: the
/// effects of an event that a slice sends start only where an earlier event of the tree named the actor
/// (``EffectIsolationError``). Where there is no ancestor of the type, an optional slice is nil and ignores
/// being set; any other slice uses the ancestor type's default if it is ``Injectable``, and traps if it is
/// not. In a flow test its step fails instead, where the value has a literal or is an
/// enumeration of cases: it reads as zero, false, empty or the first case then.
@propertyWrapper
public struct Slice<Value> {
  private let read: (ScopeNode) -> Value
  private let write: ((ScopeNode, Value) -> Void)?

  /// Creates a slice of an ancestor that must exist.
  ///
  /// - Parameters:
  ///   - keyPath: the path from the ancestor to the value.
  ///   - event: creates the event that sets the value; without it the slice is read-only.
  public init<Ancestor: ScopeProtocol>(
    _ keyPath: KeyPath<Ancestor, Value>,
    set event: ((Value) -> Ancestor.When)? = nil
  ) {
    let missing = { (scope: ScopeNode) in
      Misuse.noAncestor(scope: scope.typeName, ancestor: typeName(Ancestor.self))
    }
    read = { scope in
      if let ancestor = scope.lookUp(valueOf: Ancestor.self) { return ancestor[keyPath: keyPath] }
      guard Misuse.receiver != nil, let value = Slice.placeholder else { missing(scope).trap() }
      missing(scope).refuse()
      return value
    }
    write = Slice.writer(event) { scope in
      if let ancestor = scope.lookUp(valueOf: Ancestor.self) { return ancestor }
      missing(scope).refuse()
      return nil
    }
  }

  /// Creates a slice of an ancestor, or of its type's default where there is none.
  ///
  /// A value set on the default is lost, with an error in the log: nothing retains the default.
  public init<Ancestor: ScopeProtocol & Injectable>(
    _ keyPath: KeyPath<Ancestor, Value>,
    set event: ((Value) -> Ancestor.When)? = nil
  ) {
    let find = { (scope: ScopeNode, consequence: String) -> Ancestor? in
      if let ancestor = scope.lookUp(valueOf: Ancestor.self) { return ancestor }
      StatoscopeLogger.log(.errors) {
        """
        \(scope.typeName) has no \(typeName(Ancestor.self)) above it, so \(consequence). Make it a @Subscope of a \
        \(typeName(Ancestor.self)) or of a scope below one, or make the slice optional.
        """
      }
      return nil
    }
    read = { scope in
      (find(scope, "its slice reads the default") ?? Ancestor.defaultValue(for: scope))[keyPath: keyPath]
    }
    write = Slice.writer(event) { scope in find(scope, "the value set on its slice is lost") }
  }

  /// Creates a slice of an optional value of an ancestor; nil where there is no ancestor.
  public init<Ancestor: ScopeProtocol, Wrapped>(
    _ keyPath: KeyPath<Ancestor, Value>,
    set event: ((Value) -> Ancestor.When)? = nil
  ) where Value == Wrapped? {
    read = { scope in scope.lookUp(valueOf: Ancestor.self).flatMap { $0[keyPath: keyPath] } }
    write = Slice.writer(event) { scope in scope.lookUp(valueOf: Ancestor.self) }
  }

  /// Creates a slice of an optional value of an ancestor; nil where there is no ancestor.
  public init<Ancestor: ScopeProtocol & Injectable, Wrapped>(
    _ keyPath: KeyPath<Ancestor, Value>,
    set event: ((Value) -> Ancestor.When)? = nil
  ) where Value == Wrapped? {
    read = { scope in scope.lookUp(valueOf: Ancestor.self).flatMap { $0[keyPath: keyPath] } }
    write = Slice.writer(event) { scope in scope.lookUp(valueOf: Ancestor.self) }
  }

  /// The current value of the ancestor.
  ///
  /// Reading and setting cost O(depth of the scope) besides the event.
  public static subscript<Owner: ScopeNode>(
    _enclosingInstance owner: Owner,
    wrapped wrappedKeyPath: ReferenceWritableKeyPath<Owner, Value>,
    storage storageKeyPath: ReferenceWritableKeyPath<Owner, Slice<Value>>
  ) -> Value {
    get { owner[keyPath: storageKeyPath].read(owner) }
    set {
      guard let write = owner[keyPath: storageKeyPath].write else {
        return Misuse.readOnlySlice(scope: owner.typeName, value: typeName(Value.self)).refuse()
      }
      write(owner, newValue)
    }
  }

  /// Unavailable: a slice is a property of a scope, which is a class.
  @available(*, unavailable, message: "@Slice is for properties of a scope, which is a class")
  public var wrappedValue: Value {
    get { preconditionFailure("unavailable") }
    // swift-format-ignore
    set { preconditionFailure("unavailable") }
  }

  private static func writer<Ancestor: ScopeProtocol>(
    _ event: ((Value) -> Ancestor.When)?,
    to find: @escaping (ScopeNode) -> Ancestor?
  ) -> ((ScopeNode, Value) -> Void)? {
    guard let event else { return nil }
    let hasReported = Locked(false)
    return { scope, value in
      guard let ancestor = find(scope) else { return }
      if ancestor.isHandlingEvents, !hasReported.exchange(true) {
        StatoscopeLogger.log(.errors) {
          """
          \(scope.typeName) set its slice of \(ancestor.typeName) while that was updating: the event waits its turn, and \
          until then the slice reads the value before. Change the state in the update itself, or set the slice in \
          another event.
          """
        }
      }
      // No actor is named here: the event uses the tree's home.
      ancestor.send(event(value), isolation: nil)
    }
  }
}

extension Slice {
  /// A value with which a flow test goes on; nil where the type has no literal.
  private static var placeholder: Value? {
    func empty<Empty: ExpressibleByArrayLiteral>(_: Empty.Type) -> Empty { [] }
    func pairless<Pairless: ExpressibleByDictionaryLiteral>(_: Pairless.Type) -> Pairless { [:] }
    func blank<Blank: ExpressibleByStringLiteral>(_: Blank.Type) -> Blank { "" }
    func zero<Zero: ExpressibleByIntegerLiteral>(_: Zero.Type) -> Zero { 0 }
    func no<No: ExpressibleByBooleanLiteral>(_: No.Type) -> No { false }
    func first<Case: CaseIterable>(of _: Case.Type) -> Case? { Case.allCases.first }
    let value: Any? =
      switch Value.self {
      case let type as any ExpressibleByStringLiteral.Type: blank(type)
      case let type as any ExpressibleByIntegerLiteral.Type: zero(type)
      case let type as any ExpressibleByBooleanLiteral.Type: no(type)
      case let type as any ExpressibleByDictionaryLiteral.Type: pairless(type)
      case let type as any ExpressibleByArrayLiteral.Type: empty(type)
      case let type as any CaseIterable.Type: first(of: type)
      default: nil
      }
    return value as? Value
  }
}

extension Slice: HiddenState {}
