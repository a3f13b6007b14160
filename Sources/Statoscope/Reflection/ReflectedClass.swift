import Foundation
import Observation

/// The knowledge of a reader about one class, learned from its first object.
///
/// A class itself, because it is read for each object, and its lists would be retained one by one.
package final class ReflectedClass {
  /// What reflection shows of an object.
  enum Contents {
    case properties
    /// Nothing, but the object may be a value of Foundation.
    case value
    /// Nothing, but it is compared by `==`, as a key path is.
    case constant
    /// Nothing, such as the state of an actor, which must not be read from outside.
    case unseen
  }

  /// A stored property that may be state.
  ///
  /// A class for the same reason.
  final class Property {
    fileprivate let index: AnyIndex
    let label: String?
    /// The knowledge about the declared type.
    let declared: ReflectedType
    /// The way to its value without a mirror, for a property wrapper.
    fileprivate(set) var reader: StorageReader?

    fileprivate init(_ child: Mirror.Child, at index: AnyIndex, declared: ReflectedType) {
      self.index = index
      self.declared = declared
      label = child.label
    }
  }

  /// The properties that one class on the way to the library's own declares.
  private struct Level {
    let type: Any.Type
    /// Nil for a class with a custom mirror, whose children may differ the next time.
    let properties: [Property]?
  }

  /// The knowledge about the class as a type.
  let type: ReflectedType
  /// Indicates whether its objects are the library's own, such as scopes.
  let isLibraryObject: Bool
  /// What reflection shows of its objects.
  let contents: Contents
  /// Indicates whether it has more properties than it may show: it has a mirror of its own, or a superclass of Foundation.
  let hidesProperties: Bool
  /// The names of the properties, superclasses first; nil for a class with a custom mirror.
  private(set) var labels: NodeLabels?
  /// The class itself, then each superclass without the library's own storage.
  private var levels: [Level] = []
  /// The number of readers of storage that were known when they were looked for.
  private var knownReaders = 0
  private var needsMirror = true

  init(of object: AnyObject, _ types: ReflectedTypes) {
    type = types[Swift.type(of: object)]
    isLibraryObject = object is any LibraryObject
    let isFixed = !(object is any CustomReflectable)
    let origin = TypeOrigin(of: type.type)
    hidesProperties = origin == .app && (!isFixed || ReflectedClass.hasHiddenSuperclass(object))
    contents =
      if object is any Actor {
        .unseen
      } else if origin == .app {
        .properties
      } else {
        origin == .foundation ? .value : .constant
      }
    var next: Mirror? = Mirror(reflecting: object)
    while let current = next, levels.isEmpty || !ReflectedClass.isLibrary(current.subjectType) {
      let properties = isFixed ? ReflectedClass.properties(in: current, types) : nil
      levels.append(Level(type: current.subjectType, properties: properties))
      next = current.superclassMirror
    }
    guard isFixed else { return }
    labels = NodeLabels(
      levels.reversed().flatMap { level in
        (level.properties ?? []).map { $0.label.map(ReflectedValue.fieldName) }
      },
      isOfType: true
    )
  }

  /// Returns the properties that one class declares, without those that are never state.
  private static func properties(in mirror: Mirror, _ types: ReflectedTypes) -> [Property] {
    mirror.children.indices.compactMap { index in
      let child = mirror.children[index]
      // Of the declared type: a property of type `Any` may hold another value the next time.
      let type = DeclaredType.of(child.value)
      if type is any HiddenState.Type || type == ObservationRegistrar.self { return nil }
      return Property(child, at: index, declared: types[type])
    }
  }

  // MARK: Properties of an object

  /// Visits the stored properties of an object of the class that may be state, superclasses first.
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
    guard let properties = levels[level].properties else { return children.forEach(body) }
    // An iterator over them takes a third longer.
    for property in properties { body(children[property.index]) }
  }

  /// Visits the same properties in the same order, those with a known way to their storage without a mirror.
  ///
  /// - Parameters:
  ///   - readers: the known ways to the storage of property wrappers.
  ///   - shown: receives a property wrapper and the value that it shows.
  ///   - child: receives any other property, with its value; nil for one of a custom mirror.
  @inline(__always)
  func forEachProperty(
    of object: AnyObject,
    _ readers: StorageReaders,
    shown: (_ property: Property, _ value: Any?) -> Void,
    child: (_ property: Property?, _ child: Mirror.Child) -> Void
  ) {
    if knownReaders != readers.count { find(readers) }
    guard needsMirror else {
      for level in levels.reversed() {
        for property in level.properties ?? [] {
          if let reader = property.reader { shown(property, reader.shownState(of: object)) }
        }
      }
      return
    }
    let mirror = Mirror(reflecting: object)
    if levels.count > 1 { visitSuperclass(of: mirror, level: 1, object, shown: shown, child: child) }
    visit(mirror, level: 0, object, shown: shown, child: child)
  }

  private func visitSuperclass(
    of mirror: Mirror,
    level: Int,
    _ object: AnyObject,
    shown: (_ property: Property, _ value: Any?) -> Void,
    child: (_ property: Property?, _ child: Mirror.Child) -> Void
  ) {
    guard level < levels.count, let parent = mirror.superclassMirror else { return }
    visitSuperclass(of: parent, level: level + 1, object, shown: shown, child: child)
    visit(parent, level: level, object, shown: shown, child: child)
  }

  @inline(__always)
  private func visit(
    _ mirror: Mirror,
    level: Int,
    _ object: AnyObject,
    shown: (_ property: Property, _ value: Any?) -> Void,
    child: (_ property: Property?, _ child: Mirror.Child) -> Void
  ) {
    let children = mirror.children
    guard let properties = levels[level].properties else {
      for element in children { child(nil, element) }
      return
    }
    var index = 0
    // An iterator over them takes as long as a mirror's child without optimization.
    while index < properties.count {
      let property = properties[index]
      if let reader = property.reader {
        shown(property, reader.shownState(of: object))
      } else {
        child(property, children[property.index])
      }
      index += 1
    }
  }

  /// Looks for the ways to the storage of property wrappers.
  private func find(_ readers: StorageReaders) {
    knownReaders = readers.count
    needsMirror = false
    for level in levels {
      guard let properties = level.properties else {
        needsMirror = true
        continue
      }
      for property in properties {
        let type = property.declared.type
        property.reader = property.label.flatMap { readers.reader(of: level.type, named: $0, type) }
        if property.reader == nil { needsMirror = true }
      }
    }
  }

  // MARK: Classes

  /// Checks whether an object inherits from a class of Foundation that has state.
  private static func hasHiddenSuperclass(_ object: AnyObject) -> Bool {
    var parent = Mirror(reflecting: object).superclassMirror
    while let current = parent {
      if TypeOrigin(of: current.subjectType) != .app, current.subjectType != NSObject.self { return true }
      parent = current.superclassMirror
    }
    return false
  }

  /// Checks whether a class is the library's own base class.
  static func isLibrary(_ type: Any.Type) -> Bool {
    (type as? any LibraryObject.Type)?.libraryClass == type
  }
}

/// The types that properties were declared with.
enum DeclaredType {
  /// Returns the type that a property was declared with, by its value in a mirror.
  ///
  /// A mirror puts a value of a protocol type, as it is, into the `Any` of a child, and only opening that one shows it.
  static func of(_ value: Any) -> Any.Type {
    func type<Declared>(of _: Declared) -> Any.Type { Declared.self }
    return _openExistential(value, do: type)
  }
}

/// An object that is passed as a value of unknown type.
package struct ObjectReference {
  package let object: AnyObject

  /// - Parameter value: an object; any other value is boxed, as by `as AnyObject`.
  package init(_ value: Any) {
    object = ObjectReference.cast(value, to: AnyObject.self) ?? value as AnyObject
  }

  /// Casts a value.
  ///
  /// `as AnyObject` would first look for a type that a structure is bridged to, which takes six times as long.
  private static func cast<Target>(_ value: Any, to _: Target.Type) -> Target? { value as? Target }
}
