extension KeyDecoder {
  mutating func acceptAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    if byte == UInt8(ascii: "[") {
      state = .sequence(introducer: byte, body: [])
      return
    }
    // A paste has only one sequence, its end; nothing else in it may hide that end.
    guard !isPasting else { return startOver(with: byte, &keys) }
    switch byte {
    case 0..<0x20:
      keys.append(.escape)
      startOver(with: byte, &keys)
    case UInt8(ascii: "O"):
      state = .sequence(introducer: byte, body: [])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string
    default:
      let rest = (Self.characterLength(from: byte) ?? 1) - 1
      state = rest > 0 ? .skipping(rest) : .ground
    }
  }

  mutating func acceptInSequence(_ byte: UInt8, _ introducer: UInt8, _ body: [UInt8], _ keys: inout [Key]) {
    switch byte {
    case 0x20...0x3F:
      guard body.count < KeySequence.longestBody else { return }
      state = .sequence(introducer: introducer, body: body + [byte])
    case 0x40...0x7E:
      state = .ground
      finish(KeySequence(introducer: introducer, body: body, final: byte), &keys)
    default:
      startOver(with: byte, &keys)
    }
  }

  mutating func acceptInString(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x07: state = .ground
    // Either the terminator of the string, `ESC \`, or the start of another sequence.
    case 0x1B: state = .escape
    case 0x03, 0x18, 0x1A: startOver(with: byte, &keys)
    default: break
    }
  }

  private mutating func finish(_ sequence: KeySequence, _ keys: inout [Key]) {
    if isPasting {
      isPasting = !sequence.endsPaste
    } else if sequence.startsPaste {
      isPasting = true
    } else if sequence.trailingBytes > 0 {
      state = .skipping(sequence.trailingBytes)
    } else if let key = sequence.key {
      keys.append(key)
    }
  }
}
