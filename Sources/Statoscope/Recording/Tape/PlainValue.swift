import Foundation

/// A value of the standard library or Foundation that refers to no object of the app's.
protocol PlainValue {}

extension String: PlainValue {}
extension Substring: PlainValue {}
extension Character: PlainValue {}
extension Data: PlainValue {}
extension Date: PlainValue {}
extension Decimal: PlainValue {}
extension URL: PlainValue {}
extension UUID: PlainValue {}

/// A container of the standard library, which refers to objects if what it keeps does.
protocol PlainContainer {
  static var partTypes: [Any.Type] { get }
}

extension Optional: PlainContainer {
  static var partTypes: [Any.Type] { [Wrapped.self] }
}

extension Array: PlainContainer {
  static var partTypes: [Any.Type] { [Element.self] }
}

extension Set: PlainContainer {
  static var partTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: PlainContainer {
  static var partTypes: [Any.Type] { [Key.self, Value.self] }
}
