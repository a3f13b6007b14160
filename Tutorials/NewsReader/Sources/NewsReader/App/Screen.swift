/// What the app is read on: a terminal, or what a test has in its place.
package protocol Screen: Sendable {
  /// How much there is room for at this moment.
  var size: TerminalSize { get }
  /// What is typed.
  var keys: KeyQueue { get }
  /// Shows a frame.
  func draw(_ frame: Frame)
  /// Ends the keys, and shows nothing any more.
  func restore()
}

extension Terminal: Screen {}
