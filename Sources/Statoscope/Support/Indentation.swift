/// The indentation of a line at some depth of a text.
///
/// It grows by two spaces per level down to 32 levels, and shows the level as a number below that: otherwise
/// the text of a list of 100,000 linked objects would take 10 GB.
struct Indentation {
  /// The characters that the line begins with.
  let text: String

  /// Creates the indentation of a level.
  init(_ level: Int) {
    let shown = min(level, 32)
    text = String(repeating: "  ", count: shown) + (level > shown ? "(level \(level)) " : "")
  }
}
