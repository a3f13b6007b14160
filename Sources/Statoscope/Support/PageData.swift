import Foundation

/// The data that a page's script reads: a value as JSON in an element of its own.
package struct PageData {
  package let element: String

  /// - Parameters:
  ///   - value: a value made of strings and integers, whose encoding cannot fail.
  ///   - id: the identifier of the element.
  package init(_ value: some Encodable, id: String) {
    element = "<script type=\"application/json\" id=\"\(id)\">\(PageData.json(of: value))</script>"
  }

  /// Encodes the value without any character that could end the enclosing element.
  private static func json(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(value) else { return "null" }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count + json.count / 16)
    for byte in json {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
