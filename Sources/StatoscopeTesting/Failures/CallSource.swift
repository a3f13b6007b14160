import Foundation
import Statoscope

/// The source of a call, for data that a step does not hold: the text of a closure, and the name of a
/// computed property.
package struct CallSource {
  /// The text from the parenthesis or brace after the verb on.
  private let call: Substring

  /// Finds a call; returns nil when its source is not available.
  ///
  /// Complexity: O(size of the source file).
  package init?(at site: CallSite) {
    guard let source = try? String(contentsOfFile: "\(site.filePath)", encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard site.line >= 1, site.line <= lines.count else { return nil }
    let rest = lines[Int(site.line - 1)...].joined(separator: "\n").utf8
    guard let start = rest.index(rest.startIndex, offsetBy: Int(site.column) - 1, limitedBy: rest.endIndex)
    else { return nil }
    self.init(Substring(rest[start...]))
  }

  /// Creates a reader of a text that begins at the arguments of a call.
  package init(_ call: Substring) {
    self.call = call
  }

  /// The first closure among the arguments or after them, including its braces.
  ///
  /// Its first line begins with the brace, the others have the least possible indentation.
  package var closure: [String]? {
    var scanner = SourceScanner(text: Array(call))
    guard let closure = scanner.closure() else { return nil }
    let lines = String(closure).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let margin = lines.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.prefix { $0 == " " }.count }.min()
    return lines.enumerated().map {
      $0.offset == 0 ? $0.element : String($0.element.dropFirst(margin ?? 0))
    }
  }

  /// The key path in the first argument, without its type, such as `\.name`.
  package var keyPath: String? {
    // Longer than any call, and short compared to a file.
    var scanner = SourceScanner(text: Array(call.prefix(2_000)))
    guard let literal = scanner.keyPath() else { return nil }
    let segments = literal.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
      .drop { $0.isEmpty || $0.first?.isUppercase == true }
    return segments.isEmpty ? nil : "\\." + segments.joined(separator: ".")
  }
}

/// A scanner of Swift source that recognizes strings, comments and matching brackets.
private struct SourceScanner {
  let text: [Character]
  private var position = 0

  init(text: [Character]) {
    self.text = text
  }

  /// Returns the first closure among the arguments of a call or after them.
  mutating func closure() -> Substring? {
    skipBlanks()
    if isAt("(") {
      var depth = 0
      repeat {
        if isAt("{") { return block() }
        if isAt("(") { depth += 1 }
        if isAt(")") { depth -= 1 }
        guard skipOne() else { return nil }
      } while depth > 0
      skipBlanks()
    }
    return isAt("{") ? block() : nil
  }

  /// Returns the key path after the opening parenthesis and the label of an argument.
  mutating func keyPath() -> Substring? {
    guard isAt("(") else { return nil }
    position += 1
    while position < text.count, text[position].isWhitespace || text[position].isLetter || isAt(":") {
      position += 1
    }
    guard isAt("\\") else { return nil }
    let start = position
    var depth = 0
    while position < text.count {
      if isAt("(") || isAt("[") { depth += 1 }
      if isAt(")") || isAt("]") { depth -= 1 }
      if depth < 0 || depth == 0 && (isAt(",") || isAt("{") || text[position].isWhitespace) { break }
      guard skipOne() else { return nil }
    }
    return Substring(String(text[start..<position]))
  }

  private mutating func block() -> Substring? {
    let start = position
    var depth = 0
    repeat {
      if isAt("{") { depth += 1 }
      if isAt("}") { depth -= 1 }
      guard skipOne() else { return nil }
    } while depth > 0
    return Substring(String(text[start..<position]))
  }

  private func isAt(_ word: String) -> Bool {
    text[position...].starts(with: word)
  }

  private mutating func skipBlanks() {
    while position < text.count, text[position].isWhitespace { position += 1 }
  }

  /// Skips one character, or a whole comment or string; false at the end of the text.
  private mutating func skipOne() -> Bool {
    guard position < text.count else { return false }
    if isAt("//") {
      skip(to: "\n")
    } else if isAt("/*") {
      skip(to: "*/")
      position = min(position + 2, text.count)
    } else if isAt("\"\"\"") {
      skipString(until: "\"\"\"")
    } else if isAt("\"") {
      skipString(until: "\"")
    } else {
      position += 1
    }
    return true
  }

  private mutating func skip(to word: String) {
    while position < text.count, !isAt(word) { position += 1 }
  }

  private mutating func skipString(until end: String) {
    position += end.count
    while position < text.count, !isAt(end) {
      if isAt("\\(") {
        position += 1
        skipInterpolation()
      } else {
        position += isAt("\\") ? 2 : 1
      }
    }
    position = min(position + end.count, text.count)
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      if isAt("(") { depth += 1 }
      if isAt(")") { depth -= 1 }
      guard skipOne() else { return }
    } while depth > 0
  }
}
