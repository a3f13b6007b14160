/// A complete escape sequence, divided as in ECMA-48.
struct KeySequence {
  /// `[` for a control sequence (CSI), `O` for a single shift (SS3).
  let introducer: UInt8
  /// Parameter and intermediate bytes.
  let body: [UInt8]
  let final: UInt8

  /// The maximum length of a body; that of every known key is shorter.
  static let longestBody = 32

  /// The key of this sequence, if it is a known one.
  var key: Key? {
    guard body.count < Self.longestBody else { return nil }
    guard body.allSatisfy({ $0 == 0x3B || (0x30...0x39).contains($0) }) else { return nil }
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "M") where introducer == UInt8(ascii: "O"): return .enter
    case UInt8(ascii: "~"): return editingKey
    default: return nil
    }
  }

  var startsPaste: Bool { isTilde("200") }
  var endsPaste: Bool { isTilde("201") }

  /// The number of bytes that belong to this sequence although they follow its final byte.
  ///
  /// The Linux console sends `ESC [ [ A` for F1, and the oldest mouse protocol sends `ESC [ M` and three
  /// bytes.
  var trailingBytes: Int {
    guard introducer == UInt8(ascii: "["), body.isEmpty else { return 0 }
    switch final {
    case UInt8(ascii: "["): return 1
    case UInt8(ascii: "M"): return 3
    default: return 0
    }
  }

  private var editingKey: Key? {
    switch body.prefix(while: { $0 != 0x3B }) {
    case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: .home
    case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: .end
    case [UInt8(ascii: "5")]: .pageUp
    case [UInt8(ascii: "6")]: .pageDown
    default: nil
    }
  }

  private func isTilde(_ parameter: String) -> Bool {
    introducer == UInt8(ascii: "[") && final == UInt8(ascii: "~") && body.elementsEqual(parameter.utf8)
  }
}
