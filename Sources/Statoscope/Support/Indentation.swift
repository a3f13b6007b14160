/// The beginning of a line that stands some levels deep in a text.
///
/// It grows by two spaces a level down to 32 levels, and gives the level as a number below: else a text of a list of
/// 100,000 linked objects would be of 10 GB.
struct Indentation {
  /// What the line begins with.
  let text: String

  /// The beginning of a line at a level.
  init(_ level: Int) {
    let shown = min(level, 32)
    text = String(repeating: "  ", count: shown) + (level > shown ? "(level \(level)) " : "")
  }
}
