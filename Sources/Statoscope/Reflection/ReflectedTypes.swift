import Foundation
import Observation

/// What a reader has learned about types: how values of each are taken apart.
///
/// Each owner of a reader has its own, so nothing is shared between threads.
package final class ReflectedTypes {
  private var known: [ObjectIdentifier: ReflectedType] = [:]
  private var classes: [ObjectIdentifier: ReflectedClass] = [:]

  package init() {}

  /// What is known of a type.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  subscript(type: Any.Type) -> ReflectedType {
    let known = known
    return known[ObjectIdentifier(type)] ?? learn(type)
  }

  /// How values of a type are taken apart.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  func style(of type: Any.Type) -> ReflectedStyle { self[type].style }

  /// What is known of an object's class.
  ///
  /// Complexity: amortized O(1).
  func reflectedClass(of object: AnyObject) -> ReflectedClass {
    let id = ObjectIdentifier(type(of: object))
    if let known = classes[id] { return known }
    let reflected = ReflectedClass(of: object)
    classes[id] = reflected
    return reflected
  }

  @inline(never)
  private func learn(_ type: Any.Type) -> ReflectedType {
    let learned = ReflectedType(number: known.count, style: ReflectedStyle(type))
    // Changed outside of its place: inside, each look at it would check that no change is in progress.
    var changed: [ObjectIdentifier: ReflectedType] = [:]
    swap(&changed, &known)
    changed[ObjectIdentifier(type)] = learned
    known = changed
    return learned
  }
}

/// What a reader knows of a type.
struct ReflectedType {
  /// The number that stands for the type, among those that the reader has seen.
  let number: Int
  let style: ReflectedStyle
}

/// How values of a type are taken apart.
enum ReflectedStyle {
  case integer
  case double
  /// A value of the standard library or of Foundation that refers to nothing and is compared by `==`.
  case plain
  /// Any other value that says by itself what it equals.
  case hashable
  case object
  /// Another value in its place, or none.
  case shown
  /// A value that is compared, and never shown.
  case redacted
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

  /// Whether a container of such values can be compared by `==`: objects would be compared by identity.
  private static func isComparable(_ type: Any.Type) -> Bool {
    if type == Double.self { return false }
    if let container = type as? any StandardContainer.Type {
      return container.partTypes.allSatisfy(isComparable)
    }
    return !(type is AnyObject.Type) && type is any Hashable.Type
  }

  /// Whether values of a type are the standard library's or Foundation's all the way down.
  private static func isPlain(_ type: Any.Type) -> Bool {
    if type is any PlainValue.Type { return true }
    guard let container = type as? any StandardContainer.Type else { return false }
    return (container.partTypes + container.keyTypes).allSatisfy(isPlain)
  }
}

/// What is known of a class once one of its objects has been seen.
///
/// An object, for it is looked at for each object that is read, and its lists would be retained one by one.
final class ReflectedClass {
  /// Whether its objects are the library's, such as scopes.
  let isLibraryObject: Bool
  /// Whether its objects are actors, whose state must not be read from outside.
  let isActor: Bool
  /// The indexes of its own fields among the children of its mirror; nil where a mirror of its own may have others
  /// the next time.
  let fields: [AnyIndex]?
  /// The same for each superclass that may have fields; what the library itself stores is no state.
  let superclasses: [[AnyIndex]?]

  init(of object: AnyObject) {
    isLibraryObject = object is any LibraryObject
    isActor = object is any Actor
    let isFixed = !(object is any CustomReflectable)
    let mirror = Mirror(reflecting: object)
    fields = isFixed ? Array(mirror.children.indices) : nil
    var superclasses: [[AnyIndex]?] = []
    var parent = mirror.superclassMirror
    while let current = parent, !ReflectedClass.isLibrary(current.subjectType) {
      superclasses.append(isFixed ? Array(current.children.indices) : nil)
      parent = current.superclassMirror
    }
    self.superclasses = superclasses
  }

  /// Whether a class is the one that the library stores its own in.
  static func isLibrary(_ type: Any.Type) -> Bool {
    (type as? any LibraryObject.Type)?.libraryClass == type
  }
}
