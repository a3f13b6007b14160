/// The label of a path in the tree: `\.stalls[0].isOpen` becomes "stalls 0 is open".
struct PathLabel {
  let text: String

  /// - Parameter segments: names of properties, and indexes such as `[2]`.
  init(_ segments: [String]) {
    text = segments.map(PathLabel.text).joined(separator: " ")
  }

  private static func text(of segment: String) -> String {
    guard segment.hasPrefix("["), segment.hasSuffix("]") else { return IdentifierWords(segment).text }
    let key = segment.dropFirst().dropLast()
    guard key.hasPrefix("\""), key.hasSuffix("\""), key.count > 1 else {
      return key.hasPrefix(".") ? IdentifierWords(key.dropFirst()).text : String(key)
    }
    return "“\(key.dropFirst().dropLast())”"
  }
}
