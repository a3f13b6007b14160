/// What a ``Subscope`` can hold: scopes, ``ScopeEnum``s, and optionals, arrays and dictionaries of these.
///
/// A collection of an app's own conforms with three members:
///
/// ```swift
/// extension OrderedDictionary: SubscopeValue where Value: SubscopeValue {
///   var subscopes: [ScopeNode?] { values.flatMap(\.subscopes) }
///
///   var subscopePositions: [SubscopePosition] {
///     zip(keys, values).flatMap { key, value in value.subscopePositions.map { .key(key, $0) } }
///   }
///
///   mutating func removeSubscope(at index: Int) -> Bool {
///     remove(at: index)
///     return true
///   }
/// }
/// ```
///
/// It is asked for its scopes before its property changes, so that its code may read and change the tree. A change in place
/// copies it.
public protocol SubscopeValue {
  /// The scopes in this value, in its order; nil for a case without one.
  var subscopes: [ScopeNode?] { get }

  /// The positions of the ``subscopes``, in the same order.
  var subscopePositions: [SubscopePosition] { get }

  /// Removes a scope, because it has removed itself from its parent.
  ///
  /// - Parameter index: the index of the scope among the ``subscopes``.
  /// - Returns: false, without a change, if this value always holds a scope.
  mutating func removeSubscope(at index: Int) -> Bool

  /// The scope of a scope or a case, or of an optional one; the first one of other values.
  @_documentation(visibility: internal) var subscope: ScopeNode? { get }

  /// What is known of all values of this type.
  @_documentation(visibility: internal) static var subscopeTraits: SubscopeTraits { get }

  /// Returns what compares two values faster than by all their scopes, if there is anything.
  ///
  /// - Parameter type: this type: a class cannot conform to a requirement that names `Self`.
  @_documentation(visibility: internal)
  static func subscopeComparison<Value>(as type: Value.Type) -> SubscopeComparison<Value>?
}

/// What is known of all values of a type that a ``Subscope`` holds.
@_documentation(visibility: internal)
public struct SubscopeTraits: Sendable {
  /// Indicates whether each value is a scope or a case.
  @usableFromInline let isElement: Bool

  /// Indicates whether a value is changed as a whole.
  @usableFromInline let isWhole: Bool

  /// Indicates whether code of the app tells which scopes are in a value.
  @usableFromInline let asksApp: Bool

  @usableFromInline
  init(isElement: Bool = false, isWhole: Bool = false, asksApp: Bool) {
    self.isElement = isElement
    self.isWhole = isWhole
    self.asksApp = asksApp
  }
}

extension SubscopeValue {
  /// The first scope.
  @_documentation(visibility: internal)
  public var subscope: ScopeNode? { subscopes.first ?? nil }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits { SubscopeTraits(asksApp: true) }

  /// Returns what compares two values.
  @inlinable
  @_documentation(visibility: internal)
  public static func subscopeComparison<Value>(as type: Value.Type) -> SubscopeComparison<Value>? { nil }
}

// MARK: One scope, or none

extension ScopeNode: SubscopeValue {}

// Not members of the class, so that a scope may have a property of the same name.
extension SubscopeValue where Self: ScopeNode {
  /// This scope.
  @inlinable public var subscopes: [ScopeNode?] { [self] }

  /// The property itself.
  public var subscopePositions: [SubscopePosition] { [SubscopePosition(.only)] }

  /// Leaves this scope where it is.
  public mutating func removeSubscope(at index: Int) -> Bool { false }

  /// The scope.
  @_documentation(visibility: internal)
  @inlinable public var subscope: ScopeNode? { self }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits {
    SubscopeTraits(isElement: true, isWhole: true, asksApp: false)
  }
}

extension ScopeEnum {
  /// The scope of the case, or nil.
  public var subscopes: [ScopeNode?] { [scope] }

  /// The case in its property.
  public var subscopePositions: [SubscopePosition] { [SubscopePosition(.screen(self))] }

  /// Leaves the case as it is.
  public mutating func removeSubscope(at index: Int) -> Bool { false }

  /// The scope.
  @_documentation(visibility: internal)
  public var subscope: ScopeNode? { scope }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits {
    SubscopeTraits(isElement: true, isWhole: true, asksApp: true)
  }
}

extension Optional: SubscopeValue where Wrapped: SubscopeValue {
  /// The scopes in the wrapped value.
  @inlinable public var subscopes: [ScopeNode?] { self?.subscopes ?? [] }

  /// The positions in the wrapped value.
  public var subscopePositions: [SubscopePosition] {
    self?.subscopePositions.map { SubscopePosition(.unwrapped, $0) } ?? []
  }

  /// Removes a scope from the wrapped value; sets nil if that always holds a scope.
  public mutating func removeSubscope(at index: Int) -> Bool {
    if self?.removeSubscope(at: index) != true { self = nil }
    return true
  }

  /// The scope.
  @_documentation(visibility: internal)
  public var subscope: ScopeNode? { self?.subscope }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits {
    let traits = Wrapped.subscopeTraits
    return SubscopeTraits(isWhole: traits.isWhole, asksApp: traits.asksApp)
  }
}

// MARK: Collections

extension Collection {
  /// Returns the element that holds one of the scopes, and the index of the scope in there.
  fileprivate func place<Value: SubscopeValue>(of scope: Int, in value: (Element) -> Value) -> (Index, Int) {
    if Value.subscopeTraits.isElement { return (index(startIndex, offsetBy: scope), 0) }
    var rest = scope
    for place in indices {
      let count = value(self[place]).subscopePositions.count
      if rest < count { return (place, rest) }
      rest -= count
    }
    preconditionFailure("there are \(scope - rest) scopes, and number \(scope) was asked for")
  }
}

extension Array: SubscopeValue where Element: SubscopeValue {
  /// The scopes in the elements.
  @inlinable public var subscopes: [ScopeNode?] {
    Element.subscopeTraits.isElement ? map(\.subscope) : flatMap(\.subscopes)
  }

  /// The positions of the scopes, with their indices.
  public var subscopePositions: [SubscopePosition] {
    indices.flatMap { index in
      self[index].subscopePositions.map { SubscopePosition(.index(index), $0) }
    }
  }

  /// Removes a scope from its element, or an element that always holds a scope.
  public mutating func removeSubscope(at index: Int) -> Bool {
    let (element, inner) = place(of: index) { $0 }
    if !self[element].removeSubscope(at: inner) { remove(at: element) }
    return true
  }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits {
    SubscopeTraits(asksApp: Element.subscopeTraits.asksApp)
  }

  /// Returns what compares two values.
  @inlinable
  @_documentation(visibility: internal)
  public static func subscopeComparison<Value>(as type: Value.Type) -> SubscopeComparison<Value>? {
    guard Element.subscopeTraits.isElement else { return nil }
    let list = SubscopeList<[Element]>(
      difference: { former, value in
        let (start, end) = ElementBytes.common(former, value)
        return (start..<former.count - end, start..<value.count - end)
      },
      count: { $0.count },
      slots: { elements, range in elements[range].map(\.subscope) },
      position: { elements, index in .index(index, elements[index].subscopePositions[0]) },
      copy: { elements, range in elements[range ?? elements.indices].map { $0 } },
      replace: { list, range, elements, added in list.replaceSubrange(range, with: elements[added]) }
    )
    return (list as? SubscopeList<Value>).map { .list($0) }
  }
}

extension Dictionary: SubscopeValue where Value: SubscopeValue {
  /// The scopes in the values.
  @inlinable public var subscopes: [ScopeNode?] {
    Value.subscopeTraits.isElement ? values.map(\.subscope) : values.flatMap(\.subscopes)
  }

  /// The positions of the scopes, with their keys.
  public var subscopePositions: [SubscopePosition] {
    flatMap { key, value in value.subscopePositions.map { .key(key, $0) } }
  }

  /// Removes a scope from its value, or the entry of a value that always holds a scope.
  public mutating func removeSubscope(at index: Int) -> Bool {
    let (entry, inner) = place(of: index, in: \.value)
    // By index: a filtered copy would hash all other keys again.
    if !values[entry].removeSubscope(at: inner) { remove(at: entry) }
    return true
  }

  /// What is known of all values of this type.
  @_documentation(visibility: internal)
  @inlinable public static var subscopeTraits: SubscopeTraits {
    SubscopeTraits(asksApp: Value.subscopeTraits.asksApp)
  }

  /// Returns what compares two values.
  @inlinable
  @_documentation(visibility: internal)
  public static func subscopeComparison<Dictionary>(as type: Dictionary.Type)
    -> SubscopeComparison<Dictionary>?
  {
    let traits = Value.subscopeTraits
    guard traits.isElement, !traits.asksApp else { return nil }
    let keyed = SubscopeComparison<Self>.keyed { linked, dictionary in
      var start = 0
      for value in dictionary.values {
        guard start < linked.count, linked[start] === value.subscope else { break }
        start += 1
      }
      // A change of one entry leaves all others in their order, unless the dictionary has been rebuilt.
      let surplus = dictionary.count - linked.count
      let isReplaced = surplus == 0 && start < linked.count
      let end = start + (isReplaced ? 1 : Swift.max(-surplus, 0))
      let next = start + (isReplaced ? 1 : Swift.max(surplus, 0))
      var added: [ScopeNode?] = []
      var index = 0
      for value in dictionary.values {
        if index >= next {
          guard linked[index - surplus] === value.subscope else {
            return (start..<linked.count, dictionary.values.dropFirst(start).map(\.subscope))
          }
        } else if index >= start {
          added.append(value.subscope)
        }
        index += 1
      }
      return (start..<end, added)
    }
    return keyed as? SubscopeComparison<Dictionary>
  }
}
