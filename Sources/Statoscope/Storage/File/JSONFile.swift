import Foundation

/// The text of a storage's file: one JSON object whose values are preserved as they were written.
///
/// It is not decoded as a whole, so that the values of other programs under other keys are preserved to the
/// last digit.
enum JSONFile {
  /// Formats an object with sorted keys, one per line.
  static func text(of values: StoredValues) throws -> Data {
    guard !values.isEmpty else { return Data("{}\n".utf8) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    var text = Data("{\n".utf8)
    for (index, entry) in values.sorted(by: { $0.key < $1.key }).enumerated() {
      text += Data((index == 0 ? "  " : ",\n  ").utf8)
      text += try encoder.encode(entry.key) + Data(" : ".utf8) + entry.value
    }
    return text + Data("\n}\n".utf8)
  }

  /// Parses an object, and returns each value without whitespace between its parts.
  ///
  /// - Throws: ``JSONFault`` when the text is anything else, or contains one key twice.
  static func values(of text: Data) throws -> StoredValues {
    guard !text.isEmpty else { throw JSONFault(reason: "it is empty") }
    var scanner = JSONScanner(text)
    guard String(validating: text, as: UTF8.self) != nil else { throw JSONFault(reason: "it is not UTF-8") }
    var values: StoredValues = [:]
    try scanner.take("{")
    guard !scanner.takeIfNext("}") else {
      try scanner.finish()
      return values
    }
    repeat {
      var name: [UInt8] = []
      try scanner.string(into: &name)
      let key = try JSONDecoder().decode(String.self, from: Data(name))
      try scanner.take(":")
      var value: [UInt8] = []
      try scanner.value(into: &value)
      guard values.updateValue(Data(value), forKey: key) == nil else {
        throw JSONFault(reason: "it has the key \"\(key)\" twice")
      }
    } while scanner.takeIfNext(",")
    try scanner.take("}")
    try scanner.finish()
    return values
  }
}
