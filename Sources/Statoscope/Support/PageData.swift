import Foundation

/// What a page's script reads: a value as JSON in an element of its own.
package struct PageData {
  package let element: String

  /// - Parameters:
  ///   - value: made of texts and whole numbers, so that nothing in it can fail to be encoded.
  ///   - id: the element's.
  package init(_ value: some Encodable, id: String) {
    element = "<script type=\"application/json\" id=\"\(id)\">\(PageData.json(of: value))</script>"
  }

  /// The value without anything that could end the element that it is in.
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
