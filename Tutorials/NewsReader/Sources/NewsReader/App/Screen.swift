/// The display of the app: a terminal, or a replacement in tests.
package protocol Screen: Sendable {
  /// The current size.
  var size: TerminalSize { get }
  /// The typed keys.
  var keys: KeyQueue { get }
  /// Shows a frame.
  func draw(_ frame: Frame)
  /// Leaves the screen to the shell until that continues the program.
  func suspend()
  /// Ends the keys, and shows nothing from now on.
  func restore()
}

extension Terminal: Screen {}
