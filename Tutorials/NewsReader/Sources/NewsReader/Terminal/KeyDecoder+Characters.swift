extension KeyDecoder {
  mutating func acceptPlain(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0..<0x20, 0x7F: acceptControl(byte, &keys)
    case 0x20..<0x7F: keys.append(key(Character(Unicode.Scalar(byte))))
    default:
      guard let length = Self.characterLength(from: byte) else {
        keys.append(key("\u{FFFD}"))
        return
      }
      state = .character([byte], length: length)
    }
  }

  mutating func acceptInCharacter(_ byte: UInt8, _ bytes: [UInt8], _ length: Int, _ keys: inout [Key]) {
    guard byte & 0xC0 == 0x80 else {
      keys.append(key("\u{FFFD}"))
      return startOver(with: byte, &keys)
    }
    let bytes = bytes + [byte]
    guard bytes.count == length else {
      state = .character(bytes, length: length)
      return
    }
    state = .ground
    let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
    // The 8-bit controls are not characters, even when encoded as UTF-8.
    guard scalar.properties.generalCategory != .control else { return }
    keys.append(key(Character(scalar)))
  }

  /// Returns the number of bytes of the UTF-8 character that begins with this byte, or nil if none does.
  static func characterLength(from byte: UInt8) -> Int? {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private func key(_ character: Character) -> Key {
    isPasting ? .pasted(character) : .character(character)
  }

  private mutating func acceptControl(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x03:
      // Quitting must work even if the end mark of a paste was lost.
      isPasting = false
      keys.append(.interrupt)
    case 0x09: keys.append(isPasting ? .pasted("\t") : .tab)
    case 0x0A, 0x0D: keys.append(isPasting ? .pasted("\n") : .enter)
    case 0x08, 0x7F: if !isPasting { keys.append(.backspace) }
    case 0x1A: if !isPasting { keys.append(.suspend) }
    default: break
    }
  }
}
