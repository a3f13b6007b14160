/// A scanner of Swift source that recognizes strings, regular expressions, comments and matching brackets.
///
/// It returns nil where it cannot be certain, such as at a slash that may begin a regular expression or be an
/// operator.
struct SourceScanner {
  /// An argument of a call.
  struct Argument {
    let label: String?
    let value: Substring
    /// Indicates whether the value is a closure and nothing else.
    let isClosure: Bool
  }

  private var rest: Substring
  /// The last characters that are no blanks and no comments, which tell a regular expression from an operator.
  private var before = ""

  init(_ source: Substring) {
    rest = source
  }

  /// Takes the arguments in parentheses, if there are some.
  mutating func arguments() -> [Argument]? {
    skipBlanks()
    guard rest.first == "(" else { return [] }
    take(1)
    var arguments: [Argument] = []
    while true {
      guard skipBlanksAndComments() else { return nil }
      if rest.first == ")" {
        take(1)
        return arguments
      }
      guard let argument = argument() else { return nil }
      arguments.append(argument)
      if rest.first == "," { take(1) }
    }
  }

  /// Takes a closure behind the arguments.
  mutating func trailingClosure() -> Substring? {
    let start = self
    guard skipBlanksAndComments(), rest.first == "{", let closure = block("{", "}") else {
      self = start
      return nil
    }
    return closure
  }

  /// Takes one of several closures behind the arguments, but the first.
  mutating func labeledClosure() -> Substring? {
    let start = self
    guard skipBlanksAndComments() else { return nil }
    let label = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest[label.endIndex...]
    if !label.isEmpty, rest.popFirst() == ":", let closure = trailingClosure() { return closure }
    self = start
    return nil
  }

  /// Takes the key path after the opening parenthesis and the label of an argument.
  mutating func keyPath() -> Substring? {
    guard rest.popFirst() == "(" else { return nil }
    rest = rest.drop { $0.isWhitespace || $0.isLetter || $0 == ":" }
    guard rest.first == "\\" else { return nil }
    let start = rest
    while let first = rest.first, !first.isWhitespace, !",)]{".contains(first) {
      guard (block("(", ")") ?? block("[", "]") ?? next()) != nil else { return nil }
    }
    return start[..<rest.startIndex]
  }

  private mutating func argument() -> Argument? {
    var label: String?
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let end = rest[name.endIndex...].drop(while: \.isWhitespace)
    if !name.isEmpty, end.first == ":" {
      label = String(name)
      rest = end.dropFirst()
      before = ":"
      guard skipBlanksAndComments() else { return nil }
    }
    let start = rest
    var closureEnd: Substring.Index?
    if rest.first == "{" {
      guard block("{", "}") != nil else { return nil }
      closureEnd = rest.startIndex
    }
    var valueEnd = rest.startIndex
    while let first = rest.first, first != ",", first != ")" {
      let isBlank = first.isWhitespace || rest.hasPrefix("//") || rest.hasPrefix("/*")
      guard (block("(", ")") ?? block("[", "]") ?? block("{", "}") ?? next()) != nil else { return nil }
      if !isBlank { valueEnd = rest.startIndex }
    }
    guard !rest.isEmpty, valueEnd > start.startIndex else { return nil }
    return Argument(label: label, value: start[..<valueEnd], isClosure: valueEnd == closureEnd)
  }

  /// Takes everything from an opening bracket to the matching one; nil when there is none of either.
  private mutating func block(_ open: Substring, _ close: Substring) -> Substring? {
    guard rest.hasPrefix(open) else { return nil }
    let start = rest
    var depth = 0
    repeat {
      guard let token = next() else { return nil }
      if token == open { depth += 1 }
      if token == close { depth -= 1 }
    } while depth > 0
    return start[..<rest.startIndex]
  }

  /// Takes one character, or a whole name in backticks, comment, string or regular expression; nil at the end of the
  /// text, and where it is uncertain what follows.
  private mutating func next() -> Substring? {
    let start = rest
    guard let first = rest.first else { return nil }
    let hashes = rest.prefix { $0 == "#" }
    let behindHashes = rest[hashes.endIndex...]
    if rest.hasPrefix("//") {
      rest = rest.drop { !$0.isNewline }
      return start[..<rest.startIndex]
    } else if rest.hasPrefix("/*") {
      guard skipComment() else { return nil }
      return start[..<rest.startIndex]
    } else if behindHashes.first == "\"" {
      guard skipString(hashes) else { return nil }
    } else if !hashes.isEmpty, behindHashes.first == "/" {
      guard skip(until: "/" + hashes, escape: "\\", from: hashes.count + 1) else { return nil }
    } else if first == "/" {
      guard skipSlash() else { return nil }
    } else if first == "`" {
      guard skip(until: "`", escape: nil, from: 1) else { return nil }
    } else {
      rest = rest.dropFirst()
    }
    let token = start[..<rest.startIndex]
    record(token)
    return token
  }

  private mutating func take(_ count: Int) {
    record(rest.prefix(count))
    rest = rest.dropFirst(count)
  }

  private mutating func record(_ token: Substring) {
    if token.allSatisfy(\.isWhitespace) {
      if before.last != " " { before += " " }
    } else {
      before = String((before + token).suffix(12))
    }
  }

  // MARK: Blanks and comments

  private mutating func skipBlanks() {
    rest = rest.drop(while: \.isWhitespace)
  }

  /// - Returns: false at a comment that does not end.
  private mutating func skipBlanksAndComments() -> Bool {
    skipBlanks()
    while rest.hasPrefix("//") || rest.hasPrefix("/*") {
      guard next() != nil else { return false }
      skipBlanks()
    }
    return true
  }

  /// Skips a comment, which may contain others.
  private mutating func skipComment() -> Bool {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        guard rest.popFirst() != nil else { return false }
      }
    } while depth > 0
    return true
  }

  // MARK: Literals

  private mutating func skip(until end: String, escape: Character?, from start: Int) -> Bool {
    rest = rest.dropFirst(start)
    while !rest.hasPrefix(end) {
      guard let first = rest.popFirst() else { return false }
      if first == escape { rest = rest.dropFirst() }
    }
    rest = rest.dropFirst(end.count)
    return true
  }

  /// Skips a string, in which an escape sequence has as many number signs as its delimiters.
  private mutating func skipString(_ hashes: Substring) -> Bool {
    let mark = rest[hashes.endIndex...].hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    let end = mark + hashes
    let escape = "\\" + hashes
    rest = rest.dropFirst(hashes.count + mark.count)
    while !rest.hasPrefix(end) {
      if rest.hasPrefix(escape) {
        rest = rest.dropFirst(escape.count)
        if rest.first == "(" {
          guard block("(", ")") != nil else { return false }
        } else {
          rest = rest.dropFirst()
        }
      } else {
        guard rest.popFirst() != nil else { return false }
      }
    }
    rest = rest.dropFirst(end.count)
    return true
  }

  /// Skips an operator's slash, or a regular expression between slashes.
  ///
  /// As the compiler does: a slash directly behind a value, or with blanks on both sides, is an operator; one that may
  /// begin an expression begins a regular expression that ends on the same line.
  private mutating func skipSlash() -> Bool {
    let following = rest.dropFirst().first
    let isBehindBlank = before.last == " " || before.isEmpty
    let last = before.last { $0 != " " }
    let isBehindValue = last.map { $0.isLetter || $0.isNumber || "_)]}\"`?!".contains($0) } ?? false
    if following.map(\.isWhitespace) ?? true {
      rest = rest.dropFirst()
      return isBehindValue
    }
    if isBehindValue, !isBehindBlank {
      rest = rest.dropFirst()
      return true
    }
    var position = rest.dropFirst()
    while let character = position.popFirst(), !character.isNewline {
      if character == "\\" { position = position.dropFirst() }
      if character == "/" {
        rest = position
        return true
      }
    }
    return false
  }
}
