import Foundation

/// Decodes the bytes of a feed, and trusts them more than their declared encoding.
///
/// Declared encodings are wrong so often that the declaration counts only if the bytes are ambiguous: a byte
/// order mark comes first, then valid UTF-8, and only then the declaration. Anything else is decoded as UTF-8
/// in which every invalid byte is windows-1252, which covers Latin-1, windows-1252 and UTF-8 with a few
/// broken characters.
enum TextDecoding {
  static func text(of data: Data) -> String {
    if let text = markedText(data) { return text }
    let bytes = [UInt8](data)
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if let encoding = declaredEncoding(in: bytes), let text = String(data: data, encoding: encoding) {
      return text
    }
    return mixedText(bytes)
  }

  /// Marks of UTF-8 and UTF-16, and UTF-16 without a mark, recognized by the zero next to the first `<`.
  private static func markedText(_ data: Data) -> String? {
    switch [UInt8](data.prefix(3)) {
    case let start where start.starts(with: [0xEF, 0xBB, 0xBF]): text(of: data.dropFirst(3))
    case let start where start.starts(with: [0xFF, 0xFE]): utf16(data.dropFirst(2), lowByteFirst: true)
    case let start where start.starts(with: [0xFE, 0xFF]): utf16(data.dropFirst(2), lowByteFirst: false)
    case let start where start.starts(with: [0x3C, 0x00]): utf16(data, lowByteFirst: true)
    case let start where start.starts(with: [0x00, 0x3C]): utf16(data, lowByteFirst: false)
    default: nil
    }
  }

  /// Broken pairs become U+FFFD and an odd last byte is dropped, because feeds are truncated at any byte.
  private static func utf16(_ data: Data, lowByteFirst: Bool) -> String {
    let bytes = [UInt8](data)
    let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { index in
      let low = bytes[lowByteFirst ? index : index + 1]
      let high = bytes[lowByteFirst ? index + 1 : index]
      return UInt16(high) << 8 | UInt16(low)
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func mixedText(_ bytes: [UInt8]) -> String {
    var result = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        result.append(Unicode.UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] { result.append(Windows1252.scalar(for: byte)) }
        position += length
      case .emptyInput:
        return String(result)
      }
    }
  }

  private static func declaredEncoding(in bytes: [UInt8]) -> String.Encoding? {
    let start = String(decoding: bytes.prefix(200), as: UTF8.self).lowercased()
    guard let declaration = start.firstMatch(of: /encoding\s*=\s*["']([a-z0-9_.:-]+)["']/) else { return nil }
    return encodings[String(declaration.1)]
  }

  /// Only encodings that ``mixedText(_:)`` would decode incorrectly.
  private static let encodings: [String: String.Encoding] = [
    "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254,
    "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
  ]
}
