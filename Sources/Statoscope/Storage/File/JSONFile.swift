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
    var scanner = JSONScanner([UInt8](text))
    return try scanner.object()
  }

  /// Checks that a value's text, as part of a file, can be read again, and then decoded.
  ///
  /// - Parameter deepestLevel: the limit of arrays and objects around each other.
  static func check(_ value: Data, deepestLevel: Int) throws(JSONFault) {
    func check<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) throws(JSONFault)
    where Bytes.Index == Int {
      var scanner = JSONScanner(bytes, deepestLevel: deepestLevel)
      try scanner.singleValue()
    }
    // An array is read twenty times as fast, but a copy of a few bytes takes longer than reading them.
    if value.count <= 32 { try check(value) } else { try check([UInt8](value)) }
  }
}

/// A fault in a JSON text, and its position.
struct JSONFault: Error {
  let reason: String
  /// Indicates whether the text is JSON, and nests deeper than allowed.
  var isTooDeep = false
}

/// A scanner that checks the grammar of a JSON object and splits it into its values.
///
/// Foundation's decoders would lose two things that other programs or people put into the file: the digits of
/// a number that no type can hold, and one of two values with the same key. They therefore decode single
/// values and strings only.
///
/// Generic, because a file is read fastest in an array, and the few bytes of most values need no copy to be checked.
private struct JSONScanner<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  private let bytes: Bytes
  private var position: Int

  /// The limit of nesting in a value that is checked.
  ///
  /// Nil for a file: one value that nests deeper than Foundation decodes costs its own key only.
  private let deepestLevel: Int?

  /// The text of the value that is being scanned, without whitespace between its parts; empty when values are
  /// only checked.
  private var copy: [UInt8] = []

  init(_ text: Bytes, deepestLevel: Int? = nil) {
    (bytes, position) = (text, text.startIndex)
    self.deepestLevel = deepestLevel
  }

  /// Scans a text that is one value.
  mutating func singleValue() throws(JSONFault) {
    try value()
    skipSpace()
    guard next == nil else { throw fault("the end") }
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
    /// The marks that end the objects and arrays around the current position; one byte each, as a damaged file
    /// may open very many.
    var ends: [UInt8] = []
    while true {
      if ends.last == UInt8(ascii: "}") { _ = try name() }
      let end: Unicode.Scalar? = takeIfNext("{") ? "}" : takeIfNext("[") ? "]" : nil
      if let end {
        if let deepestLevel, ends.count >= deepestLevel {
          throw JSONFault(reason: "it nests more than \(deepestLevel) levels deep", isTooDeep: true)
        }
        ends.append(UInt8(ascii: end))
        skipSpace()
        if next != end { continue }
      } else {
        try scalar()
      }
      while let end = ends.last, takeIfNext(Unicode.Scalar(end)) { ends.removeLast() }
      guard let end = ends.last else { return }
      guard takeIfNext(",") else { throw fault("'\(Unicode.Scalar(end))'") }
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
    switch next {
    case "\"": _ = try string()
    case "t": try word("true")
    case "f": try word("false")
    case "n": try word("null")
    default: try number()
    }
  }

  private mutating func word(_ word: String) throws(JSONFault) {
    let start = position
    for letter in word.unicodeScalars {
      guard accept(letter) else {
        position = start
        throw fault("a value")
      }
    }
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
    // Of a value that is checked, no string is used.
    guard isEscaped, deepestLevel == nil else {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
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

  private var next: Unicode.Scalar? { position < bytes.endIndex ? Unicode.Scalar(bytes[position]) : nil }

  private mutating func advance() {
    if deepestLevel == nil { copy.append(bytes[position]) }
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
