import Foundation
import Statoscope

/// How a step reads in a failure: as it stands in the source, else made up from its parts.
///
/// A key path to a computed property, such as one behind `@Published`, does not know its own name on every
/// platform. The source does, and its words are the author's own; it is read only when a step has failed.
struct StepWords {
  let site: CallSite
  /// Used where the source is not at hand or has changed; it begins with the verb.
  let fallback: () -> String

  /// The words.
  ///
  /// Complexity: O(size of the source file).
  var text: String {
    let fallback = fallback()
    let verb = fallback.prefix { $0.isLetter || $0 == "_" }
    guard let words = StepWords.read(site), words.hasPrefix(verb) else { return fallback }
    return words
  }

  /// The call at a place in the source, on one line: from its verb to the end of its arguments.
  private static func read(_ site: CallSite) -> String? {
    guard let source = try? String(contentsOfFile: "\(site.filePath)", encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard site.line >= 1, Int(site.line) <= lines.count else { return nil }
    let first = Array(lines[Int(site.line) - 1].utf8)
    // The column is that of the parenthesis or brace behind the verb.
    let open = Int(site.column) - 1
    guard open > 0, open < first.count else { return nil }
    var start = open
    while start > 0, isPartOfName(first[start - 1]) || first[start - 1] == UInt8(ascii: " ") { start -= 1 }
    let rest = lines[Int(site.line)...].prefix(20).map(String.init)
    let call = ([String(decoding: first[start...], as: UTF8.self)] + rest).joined(separator: "\n")
    return closed(call.trimmingPrefix { $0.isWhitespace })
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar == "_" || scalar.properties.isAlphabetic && scalar.isASCII
  }

  /// The text up to the parenthesis that closes the first one, its white space folded.
  private static func closed(_ text: Substring) -> String? {
    var depth = 0
    var isInString = false
    var previous: Character = " "
    var words = ""
    for character in text {
      if character == "\"", previous != "\\" { isInString.toggle() }
      if !isInString {
        if depth == 0, character == "{" { return words.trimmingCharacters(in: .whitespaces) + " { }" }
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
      }
      if character.isWhitespace, !isInString {
        if words.last != " ", words.last != "(" { words.append(" ") }
      } else {
        if words.last == " ", ")]}".contains(character), !isInString { words.removeLast() }
        words.append(character)
      }
      if depth == 0, character == ")", !isInString { return words }
      previous = character
    }
    return nil
  }
}
