import Foundation

/// The trials of what is written: whether it makes the same value.
enum SourceTrial {
  /// What became of a value that was encoded and decoded.
  enum Result {
    case source(String)
    /// It has become another value.
    case anotherValue
    /// It is not `Codable`, cannot be encoded, or has a part that must not be shown or tried.
    case impossible
  }

  /// Returns source that decodes a value from its JSON.
  static func json(of value: Any, _ name: String) -> Result {
    guard let value = value as? any Codable, mayBeTried(value) else { return .impossible }
    return result(of: value, name)
  }

  private static func result<Value: Codable>(of value: Value, _ name: String) -> Result {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value),
      let again = try? JSONDecoder().decode(Value.self, from: data)
    else { return .impossible }
    // The elements of a set are encoded in any order.
    guard areSame(value, again), let other = try? encoder.encode(again), other.sorted() == data.sorted()
    else {
      return .anotherValue
    }
    return .source("(try! JSONDecoder().decode(\(name).self, from: Data(\(literal(data)).utf8)))")
  }

  private static func literal(_ data: Data) -> String {
    let text = String(decoding: data, as: UTF8.self)
    return PrintableText.escaped(text) == text && !text.contains("\"#")
      ? "#\"\(text)\"#" : SwiftSource.literal(text)
  }

  private static func mayBeTried(_ value: Any, level: Int = 0) -> Bool {
    if value is any RedactedValue || level > SourceWriter.deepestLevel { return false }
    // The unit loses its class where it is decoded; Foundation ends the process where such units are compared.
    if let measured = value as? any Measured, !measured.hasUnitOfDeclaredClass { return false }
    let reflected = ReflectedValue(value)
    // Another object would be decoded.
    if reflected.kind == .object, TypeOrigin(of: type(of: reflected.value)) == .app { return false }
    return reflected.parts.allSatisfy { mayBeTried($0.value, level: level + 1) }
  }

  /// Checks whether two values are equal, in their parts too.
  static func areSame<Value>(_ one: Value, _ other: Value) -> Bool {
    let texts = [one, other].map { ReflectedValue($0).parts.map { SourceWriter.text(ofParts: $0.value) } }
    guard texts[0] == texts[1] else { return false }
    return (one as? any Equatable).map { SourceWriter.isEqual($0, other) } ?? true
  }
}

private protocol Measured {
  var hasUnitOfDeclaredClass: Bool { get }
}

extension Measurement: Measured {
  fileprivate var hasUnitOfDeclaredClass: Bool { type(of: unit) == UnitType.self }
}

extension SourceWriter {
  static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }
}
