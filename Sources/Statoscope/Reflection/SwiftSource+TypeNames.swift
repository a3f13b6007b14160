import Foundation

// Texts are read byte by byte: a regular expression would be compiled for each event that is logged.
extension SwiftSource {
  /// Returns the name of a type in source, without modules.
  package static func name(of type: Any.Type) -> String {
    withoutModules(withoutContexts(String(reflecting: type)))
  }

  /// Removes the memory addresses that stand for the contexts of private types.
  static func withoutContexts(_ text: String) -> String {
    let mark = "(unknown context at $"
    let parts = text.components(separatedBy: mark)
    return parts.dropFirst().reduce(into: parts[0]) { text, part in
      let rest = part.drop { "0123456789abcdef".contains($0) }
      let isContext = rest.hasPrefix(").") && rest.startIndex > part.startIndex
      text += isContext ? String(rest.dropFirst(2)) : mark + part
    }
  }

  /// A text without the first name of each path of names, such as `A.B.C`.
  private static func withoutModules(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var place = 0
    while place < bytes.count {
      guard let end = endOfName(at: place, in: bytes) else {
        kept.append(bytes[place])
        place += 1
        continue
      }
      var pathEnd = end
      while pathEnd < bytes.count, bytes[pathEnd] == UInt8(ascii: "."),
        let next = endOfName(at: pathEnd + 1, in: bytes)
      { pathEnd = next }
      kept += bytes[(pathEnd == end ? place : end + 1)..<pathEnd]
      place = pathEnd
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The end of the name that begins at a place, or nil when none does.
  private static func endOfName(at start: Int, in bytes: [UInt8]) -> Int? {
    guard start < bytes.count, beginsName(bytes[start]) else { return nil }
    return bytes[start...].firstIndex { !beginsName($0) && !isDigit($0) } ?? bytes.count
  }

  private static func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
