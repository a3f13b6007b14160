import Foundation
import Observation

/// The knowledge of one reader about types: how to take apart their values.
///
/// Each reader owns an instance, so nothing is shared between threads.
package final class ReflectedTypes {
  private var known: [ObjectIdentifier: ReflectedType] = [:]
  private var classes: [ObjectIdentifier: ReflectedClass] = [:]
  /// The class of the last object: that of the next one is often the same.
  private var lastClass: ReflectedClass?
  /// The details of each type, by its number.
  private var details: [ReflectedTypeDetails] = []
  /// The ways to the storage of property wrappers that are known.
  package let storageReaders = StorageReaders()

  package init() {}

  /// Returns the knowledge about a type.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  subscript(type: Any.Type) -> ReflectedType {
    let known = known
    return known[ObjectIdentifier(type)] ?? learn(type)
  }

  /// Returns the details of the type with a number.
  subscript(number: Int32) -> ReflectedTypeDetails { details[Int(number)] }

  /// Learns from a value of an enumeration that one byte is all there is of it.
  func learn(byte type: Any.Type) {
    var learned = self[type]
    learned.style = .byte
    known[ObjectIdentifier(type)] = learned
  }

  /// Returns the knowledge about an object's class.
  ///
  /// Complexity: amortized O(1).
  package func reflectedClass(of object: AnyObject) -> ReflectedClass {
    let type: AnyClass = type(of: object)
    if let lastClass, lastClass.type.type == type { return lastClass }
    let id = ObjectIdentifier(type)
    let known = classes[id]
    let reflected = known ?? ReflectedClass(of: object, self)
    if known == nil { classes[id] = reflected }
    lastClass = reflected
    return reflected
  }

  @inline(never)
  private func learn(_ type: Any.Type) -> ReflectedType {
    let learned = ReflectedType(type, number: Int32(details.count))
    details.append(ReflectedTypeDetails(type))
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
  let type: Any.Type
  /// The number of the type among those that the reader has seen.
  let number: Int32
  var style: ReflectedStyle
  /// Indicates whether it is a type of the standard library or of Foundation.
  let isOfLibrary: Bool
  /// Indicates whether the text of a value is that of the app, so that it may hide what the value is.
  let hasOwnText: Bool
  /// Indicates whether the mirror of a value is that of the app, so that it may hide parts.
  let hasOwnMirror: Bool
  /// Indicates whether Swift's mirror reads associated values of the type at the wrong place.
  let isUnread: Bool

  fileprivate init(_ type: Any.Type, number: Int32) {
    let origin = TypeOrigin(of: type)
    self.type = type
    self.number = number
    style = ReflectedStyle(type, origin)
    isOfLibrary = origin != .app
    hasOwnText =
      type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type
    hasOwnMirror = origin == .app && type is any CustomReflectable.Type
    isUnread = UnreadMetatype.isUnread(type)
  }
}

extension ReflectedType {
  /// Indicates whether it is a ``LeafValue``.
  var isLeaf: Bool {
    switch style {
    case .integer, .bool, .double, .text, .leaf: true
    default: false
    }
  }

  /// Indicates whether values of the type take no memory, so that there is nothing to be seen.
  var isEmpty: Bool {
    func size<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size) == 0
  }

  /// Returns a value of the type outside of the existential that it is in, whose bytes are others.
  func unboxed(_ value: Any) -> Any {
    func cast<Value>(to _: Value.Type) -> Any { (value as? Value).map { $0 as Any } ?? value }
    return _openExistential(type, do: cast)
  }
}

/// What is asked of a type for a text, or once for each of its values' shapes.
final class ReflectedTypeDetails {
  let type: Any.Type
  /// The name of the type for people.
  private(set) lazy var name = typeName(type)
  /// What makes leaves of the values of the type.
  private(set) lazy var leafMaker = LeafMaker.maker(for: type)
  /// Indicates whether the type is a class of the library, such as a scope.
  private(set) lazy var isLibraryObject = type is any LibraryObject.Type
  /// The style of a container; nil for other types.
  private(set) lazy var containerStyle = (type as? any StandardContainer.Type)?.style
  /// The labels of the stored properties, or of the elements of a tuple.
  var labels: NodeLabels?
  /// The nodes of each value that is one byte, by that byte; a tree of them would retain what these details belong to.
  lazy var bytes = [[ValueTree.Node]](repeating: [], count: 256)
  /// The nodes of values that were read before, by their bytes; the values are retained, so that no others have the same.
  private var remembered: [SIMD4<UInt64>: (value: Any, nodes: [ValueTree.Node])] = [:]
  private static let mostRemembered = 4_096

  /// Returns the nodes of a value that was read before.
  func nodes(of words: SIMD4<UInt64>) -> [ValueTree.Node]? { remembered[words]?.nodes }

  func remember(_ value: Any, _ words: SIMD4<UInt64>, _ nodes: [ValueTree.Node]) {
    if remembered.count >= Self.mostRemembered { remembered = [:] }
    remembered[words] = (value, nodes)
  }

  fileprivate init(_ type: Any.Type) {
    self.type = type
  }
}

/// The origin of a type, by its module.
enum TypeOrigin {
  case standardLibrary
  case foundation
  case app

  init(of type: Any.Type) {
    var name = String(reflecting: type)[...]
    // A type inside another one of a different module.
    if name.hasPrefix("(extension in ") { name = name.dropFirst("(extension in ".count) }
    switch name.prefix(while: { $0 != "." && $0 != ")" }) {
    case "Swift", "Builtin", "Synchronization", "Observation", "_Concurrency", "_StringProcessing":
      self = .standardLibrary
    case "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
      "FoundationXML", "ObjectiveC", "CoreFoundation", "CoreGraphics", "Dispatch", "Combine", "__C":
      self = .foundation
    default: self = .app
    }
  }
}

/// A way to take apart values of a type.
package enum ReflectedStyle {
  case integer
  case bool
  case double
  case text
  /// Another ``LeafValue``.
  case leaf
  /// An enumeration whose values are one byte, which is all there is to see.
  case byte
  /// A value of Foundation that can be encoded, which is compared by what it encodes to.
  case encodable
  /// A floating-point number that is no leaf.
  case floatingPoint
  /// A vector, which is read scalar by scalar: reflection shows none of them.
  case vector
  case object
  /// A value that shows another one in its place, or none.
  case shown
  /// A value that is compared but never shown.
  case redacted
  /// Not state: storage for announcing changes.
  case nothing
  /// An error of Foundation.
  case error
  /// An address in memory, which differs each time, and other values that nothing can be seen of.
  case unseen
  /// A type as a value, which Swift's own mirror must not be asked for.
  case metatype
  case optional
  case array
  case dictionary
  case set
  case erasedKey
  case reflected

  init(_ type: Any.Type, _ origin: TypeOrigin) {
    if type == Int.self {
      self = .integer
    } else if type == Bool.self {
      self = .bool
    } else if type == Double.self {
      self = .double
    } else if type == String.self {
      self = .text
    } else if type is any RedactedValue.Type {
      self = .redacted
    } else if type is any ShownState.Type {
      self = .shown
    } else if type == ObservationRegistrar.self {
      self = .nothing
    } else if type is AnyObject.Type {
      self = .object
    } else if type is any LeafValue.Type {
      self = .leaf
    } else if let container = type as? any StandardContainer.Type {
      self = container.style
    } else {
      self = ReflectedStyle(other: type, origin)
    }
  }

  private init(other type: Any.Type, _ origin: TypeOrigin) {
    let name = String(reflecting: type)
    if type == AnyHashable.self {
      self = .erasedKey
    } else if name.hasSuffix(".Type") || name.hasSuffix(".Protocol") {
      self = .metatype
    } else if type is any BinaryFloatingPoint.Type {
      self = .floatingPoint
    } else if origin == .standardLibrary {
      let isUnseen = [
        "Builtin.", "Swift.Unsafe", "Swift.OpaquePointer", "Swift.Unman", "Swift.ObjectIdentifier",
        // Swift's own mirror shows an invalid type in it.
        "Swift.InlineArray<",
      ]
      .contains { name.hasPrefix($0) }
      self = isUnseen ? .unseen : type is any SIMD.Type ? .vector : .reflected
    } else if origin == .foundation {
      self = type is any Error.Type ? .error : type is any Encodable.Type ? .encodable : .reflected
    } else {
      self = .reflected
    }
  }
}

/// A container of the standard library.
package protocol StandardContainer {
  static var style: ReflectedStyle { get }
  /// The types that the parts are declared with: that of the elements, or those of keys and values.
  static var partTypes: [Any.Type] { get }
  /// The elements, or the wrapped value, which a mirror would show in five times the time.
  var parts: [Any] { get }
  /// The entries of a dictionary, in no order.
  var entries: [(key: Any, value: Any)] { get }
}

extension StandardContainer {
  package var parts: [Any] { [] }
  package var entries: [(key: Any, value: Any)] { [] }
}

extension Optional: StandardContainer {
  package static var style: ReflectedStyle { .optional }
  package static var partTypes: [Any.Type] { [Wrapped.self] }
  package var parts: [Any] { map { [$0] } ?? [] }
}

extension Array: StandardContainer {
  package static var style: ReflectedStyle { .array }
  package static var partTypes: [Any.Type] { [Element.self] }
  package var parts: [Any] { self }
}

extension Set: StandardContainer {
  package static var style: ReflectedStyle { .set }
  package static var partTypes: [Any.Type] { [Element.self] }
  package var parts: [Any] { map { $0 } }
}

extension Dictionary: StandardContainer {
  package static var style: ReflectedStyle { .dictionary }
  package static var partTypes: [Any.Type] { [Key.self, Value.self] }
  package var entries: [(key: Any, value: Any)] { map { ($0.key, $0.value) } }
}
