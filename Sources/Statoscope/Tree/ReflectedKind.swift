import Observation

/// How values of a type are written into a key.
enum ReflectedKind {
  case integer
  case double
  case hashable
  case object
  /// Another value in its place, or none.
  case shown
  /// No state, but what is stored to announce its changes.
  case nothing
  case dictionary
  case reflected

  init(_ type: Any.Type) {
    if type == Int.self {
      self = .integer
    } else if type == Double.self {
      // By its bits: NaN is not equal to itself.
      self = .double
    } else if type is any ShownState.Type {
      self = .shown
    } else if type == ObservationRegistrar.self {
      self = .nothing
    } else if type is AnyObject.Type {
      self = .object
    } else if let container = type as? any StandardContainer.Type {
      self = container.keptTypes.allSatisfy(ReflectedKind.isComparable) ? .hashable : container.parts
    } else {
      self = type is any Hashable.Type ? .hashable : .reflected
    }
  }

  /// Whether a container of such values can be compared by `==`: objects would be compared by identity.
  private static func isComparable(_ type: Any.Type) -> Bool {
    if type == Double.self { return false }
    if let container = type as? any StandardContainer.Type {
      return container.keptTypes.allSatisfy(isComparable)
    }
    return !(type is AnyObject.Type) && type is any Hashable.Type
  }
}

/// A container of the standard library, whose `==` is that of what it keeps.
private protocol StandardContainer {
  static var keptTypes: [Any.Type] { get }
  static var parts: ReflectedKind { get }
}

extension Optional: StandardContainer {
  fileprivate static var keptTypes: [Any.Type] { [Wrapped.self] }
  fileprivate static var parts: ReflectedKind { .reflected }
}

extension Array: StandardContainer {
  fileprivate static var keptTypes: [Any.Type] { [Element.self] }
  fileprivate static var parts: ReflectedKind { .reflected }
}

extension Dictionary: StandardContainer {
  // Keys are compared by `==` in any case.
  fileprivate static var keptTypes: [Any.Type] { [Value.self] }
  fileprivate static var parts: ReflectedKind { .dictionary }
}
