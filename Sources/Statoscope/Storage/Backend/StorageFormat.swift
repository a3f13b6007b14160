import Foundation

/// The encoding of the value of one key.
public enum StorageFormat: Sendable {
  /// JSON with sorted keys.
  case json
  /// A property list with an array of one element: the value itself if a property list can hold it, else its JSON.
  case propertyList

  /// Encodes a value.
  ///
  /// Infinite numbers are refused in every format, so that all back ends accept the same values.
  package func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(value)
    guard self == .propertyList else { return json }
    if (value as? any PropertyListValue)?.holdsMarkOfNil == false {
      return try PropertyListEncoder().encode([value])
    }
    return try PropertyListEncoder().encode([json])
  }

  /// Decodes a value.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json:
      return try JSONDecoder().decode(type, from: data)
    case .propertyList where type is any PropertyListValue.Type:
      do { return try first(of: PropertyListDecoder().decode([Value].self, from: data)) } catch {
        guard let value = try? ofJSON(type, in: data),
          (value as? any PropertyListValue)?.holdsMarkOfNil == true
        else { throw error }
        return value
      }
    case .propertyList: return try ofJSON(type, in: data)
    }
  }

  private func ofJSON<Value: Decodable>(_ type: Value.Type, in data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: first(of: PropertyListDecoder().decode([Data].self, from: data)))
  }

  private func first<Element>(of elements: [Element]) throws -> Element {
    guard let element = elements.first else { throw CocoaError(.propertyListReadCorrupt) }
    return element
  }
}

/// A value that a property list can hold directly.
private protocol PropertyListValue {
  /// Indicates whether a string in it reads like nil, which Foundation writes as the string `$null`.
  var holdsMarkOfNil: Bool { get }
}

extension PropertyListValue {
  var holdsMarkOfNil: Bool { false }
}

extension Bool: PropertyListValue {}
extension Int: PropertyListValue {}
extension Int8: PropertyListValue {}
extension Int16: PropertyListValue {}
extension Int32: PropertyListValue {}
extension Int64: PropertyListValue {}
extension UInt: PropertyListValue {}
extension UInt8: PropertyListValue {}
extension UInt16: PropertyListValue {}
extension UInt32: PropertyListValue {}
extension UInt64: PropertyListValue {}
extension Float: PropertyListValue {}
extension Double: PropertyListValue {}
extension String: PropertyListValue {
  var holdsMarkOfNil: Bool { self == "$null" }
}
extension Data: PropertyListValue {}
extension Date: PropertyListValue {}
extension Array: PropertyListValue where Element: PropertyListValue {
  var holdsMarkOfNil: Bool { contains(where: \.holdsMarkOfNil) }
}
extension Dictionary: PropertyListValue where Key == String, Value: PropertyListValue {
  var holdsMarkOfNil: Bool { values.contains(where: \.holdsMarkOfNil) }
}
extension Redacted: PropertyListValue where Value: PropertyListValue {
  var holdsMarkOfNil: Bool { wrappedValue.holdsMarkOfNil }
}
extension Optional: PropertyListValue where Wrapped: PropertyListValue {
  var holdsMarkOfNil: Bool { self?.holdsMarkOfNil ?? false }
}

/// A value that may be nil, of a type that is not statically an optional.
protocol OptionalValue {
  var isNil: Bool { get }
}

extension Optional: OptionalValue {
  var isNil: Bool { if case .none = self { true } else { false } }
}

extension Redacted: OptionalValue where Value: OptionalValue {
  var isNil: Bool { wrappedValue.isNil }
}
