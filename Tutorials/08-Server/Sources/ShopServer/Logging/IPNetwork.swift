/// An address of the Internet, of version 4 or 6.
struct IPAddress: Sendable, Equatable {
  /// 4 or 16 of them.
  let bytes: [UInt8]

  /// Returns nil unless the text is an address.
  init?(_ text: some StringProtocol) {
    if let bytes = text.contains(":") ? IPAddress.version6(text) : IPAddress.version4(text) {
      // A version 4 address as a socket for both versions shows it.
      let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12] == [255, 255]
      self.bytes = isMapped ? Array(bytes[12...]) : bytes
    } else {
      return nil
    }
  }

  private static func version4(_ text: some StringProtocol) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.allSatisfy(\.isNumber) ? UInt8($0) : nil }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func version6(_ text: some StringProtocol) -> [UInt8]? {
    // Without the interface of a link-local address.
    let halves = text.prefix { $0 != "%" }.components(separatedByGap: "::")
    guard halves.count <= 2 else { return nil }
    var groups: [[UInt8]] = []
    for half in halves {
      var bytes: [UInt8] = []
      for group in half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false) {
        if group.contains("."), let four = version4(group) {
          bytes += four
        } else if let number = UInt16(group, radix: 16), !group.hasPrefix("+") {
          bytes += [UInt8(number >> 8), UInt8(number & 255)]
        } else {
          return nil
        }
      }
      groups.append(bytes)
    }
    let count = groups.joined().count
    guard halves.count == 2 ? count <= 14 : count == 16 else { return nil }
    return halves.count == 1 ? groups[0] : groups[0] + [UInt8](repeating: 0, count: 16 - count) + groups[1]
  }
}

extension StringProtocol {
  /// The parts before and after each occurrence of a text.
  fileprivate func components(separatedByGap gap: String) -> [Substring] {
    Substring(self).split(separator: gap, omittingEmptySubsequences: false)
  }
}

/// All addresses that begin with the same bits, such as `10.0.0.0/8`; or a single one.
package struct IPNetwork: Sendable, Equatable {
  private let first: IPAddress
  private let bits: Int

  /// Returns nil unless the text is an address, or one with the number of bits that count.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let address = parts.first.flatMap({ IPAddress($0) }), parts.count <= 2 else { return nil }
    let most = address.bytes.count * 8
    guard let bits = parts.count == 1 ? most : Int(parts[1]), (0...most).contains(bits) else { return nil }
    (first, self.bits) = (address, bits)
  }

  func contains(_ address: IPAddress) -> Bool {
    guard address.bytes.count == first.bytes.count else { return false }
    return zip(address.bytes, first.bytes).enumerated().allSatisfy { index, bytes in
      let counting = min(8, max(0, bits - 8 * index))
      let mask = UInt8(truncatingIfNeeded: 0xFF00 >> counting)
      return bytes.0 & mask == bytes.1 & mask
    }
  }
}
