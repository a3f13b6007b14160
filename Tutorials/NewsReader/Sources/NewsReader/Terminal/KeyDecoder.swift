/// Decodes the bytes of a terminal into keys, independent of how the bytes are divided.
///
/// It is a pure value: it reads nothing and has no notion of time. When bytes stop while it `isUndecided`,
/// the owner decides how long to wait before `flush()`.
public struct KeyDecoder: Sendable {
  enum State {
    case ground
    case escape
    case sequence(introducer: UInt8, body: [UInt8])
    /// An operating-system command or a similar one, which runs to its own terminator.
    case string
    case skipping(Int)
    case character([UInt8], length: Int)
  }

  var state = State.ground
  var isPasting = false

  /// Creates a decoder in its initial state.
  public init() {}

  /// Indicates whether a pause would change the meaning of the last bytes, as after a single Escape.
  ///
  /// Never true inside a paste: its end mark may be divided by a slow connection, and losing it would turn
  /// every later key into a pasted character.
  public var isUndecided: Bool {
    guard !isPasting else { return false }
    switch state {
    case .ground, .character: return false
    case .escape, .sequence, .string, .skipping: return true
    }
  }

  /// Decodes the next bytes, and returns the keys that are certain.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { accept(byte, &keys) }
    return keys
  }

  /// Ends a wait for bytes: a single Escape is a key, and an incomplete sequence is dropped.
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

  /// Drops an incomplete sequence; the byte that interrupted it has its own meaning, for example Ctrl-C.
  mutating func startOver(with byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    acceptPlain(byte, &keys)
  }
}
