/// Markup of a page: what is interpolated into it is escaped, unless it is markup itself.
///
/// A part that is nil leaves nothing; a list of parts has one line for each.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  package let text: String

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  /// Takes over a text that is markup, as the files of the pages are.
  package init(markup text: String) { self.text = text }

  /// Fills a template, whose parts are named `{{name}}` in it.
  ///
  /// Complexity: O(length).
  package init(_ template: String, _ parts: [String: HTML]) {
    var text = ""
    var rest = template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      let name = rest[start.upperBound..<end.lowerBound]
      text += rest[..<start.lowerBound] + (parts[String(name)]?.text ?? "{{\(name)}}")
      rest = rest[end.upperBound...]
    }
    self.text = text + rest
  }

  package struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    package mutating func appendInterpolation(_ value: String) { text += HTML.escaped(value) }

    package mutating func appendInterpolation(_ number: Int) { text += "\(number)" }

    package mutating func appendInterpolation(_ part: HTML?) { text += part?.text ?? "" }

    package mutating func appendInterpolation(_ parts: [HTML]) {
      text += parts.lazy.map(\.text).joined(separator: "\n")
    }
  }

  /// Escapes a text for the content or an attribute of an element.
  ///
  /// Line breaks and tabs stay; other control characters are escaped as in ``PrintableText``.
  ///
  /// Complexity: O(length).
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: needsCare) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      default:
        if let escape = PrintableText.escape(of: scalar) {
          escaped += escape
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }

  /// Checks whether a byte may be part of a character that needs escaping.
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
    default: byte < 0x20 || byte >= 0x7F
    }
  }
}

// MARK: Parts of several pages

extension HTML {
  /// Returns a badge for something that passed: a sign and a text, so that it does not depend on the color.
  package static func passed(_ text: String) -> HTML {
    "<span class=\"badge passed\"><span aria-hidden=\"true\">✓</span> \(text)</span>"
  }

  /// Returns a badge for something that failed.
  package static func failed(_ text: String) -> HTML {
    "<span class=\"badge failed\"><span aria-hidden=\"true\">✗</span> \(text)</span>"
  }

  /// Returns the lines of a diff, for a preformatted element.
  package static func diff(_ lines: [String]) -> HTML {
    let parts: [HTML] = lines.map { line in
      if line.hasPrefix("- ") { return "<del>\(line)</del>" }
      return line.hasPrefix("+ ") ? "<ins>\(line)</ins>" : "\(line)"
    }
    return "\(parts)"
  }

  /// Returns a list; nil without items.
  package static func list(_ items: [HTML], kind: String? = nil) -> HTML? {
    guard !items.isEmpty else { return nil }
    return "<ul\(kind.map { " class=\"\($0)\"" as HTML })>\n\(items.map { "<li>\($0)</li>" as HTML })\n</ul>"
  }

  /// Returns a table: the heads of its columns, and the cells of its rows.
  ///
  /// - Parameter head: the index of the column that names its row.
  package static func table(_ heads: [String], _ rows: [[HTML]], head: Int = 0) -> HTML {
    let lines: [HTML] = rows.map { cells in
      let parts: [HTML] = cells.enumerated().map { index, cell in
        index == head ? "<th scope=\"row\">\(cell)</th>" : "<td>\(cell)</td>"
      }
      return "<tr>\(parts.joined)</tr>"
    }
    return """
      <table><thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" as HTML }.joined)</tr></thead>
      <tbody>
      \(lines)
      </tbody></table>
      """
  }
}

extension [HTML] {
  /// The parts without line breaks between them.
  package var joined: HTML { HTML(markup: map(\.text).joined()) }
}
