import Foundation

/// The text of a storage's file: one JSON object, each of whose values keeps its text.
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
  static func values(of text: Data) throws(JSONFault) -> StoredValues {
    guard !text.isEmpty else { throw JSONFault(reason: "it is empty") }
    guard String(validating: text, as: UTF8.self) != nil else { throw JSONFault(reason: "it is not UTF-8") }
    var scanner = JSONScanner(text)
    return try scanner.object()
  }
}

/// A fault in a JSON text, and its position.
struct JSONFault: Error {
  let reason: String
}

/// A scanner that checks the grammar of a JSON object and splits it into its values.
///
/// Foundation's decoders would lose two things that other programs or people put into the file: the digits of
/// a number that no type can hold, and one of two values with the same key. They therefore decode single
/// values and strings only.
private struct JSONScanner {
  /// The deepest nesting that Foundation decodes.
  private static let deepestLevel = 500

  private let bytes: [UInt8]
  private var position = 0

  /// The text of the value that is being scanned, without whitespace between its parts.
  private var copy: [UInt8] = []

  init(_ text: Data) {
    bytes = [UInt8](text)
  }

  mutating func object() throws(JSONFault) -> StoredValues {
    var values: StoredValues = [:]
    try take("{")
    if !takeIfNext("}") {
      repeat {
        let key = try name()
        copy = []
        try value()
        guard values.updateValue(Data(copy), forKey: key) == nil else {
          throw JSONFault(reason: "it has the key \"\(key)\" twice")
        }
      } while takeIfNext(",")
      try take("}")
    }
    skipSpace()
    guard next == nil else { throw fault("the end") }
    return values
  }

  // MARK: Values

  /// Scans a value; without recursion, because stacks may be small.
  private mutating func value() throws(JSONFault) {
    /// The marks that end the objects and arrays around the current position.
    var ends: [Unicode.Scalar] = []
    while true {
      if ends.last == "}" { _ = try name() }
      let end: Unicode.Scalar? = takeIfNext("{") ? "}" : takeIfNext("[") ? "]" : nil
      if let end {
        guard ends.count < JSONScanner.deepestLevel else {
          throw JSONFault(reason: "it nests more than \(JSONScanner.deepestLevel) levels deep")
        }
        ends.append(end)
        skipSpace()
        if next != end { continue }
      } else {
        try scalar()
      }
      while let end = ends.last, takeIfNext(end) { ends.removeLast() }
      guard let end = ends.last else { return }
      guard takeIfNext(",") else { throw fault("'\(end)'") }
    }
  }

  /// Scans the name of a value, and the colon.
  private mutating func name() throws(JSONFault) -> String {
    skipSpace()
    let name = try string()
    try take(":")
    return name
  }

  private mutating func scalar() throws(JSONFault) {
    if next == "\"" {
      _ = try string()
      return
    }
    for word in ["true", "false", "null"] where bytes[position...].starts(with: word.utf8) {
      for _ in word.utf8 { advance() }
      return
    }
    try number()
  }

  private mutating func string() throws(JSONFault) -> String {
    let start = position
    var isEscaped = false
    try take("\"")
    while let next, next != "\"" {
      guard next.value >= 0x20 else { throw fault("a character of a string") }
      advance()
      guard next == "\\", self.next != nil else { continue }
      isEscaped = true
      advance()
    }
    try take("\"")
    let quoted = bytes[start..<position]
    guard isEscaped else { return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self) }
    do { return try JSONDecoder().decode(String.self, from: Data(quoted)) } catch {
      throw JSONFault(reason: "it goes wrong in the string that ends at byte \(position)")
    }
  }

  private mutating func number() throws(JSONFault) {
    _ = accept("-")
    if !accept("0") { try digits("a value") }
    if accept(".") { try digits("a digit") }
    guard accept("e") || accept("E") else { return }
    _ = accept("+") || accept("-")
    try digits("a digit")
  }

  private mutating func digits(_ expected: String) throws(JSONFault) {
    let start = position
    while let next, ("0"..."9").contains(next) { advance() }
    guard position > start else { throw fault(expected) }
  }

  // MARK: Characters

  private var next: Unicode.Scalar? { position < bytes.count ? Unicode.Scalar(bytes[position]) : nil }

  private mutating func advance() {
    copy.append(bytes[position])
    position += 1
  }

  private mutating func accept(_ mark: Unicode.Scalar) -> Bool {
    guard next == mark else { return false }
    advance()
    return true
  }

  private mutating func skipSpace() {
    while next == " " || next == "\t" || next == "\n" || next == "\r" { position += 1 }
  }

  private mutating func takeIfNext(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    return accept(mark)
  }

  private mutating func take(_ mark: Unicode.Scalar) throws(JSONFault) {
    guard takeIfNext(mark) else { throw fault("'\(mark)'") }
  }

  private func fault(_ expected: String) -> JSONFault {
    let end = next == nil ? "it ends" : "it goes wrong"
    return JSONFault(reason: "\(end) at byte \(position), where \(expected) should be")
  }
}
