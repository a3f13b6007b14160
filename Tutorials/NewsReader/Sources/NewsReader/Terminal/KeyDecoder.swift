/// Turns the bytes a terminal sends into keys, however the bytes were cut up on their way.
///
/// It is a pure value: it reads nothing and knows no time. When bytes stop coming while it `isUndecided`, the
/// owner decides how long to wait before `flush()`.
public struct KeyDecoder: Sendable {
  enum State {
    case ground
    case escape
    case sequence(introducer: UInt8, body: [UInt8])
    /// An operating-system command or its like, which runs to its own terminator.
    case string
    case skipping(Int)
    case character([UInt8], length: Int)
  }

  var state = State.ground
  var isPasting = false

  /// A decoder that has seen nothing yet.
  public init() {}

  /// Whether silence would change the meaning of what came last, as it does after a lone Escape.
  ///
  /// Never true inside a paste: its end mark may be cut in two by a slow line, and losing it would leave every
  /// later key a pasted character.
  public var isUndecided: Bool {
    guard !isPasting else { return false }
    switch state {
    case .ground, .character: return false
    case .escape, .sequence, .string, .skipping: return true
    }
  }

  /// Takes the next bytes, and answers with the keys that are certain by now.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { accept(byte, &keys) }
    return keys
  }

  /// Says that no more bytes came: a lone Escape is the key, and a sequence cut short is dropped.
  public mutating func flush() -> [Key] {
    guard isUndecided else { return [] }
    defer { state = .ground }
    if case .escape = state { return [.escape] }
    return []
  }

  mutating func accept(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: acceptPlain(byte, &keys)
    case .escape: acceptAfterEscape(byte, &keys)
    case .sequence(let introducer, let body): acceptInSequence(byte, introducer, body, &keys)
    case .string: acceptInString(byte, &keys)
    case .skipping(let left):
      guard byte >= 0x20 else { return startOver(with: byte, &keys) }
      state = left > 1 ? .skipping(left - 1) : .ground
    case .character(let bytes, let length): acceptInCharacter(byte, bytes, length, &keys)
    }
  }

  /// Gives up what was pending; the byte that broke it off has a meaning of its own, Ctrl-C above all.
  mutating func startOver(with byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    acceptPlain(byte, &keys)
  }
}
