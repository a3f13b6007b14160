import Foundation

/// A fault in a JSON text, and its position.
struct JSONFault: Error, CustomStringConvertible {
  let reason: String

  var description: String { reason }
}

/// A JSON scanner that checks the grammar and copies values without whitespace, without recursion.
struct JSONScanner {
  /// The deepest nesting that Foundation decodes.
  private static let deepestLevel = 500

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: Data) {
    bytes = [UInt8](text)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func fault(_ expected: String) -> JSONFault {
    let end = next == nil ? "it ends" : "it goes wrong"
    return JSONFault(reason: "\(end) at byte \(position), where \(expected) should be")
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      position += 1
    }
  }

  mutating func takeIfNext(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  mutating func take(_ mark: Unicode.Scalar) throws {
    guard takeIfNext(mark) else { throw fault("'\(mark)'") }
  }

  mutating func finish() throws {
    skipSpace()
    guard next == nil else { throw fault("the end") }
  }

  /// Copies one value.
  mutating func value(into copy: inout [UInt8]) throws {
    var open: [UInt8] = []
    while true {
      skipSpace()
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = next == UInt8(ascii: "{")
        guard open.count < Self.deepestLevel else {
          throw JSONFault(reason: "it nests more than \(Self.deepestLevel) levels deep")
        }
        copy.append(bytes[position])
        position += 1
        open.append(UInt8(ascii: isObject ? "}" : "]"))
        if takeIfNext(isObject ? "}" : "]") {
          copy.append(open.removeLast())
        } else {
          if isObject { try name(into: &copy) }
          continue
        }
      case UInt8(ascii: "\""): try string(into: &copy)
      case UInt8(ascii: "t"): try literal("true", into: &copy)
      case UInt8(ascii: "f"): try literal("false", into: &copy)
      case UInt8(ascii: "n"): try literal("null", into: &copy)
      default: try number(into: &copy)
      }
      guard try goesOn(in: &open, into: &copy) else { return }
    }
  }

  /// Handles the end of a value, and closes the containers that end there.
  ///
  /// - Returns: whether another value follows.
  private mutating func goesOn(in open: inout [UInt8], into copy: inout [UInt8]) throws -> Bool {
    while let end = open.last {
      if takeIfNext(",") {
        copy.append(UInt8(ascii: ","))
        if end == UInt8(ascii: "}") { try name(into: &copy) }
        return true
      }
      try take(Unicode.Scalar(end))
      copy.append(open.removeLast())
    }
    return false
  }

  private mutating func name(into copy: inout [UInt8]) throws {
    try string(into: &copy)
    try take(":")
    copy.append(UInt8(ascii: ":"))
  }

  /// Copies a string with its quotes.
  mutating func string(into copy: inout [UInt8]) throws {
    try take("\"")
    let start = position - 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault("a character of a string") }
      position += 1
      if byte == UInt8(ascii: "\\") { try skipEscaped() }
    }
    guard next != nil else { throw fault("the end of a string") }
    position += 1
    copy += bytes[start..<position]
  }

  /// Skips an escape sequence.
  private mutating func skipEscaped() throws {
    guard let byte = next, "\"\\/bfnrtu".utf8.contains(byte) else { throw fault("an escaped character") }
    position += 1
    guard byte == UInt8(ascii: "u") else { return }
    let unit = try codeUnit()
    guard UTF16.isSurrogate(unit) else { return }
    // An unpaired surrogate cannot be decoded.
    let isPair = try UTF16.isLeadSurrogate(unit) && takeRaw("\\u") && UTF16.isTrailSurrogate(codeUnit())
    guard isPair else { throw fault("the other half of a character") }
  }

  private mutating func codeUnit() throws -> UInt16 {
    let digits = bytes[position...].prefix(4)
    let isHex = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    guard isHex, digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw fault("four hexadecimal digits")
    }
    position += 4
    return unit
  }

  private mutating func takeRaw(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func literal(_ word: String, into copy: inout [UInt8]) throws {
    guard takeRaw(word) else { throw fault("'\(word)'") }
    copy += word.utf8
  }

  private mutating func number(into copy: inout [UInt8]) throws {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let firstDigit = next
    let count = try digits("a value")
    guard count == 1 || firstDigit != UInt8(ascii: "0") else { throw fault("a number without a leading 0") }
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try digits("a digit")
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try digits("a digit")
    }
    copy += bytes[start..<position]
  }

  private mutating func digits(_ expected: String) throws -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw fault(expected) }
    return position - start
  }
}
