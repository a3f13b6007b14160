import Foundation

/// A value in a statement, in PostgreSQL's binary form, so that each byte arrives as it is.
struct PostgresParameter: Sendable {
  /// The number of its type in the server's catalogue.
  let type: UInt32
  let bytes: [UInt8]

  static func uuid(_ id: UUID) -> PostgresParameter {
    PostgresParameter(type: 2_950, bytes: withUnsafeBytes(of: id.uuid) { Array($0) })
  }

  static func text(_ text: String) -> PostgresParameter {
    PostgresParameter(type: 25, bytes: Array(text.utf8))
  }

  static func bytes(_ bytes: some Sequence<UInt8>) -> PostgresParameter {
    PostgresParameter(type: 17, bytes: Array(bytes))
  }

  /// An array of bytes, each of which may be null.
  static func list(_ elements: [Data?]) -> PostgresParameter {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      for shift in [24, 16, 8, 0] { bytes.append(UInt8((number >> shift) & 0xFF)) }
    }
    append(elements.isEmpty ? 0 : 1)
    append(elements.contains { $0 == nil } ? 1 : 0)
    append(17)
    if !elements.isEmpty {
      append(elements.count)
      append(1)
    }
    for element in elements {
      // -1: null.
      append(element?.count ?? 0xFFFF_FFFF)
      if let element { bytes += element }
    }
    return PostgresParameter(type: 1_001, bytes: bytes)
  }
}
