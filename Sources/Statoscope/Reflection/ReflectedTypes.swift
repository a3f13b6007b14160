import Foundation
import Observation

/// The knowledge of one reader about types: how to take apart their values.
///
/// Each reader owns an instance, so nothing is shared between threads.
package final class ReflectedTypes {
  private var known: [ObjectIdentifier: ReflectedType] = [:]
  private var classes: [ObjectIdentifier: ReflectedClass] = [:]
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

  /// Returns the way to take apart values of a type.
  ///
  /// Complexity: amortized O(1).
  @inline(__always)
  func style(of type: Any.Type) -> ReflectedStyle { self[type].style }

  /// Learns from a value of an enumeration that one byte is all there is of it.
  func learn(byte type: Any.Type) {
    let learned = self[type]
    known[ObjectIdentifier(type)] = ReflectedType(byte: learned)
  }

  /// Returns the knowledge about an object's class.
  ///
  /// Complexity: amortized O(1).
  package func reflectedClass(of object: AnyObject) -> ReflectedClass {
    let id = ObjectIdentifier(type(of: object))
    if let known = classes[id] { return known }
    let reflected = ReflectedClass(of: object, self)
    classes[id] = reflected
    return reflected
  }

  @inline(never)
  private func learn(_ type: Any.Type) -> ReflectedType {
    let learned = ReflectedType(type, number: known.count)
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
  let number: Int
  let style: ReflectedStyle
  /// Indicates whether a value may refer to objects that its parts do not show.
  let mayHideReferences: Bool
  /// Indicates whether it is a type of the standard library or of Foundation.
  let isOfLibrary: Bool
  /// Indicates whether it is a container whose parts have an order.
  let hasOrderedParts: Bool
  /// Indicates whether the text of a value is that of the app, so that it may hide what the value is.
  let hasOwnText: Bool
  /// Indicates whether the mirror of a value is that of the app, so that it may hide parts.
  let hasOwnMirror: Bool

  fileprivate init(_ type: Any.Type, number: Int) {
    let origin = TypeOrigin(of: type)
    self.type = type
    self.number = number
    style = ReflectedStyle(type, origin)
    mayHideReferences = ReflectedType.mayHideReferences(type)
    isOfLibrary = origin != .app
    hasOrderedParts = (type as? any StandardContainer.Type)?.style == .reflected
    hasOwnText =
      type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type
    hasOwnMirror = origin == .app && type is any CustomReflectable.Type
  }

  fileprivate init(byte learned: ReflectedType) {
    type = learned.type
    number = learned.number
    style = .byte
    mayHideReferences = learned.mayHideReferences
    isOfLibrary = learned.isOfLibrary
    hasOrderedParts = learned.hasOrderedParts
    hasOwnText = learned.hasOwnText
    hasOwnMirror = learned.hasOwnMirror
  }

  private static func mayHideReferences(_ type: Any.Type) -> Bool {
    guard let container = type as? any StandardContainer.Type else {
      if type is any ShownState.Type { return true }
      return type is any CustomReflectable.Type && !ReflectedStyle.isPlain(type)
    }
    // The keys of a dictionary are not taken apart.
    return container.style == .dictionary && !container.keyTypes.allSatisfy { ReflectedStyle.isPlain($0) }
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
  /// Another floating-point number, compared bit by bit like `double`: NaN is not equal to itself, and zero equals its
  /// negative.
  case floatingPoint
  /// An enumeration whose values are one byte, which is all there is to see.
  case byte
  /// A value of the standard library or of Foundation that refers to nothing and is compared by `==`.
  case plain
  /// Any other value of Foundation that defines its own equality.
  case hashable
  /// A vector, which is compared scalar by scalar: reflection shows none of them.
  case vector
  /// A value of the app that defines its own equality, which is trusted only where its parts do not show all.
  case ownEquality
  case object
  /// A value that shows another one in its place, or none.
  case shown
  /// A value that is compared but never shown.
  case redacted
  /// Not state: storage for announcing changes.
  case nothing
  /// An error of Foundation.
  case error
  /// An address in memory, which differs each time.
  case address
  case dictionary
  case set
  case reflected

  /// Indicates whether no value can teach anything else about the type.
  var isFinal: Bool {
    switch self {
    case .integer, .bool, .double, .floatingPoint, .byte, .plain, .shown: true
    default: false
    }
  }

  init(_ type: Any.Type, _ origin: TypeOrigin) {
    if type == Int.self {
      self = .integer
    } else if type == Bool.self {
      self = .bool
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
    } else if ReflectedStyle.isPlain(type, exactly: true) {
      self = .plain
    } else if let container = type as? any StandardContainer.Type {
      self = container.style
    } else if type is any BinaryFloatingPoint.Type {
      self = .floatingPoint
    } else {
      self = ReflectedStyle(other: type, origin)
    }
  }

  private init(other type: Any.Type, _ origin: TypeOrigin) {
    switch origin {
    case .standardLibrary:
      let isAddress = [
        "Builtin.", "Swift.Unsafe", "Swift.OpaquePointer", "Swift.Unman", "Swift.ObjectIdentifier",
      ]
      .contains { String(reflecting: type).hasPrefix($0) }
      self = isAddress ? .address : type is any SIMD.Type ? .vector : .reflected
    case .foundation:
      if type is any Error.Type {
        self = .error
      } else {
        // A date is read by its parts, which are a number.
        self = type is any Hashable.Type && type != Date.self ? .hashable : .reflected
      }
    case .app: self = type is any Hashable.Type ? .ownEquality : .reflected
    }
  }

  /// Checks whether values of a type consist of values of the standard library and Foundation only.
  ///
  /// - Parameter exactly: whether they also have to differ in nothing if they are equal.
  fileprivate static func isPlain(_ type: Any.Type, exactly: Bool = false) -> Bool {
    if let plain = type as? any PlainValue.Type { return !exactly || plain.isExact }
    guard let container = type as? any StandardContainer.Type else { return false }
    return (container.partTypes + container.keyTypes).allSatisfy { isPlain($0, exactly: exactly) }
  }
}

/// A value of the standard library or Foundation that refers to no object of the app.
protocol PlainValue: Hashable {
  /// Indicates whether equal values differ in nothing, and each is equal to itself.
  static var isExact: Bool { get }
}

extension PlainValue {
  static var isExact: Bool { true }
}

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
extension Float: PlainValue {
  static var isExact: Bool { false }
}
extension Data: PlainValue {}
extension Date: PlainValue {
  static var isExact: Bool { false }
}
extension Decimal: PlainValue {
  static var isExact: Bool { false }
}
extension Duration: PlainValue {}
extension URL: PlainValue {}
extension UUID: PlainValue {}

/// A container of the standard library, whose `==` is that of its elements.
package protocol StandardContainer {
  /// The parts that a mirror would show, which takes five times as long; nil where their order has no meaning.
  var orderedParts: [Any]? { get }
  /// The types of the elements, except those that the container itself compares by `==`.
  static var partTypes: [Any.Type] { get }
  static var keyTypes: [Any.Type] { get }
  static var style: ReflectedStyle { get }
}

extension StandardContainer {
  package var orderedParts: [Any]? { nil }
  package static var keyTypes: [Any.Type] { [] }
  package static var style: ReflectedStyle { .reflected }
}

extension Optional: StandardContainer {
  package static var partTypes: [Any.Type] { [Wrapped.self] }
  package var orderedParts: [Any]? { map { [$0] } ?? [] }
}

extension Array: StandardContainer {
  package static var partTypes: [Any.Type] { [Element.self] }
  package var orderedParts: [Any]? { self }
}

extension Set: StandardContainer {
  package static var partTypes: [Any.Type] { [] }
  package static var keyTypes: [Any.Type] { [Element.self] }
  package static var style: ReflectedStyle { .set }
}

extension Dictionary: StandardContainer {
  package static var partTypes: [Any.Type] { [Value.self] }
  package static var keyTypes: [Any.Type] { [Key.self] }
  package static var style: ReflectedStyle { .dictionary }
}
