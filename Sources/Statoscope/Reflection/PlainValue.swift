import Foundation

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
