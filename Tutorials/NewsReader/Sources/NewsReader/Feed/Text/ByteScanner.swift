/// A position in UTF-8 text that only moves forward, which makes every reader linear in time.
struct ByteScanner {
  let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  func isAt(_ marker: String) -> Bool {
    // At most places already the first byte is another.
    peek() == marker.utf8.first && bytes[position...].starts(with: marker.utf8)
  }

  /// Checks whether a tag opens here; a `<` before anything but a letter means "less than".
  func isAtOpeningTag() -> Bool {
    guard peek() == UInt8(ascii: "<"), let next = peek(1) else { return false }
    return next.isASCIILetter || next == UInt8(ascii: "_")
  }

  func isAtClosingTag() -> Bool {
    guard isAt("</"), let next = peek(2) else { return false }
    return next.isASCIILetter || next == UInt8(ascii: "_")
  }

  mutating func advance(by count: Int = 1) {
    position = min(position + count, bytes.count)
  }

  /// Moves to the next `byte`, or to the end when there is none.
  mutating func advance(to byte: UInt8) {
    position = bytes[position...].firstIndex(of: byte) ?? bytes.count
  }

  /// Moves behind the next `marker` and returns the text before it; without one, the rest.
  @discardableResult
  mutating func advance(past marker: String) -> ArraySlice<UInt8> {
    let start = position
    guard let first = marker.utf8.first else { return [] }
    while true {
      advance(to: first)
      if isAtEnd { return bytes[start...] }
      if isAt(marker) { break }
      advance()
    }
    defer { advance(by: marker.utf8.count) }
    return bytes[start..<position]
  }

  /// The name that begins here, prefix included.
  mutating func takeName() -> String {
    let start = position
    while let byte = peek(), byte.isNameByte { advance() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Returns the body of the reference at this ampersand; without one, does not move and returns `nil`.
  mutating func takeReference() -> String? {
    let longest = 32
    guard peek() == UInt8(ascii: "&") else { return nil }
    var length = 1
    while let byte = peek(length), byte.isReferenceByte, length < longest { length += 1 }
    guard length > 1, peek(length) == UInt8(ascii: ";") else { return nil }
    defer { advance(by: length + 1) }
    return String(decoding: bytes[position + 1..<position + length], as: UTF8.self)
  }
}

extension UInt8 {
  var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  var isASCIIDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }

  fileprivate var isReferenceByte: Bool {
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "#")
  }

  fileprivate var isNameByte: Bool {
    isASCIILetter || isASCIIDigit || self >= 0x80 || "-_.:".utf8.contains(self)
  }
}
