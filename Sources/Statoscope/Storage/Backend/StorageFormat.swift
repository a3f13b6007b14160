import Foundation

/// The encoding of the value of one key.
public enum StorageFormat: Sendable {
  /// JSON with sorted keys.
  case json
  /// A property list with an array of one element: the value itself if a property list can hold it, else its JSON.
  case propertyList

  /// The limit of arrays and objects around each other in one value.
  ///
  /// Foundation writes 511 and reads 512 of them. The file around the value is one more for other programs that
  /// read it as a whole, as the list around it is in the user's defaults, and some remain for what a later version
  /// puts around values.
  package static let deepestLevel = 500

  /// Encodes a value.
  ///
  /// Infinite numbers are refused in every format, so that all back ends accept the same values. So is a value
  /// that could not be read back: a file with it could not be read at all.
  package func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json: Data
    do { json = try encoder.encode(value) } catch EncodingError.invalidValue(let part, let context) {
      throw StorageFormat.explained(part, context)
    }
    do throws(JSONFault) { try JSONFile.check(json, deepestLevel: StorageFormat.deepestLevel) } catch {
      let remedy = error.isTooDeep ? StorageFormat.remedyOfDepth : StorageFormat.remedyOfNumbers
      throw JSONFault(reason: "it could not be read back: \(error.reason). \(remedy)")
    }
    guard self == .propertyList else { return json }
    if (value as? any PropertyListValue)?.isAltered == false {
      return try StorageFormat.list(of: value)
    }
    // As `@AppStorage` does. A value of an optional type is unwrapped by the cast.
    if let raw = (value as? any RawRepresentable)?.propertyListRawValue, !raw.isAltered {
      return try StorageFormat.list(of: raw)
    }
    return try StorageFormat.list(of: json)
  }

  private static func list(of value: some Encodable) throws -> Data {
    try PropertyListEncoder().encode([value])
  }

  private static let remedyOfDepth = "Reduce its nesting, or store its parts under keys of their own."
  private static let remedyOfNumbers = "JSON has no numbers like Decimal.nan: store nil instead."

  /// Returns an error of the encoder with the limit, where the reason may be that it is exceeded.
  private static func explained(_ part: Any, _ context: EncodingError.Context) -> any Error {
    // Foundation has a limit of its own, whose error does not differ from others about the value as a whole.
    guard context.codingPath.isEmpty, context.debugDescription.contains("to JSON") else {
      return EncodingError.invalidValue(part, context)
    }
    return JSONFault(
      reason: "\(context.debugDescription) The limit is \(deepestLevel) levels of nesting. \(remedyOfDepth)"
    )
  }

  package func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json:
      return try JSONDecoder().decode(type, from: data)
    case .propertyList where type is any PropertyListValue.Type:
      do { return try first(of: PropertyListDecoder().decode([Value].self, from: data)) } catch {
        guard let value = try? ofJSON(type, in: data),
          (value as? any PropertyListValue)?.isAltered == true
        else { throw error }
        return value
      }
    case .propertyList:
      let wrapped = (type as? any SourceNamed.Type)?.wrapped ?? type
      if let raw = wrapped as? any RawRepresentable.Type, let value = raw.read(from: data) as? Value {
        return value
      }
      return try ofJSON(type, in: data)
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
private protocol PropertyListValue: Codable {
  /// Indicates whether it holds something that a property list does not give back: the string `$null`, which is how
  /// Foundation writes nil, one that begins with a byte order mark, which Foundation removes, or on Linux, where the
  /// user's defaults are text, a fraction of a date's second.
  var isAltered: Bool { get }
}

extension PropertyListValue {
  var isAltered: Bool { false }
}

extension RawRepresentable {
  fileprivate var propertyListRawValue: (any PropertyListValue)? { rawValue as? any PropertyListValue }

  /// Returns the value whose raw value a property list holds; nil where it holds something else.
  fileprivate static func read(from data: Data) -> Self? {
    func rawValue<Raw: PropertyListValue>(_: Raw.Type) -> Any? {
      try? PropertyListDecoder().decode([Raw].self, from: data).first
    }
    guard let type = RawValue.self as? any PropertyListValue.Type else { return nil }
    return (rawValue(type) as? RawValue).flatMap(Self.init)
  }
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
  var isAltered: Bool { self == "$null" || unicodeScalars.first == "\u{FEFF}" }
}
extension Data: PropertyListValue {}
extension Date: PropertyListValue {
  #if !canImport(Darwin)
    var isAltered: Bool {
      timeIntervalSinceReferenceDate.rounded() != timeIntervalSinceReferenceDate
    }
  #endif
}
extension Array: PropertyListValue where Element: PropertyListValue {
  var isAltered: Bool { contains(where: \.isAltered) }
}
extension Dictionary: PropertyListValue where Key == String, Value: PropertyListValue {
  var isAltered: Bool { contains { $0.key.isAltered || $0.value.isAltered } }
}
extension Redacted: PropertyListValue where Value: PropertyListValue {
  var isAltered: Bool { wrappedValue.isAltered }
}
extension Optional: PropertyListValue where Wrapped: PropertyListValue {
  var isAltered: Bool { self?.isAltered ?? false }
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
