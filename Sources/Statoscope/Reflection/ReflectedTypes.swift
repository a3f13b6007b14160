import Foundation
import Observation

/// The knowledge of one reader about types: how to take apart their values.
///
/// Each reader owns an instance, so nothing is shared between threads.
package final class ReflectedTypes {
  private var known: [ObjectIdentifier: ReflectedType] = [:]
  private var classes: [ObjectIdentifier: ReflectedClass] = [:]

  package init() {}

  /// Returns the knowledge about a type.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  subscript(type: Any.Type) -> ReflectedType {
    let known = known
    return known[ObjectIdentifier(type)] ?? learn(type)
  }

  /// Returns the way to take apart values of a type.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  func style(of type: Any.Type) -> ReflectedStyle { self[type].style }

  /// Returns the knowledge about an object's class.
  ///
  /// Complexity: amortized O(1).
  package func reflectedClass(of object: AnyObject) -> ReflectedClass {
    let id = ObjectIdentifier(type(of: object))
    if let known = classes[id] { return known }
    let reflected = ReflectedClass(of: object)
    classes[id] = reflected
    return reflected
  }

  @inline(never)
  private func learn(_ type: Any.Type) -> ReflectedType {
    let learned = ReflectedType(
      number: known.count,
      style: ReflectedStyle(type),
      mayHideReferences: ReflectedType.mayHideReferences(type)
    )
    // Written back as a whole: inside the property, each access would check for exclusivity.
    var changed: [ObjectIdentifier: ReflectedType] = [:]
    swap(&changed, &known)
    changed[ObjectIdentifier(type)] = learned
    known = changed
    return learned
  }
}

/// The knowledge of a reader about one type.
struct ReflectedType {
  /// The number of the type among those that the reader has seen.
  let number: Int
  let style: ReflectedStyle
  /// Indicates whether a value may refer to objects that its parts do not show.
  let mayHideReferences: Bool

  fileprivate static func mayHideReferences(_ type: Any.Type) -> Bool {
    guard let container = type as? any StandardContainer.Type else {
      if type is any ShownState.Type { return true }
      return type is any CustomReflectable.Type && !ReflectedStyle.isPlain(type)
    }
    // The keys of a dictionary are not taken apart.
    return container.style == .dictionary && !container.keyTypes.allSatisfy(ReflectedStyle.isPlain)
  }
}

/// A way to take apart values of a type.
package enum ReflectedStyle {
  case integer
  case double
  /// A value of the standard library or of Foundation that refers to nothing and is compared by `==`.
  case plain
  /// Any other value that defines its own equality.
  case hashable
  case object
  /// A value that shows another one in its place, or none.
  case shown
  /// A value that is compared but never shown.
  case redacted
  /// Not state: storage for announcing changes.
  case nothing
  case dictionary
  case reflected

  init(_ type: Any.Type) {
    if type == Int.self {
      self = .integer
    } else if type == Double.self {
      // Compared bit by bit: NaN is not equal to itself.
      self = .double
    } else if type is any RedactedValue.Type {
      self = .redacted
    } else if type is any ShownState.Type {
      self = .shown
    } else if type == ObservationRegistrar.self {
      self = .nothing
    } else if type is AnyObject.Type {
      self = .object
    } else if ReflectedStyle.isPlain(type) {
      self = .plain
    } else if let container = type as? any StandardContainer.Type {
      self = container.partTypes.allSatisfy(ReflectedStyle.isComparable) ? .hashable : container.style
    } else {
      self = type is any Hashable.Type ? .hashable : .reflected
    }
  }

  /// Checks whether a container of such values can be compared by `==`: objects would be compared by
  /// identity.
  private static func isComparable(_ type: Any.Type) -> Bool {
    if type == Double.self { return false }
    if let container = type as? any StandardContainer.Type {
      return container.partTypes.allSatisfy(isComparable)
    }
    return !(type is AnyObject.Type) && type is any Hashable.Type
  }

  /// Checks whether values of a type consist of values of the standard library and Foundation only.
  fileprivate static func isPlain(_ type: Any.Type) -> Bool {
    if type is any PlainValue.Type { return true }
    guard let container = type as? any StandardContainer.Type else { return false }
    return (container.partTypes + container.keyTypes).allSatisfy(isPlain)
  }
}

/// The knowledge of a reader about one class, learned from its first object.
///
/// A class itself, because it is read for each object, and its lists would be retained one by one.
package final class ReflectedClass {
  /// Indicates whether its objects are the library's own, such as scopes.
  let isLibraryObject: Bool
  /// Indicates whether its objects are actors, whose state must not be read from outside.
  let isActor: Bool
  /// The indexes of the properties among the children of the mirror: those of the class itself, then those of
  /// each superclass without the library's own storage.
  ///
  /// Nil for a class with a custom mirror, whose children may differ the next time.
  private let levels: [[AnyIndex]?]

  init(of object: AnyObject) {
    isLibraryObject = object is any LibraryObject
    isActor = object is any Actor
    let isFixed = !(object is any CustomReflectable)
    let mirror = Mirror(reflecting: object)
    var levels = [isFixed ? Array(mirror.children.indices) : nil]
    var parent = mirror.superclassMirror
    while let current = parent, !ReflectedClass.isLibrary(current.subjectType) {
      levels.append(isFixed ? Array(current.children.indices) : nil)
      parent = current.superclassMirror
    }
    self.levels = levels
  }

  /// Visits the stored properties of an object of the class, superclasses first.
  @inline(__always)
  package func forEachProperty(of object: AnyObject, _ body: (_ property: Mirror.Child) -> Void) {
    let mirror = Mirror(reflecting: object)
    if levels.count > 1 { visitSuperclass(of: mirror, level: 1, body) }
    visit(mirror, level: 0, body)
  }

  private func visitSuperclass(of mirror: Mirror, level: Int, _ body: (_ property: Mirror.Child) -> Void) {
    guard level < levels.count, let parent = mirror.superclassMirror else { return }
    visitSuperclass(of: parent, level: level + 1, body)
    visit(parent, level: level, body)
  }

  @inline(__always)
  private func visit(_ mirror: Mirror, level: Int, _ body: (_ property: Mirror.Child) -> Void) {
    let children = mirror.children
    guard let indexes = levels[level] else { return children.forEach(body) }
    // An iterator over them takes a third longer.
    for index in indexes { body(children[index]) }
  }

  /// Checks whether a class is the library's own base class.
  static func isLibrary(_ type: Any.Type) -> Bool {
    (type as? any LibraryObject.Type)?.libraryClass == type
  }
}

/// A value of the standard library or Foundation that refers to no object of the app.
protocol PlainValue: Hashable {}

extension Bool: PlainValue {}
extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}
extension String: PlainValue {}
extension Substring: PlainValue {}
extension Character: PlainValue {}
extension Float: PlainValue {}
extension Data: PlainValue {}
extension Date: PlainValue {}
extension Decimal: PlainValue {}
extension Duration: PlainValue {}
extension URL: PlainValue {}
extension UUID: PlainValue {}

/// A container of the standard library, whose `==` is that of its elements.
package protocol StandardContainer {
  /// The types of the elements, except those that are compared by `==` in any case.
  static var partTypes: [Any.Type] { get }
  static var keyTypes: [Any.Type] { get }
  static var style: ReflectedStyle { get }
}

extension StandardContainer {
  package static var keyTypes: [Any.Type] { [] }
  package static var style: ReflectedStyle { .reflected }
}

extension Optional: StandardContainer {
  package static var partTypes: [Any.Type] { [Wrapped.self] }
}

extension Array: StandardContainer {
  package static var partTypes: [Any.Type] { [Element.self] }
}

extension Set: StandardContainer {
  package static var partTypes: [Any.Type] { [] }
  package static var keyTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: StandardContainer {
  package static var partTypes: [Any.Type] { [Value.self] }
  package static var keyTypes: [Any.Type] { [Key.self] }
  package static var style: ReflectedStyle { .dictionary }
}
