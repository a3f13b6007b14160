/// A key press, whatever bytes the terminal uses for it.
///
/// Modifiers are dropped: Ctrl-Up is `up`. Keys without a case here are not reported.
public enum Key: Sendable, Hashable {
  /// A typed character.
  case character(Character)
  /// A pasted character, also a line break or a tab: text, whatever the typed character would do.
  case pasted(Character)
  case up
  case down
  case left
  case right
  case pageUp
  case pageDown
  case home
  case end
  case enter
  case escape
  case backspace
  case tab
  /// Ctrl-C, which is a plain byte in raw mode and does not stop the program by itself.
  case interrupt
  /// Ctrl-Z, which in raw mode is a plain byte, too.
  case suspend
  /// The end of all input: the terminal was closed, or the process was asked to terminate.
  case endOfInput
  /// The window has a new size; the next frame is drawn from scratch.
  case resized
}
